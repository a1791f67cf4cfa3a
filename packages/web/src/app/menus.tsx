/** The two menus that the specification keeps as pages of their own: /campaignmenu and /tools. */
import { Page } from '../kit/page.tsx';
import { common } from '../kit/wordings.ts';
import { HOME_ENTRIES, TOOL_ENTRIES } from './entries.ts';
import { EntryCards } from './entry-cards.tsx';

export const CampaignMenuPage = () => (
  <Page title={common.campaigns}>
    <EntryCards entries={HOME_ENTRIES} />
  </Page>
);

export const ToolsMenuPage = () => (
  <Page title={common.tools}>
    <EntryCards entries={TOOL_ENTRIES} />
  </Page>
);
