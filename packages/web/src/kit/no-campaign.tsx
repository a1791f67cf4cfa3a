import { Button, Group } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Page } from './page.tsx';
import { EmptyState } from './states.tsx';
import { common, wordings } from './wordings.ts';

type NoCampaignProps = {
  title: string;
  /** What the screen is below. */
  parent?: string;
};

/** An editor that was opened without a campaign. */
export function NoCampaign({ title, parent = common.campaigns }: NoCampaignProps) {
  return (
    <Page title={title} crumbs={[{ label: parent, to: '/campaign/manage' }]} namesItself>
      <EmptyState
        icon={IconMessage2}
        title={wordings.noCampaign.noCampaignIsOpen}
        action={
          <Group gap="xs">
            <Button component={Link} to="/campaign/templates">
              {wordings.noCampaign.createACampaign}
            </Button>
            <Button component={Link} to="/campaign/manage" variant="default">
              {wordings.noCampaign.openOne}
            </Button>
          </Group>
        }
      >
        {wordings.noCampaign.startFromATemplate}
      </EmptyState>
    </Page>
  );
}
