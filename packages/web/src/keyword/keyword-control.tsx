import { calls } from '@parley/contract';
import { useParams } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { useDescription } from '../data/use-description.ts';
import { CampaignPages } from '../kit/campaign-pages.tsx';
import { DeletedNotice } from '../kit/deleted-notice.tsx';
import { ALL_CAMPAIGNS, NoSuchThing } from '../kit/load-failed.tsx';
import { NoCampaign } from '../kit/no-campaign.tsx';
import { NameLine, Page } from '../kit/page.tsx';
import { common } from '../kit/wordings.ts';
import classes from './keyword.module.css';
import { KeywordPanel } from './keyword-panel.tsx';
import { wordings } from './wordings.ts';

/** `/campaign/keyword/{CID?}` */
export function KeywordControl() {
  const { CID = '' } = useParams();
  const campaign = /^\d{1,15}$/.test(CID) ? Number(CID) : 0;
  return campaign > 0 ? (
    <Opened campaign={campaign} />
  ) : (
    <NoCampaign title={wordings.shared.keywordControl} parent={common.campaignEditor} />
  );
}

function Opened({ campaign }: { campaign: number }) {
  const description = useDescription(campaign);
  const { error } = useCall(calls.campaigns.details, { campaign });
  const isGone = error?.kind === 'unknown';
  return (
    <Page
      title={wordings.shared.keywordControl}
      of={error ? '' : description}
      about={<NameLine name={description} />}
      crumbs={[{ label: common.campaignEditor, to: `/campaign/editor/${campaign}` }]}
      namesItself
      width="normal"
    >
      {isGone ? (
        <NoSuchThing what={wordings.keywordControl.campaign} back={ALL_CAMPAIGNS} />
      ) : (
        <>
          <CampaignPages campaign={campaign} at="keyword" />
          <DeletedNotice campaign={campaign} />
          <div className={`card ${classes.panel}`}>
            <KeywordPanel campaign={campaign} />
          </div>
        </>
      )}
    </Page>
  );
}
