import { calls } from '@parley/contract';
import { useParams } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { CampaignPages } from '../kit/campaign-pages.tsx';
import { DeletedNotice } from '../kit/deleted-notice.tsx';
import { NameLine, Page } from '../kit/page.tsx';
import { common } from '../kit/wordings.ts';
import { BlastControl } from './blast-control.tsx';
import { wordings } from './wordings.ts';

/** /blast/{CID}: the wizard that sends a campaign to lists. */
export function BlastPage() {
  const campaign = Number(useParams().CID);
  const name = useCall(calls.campaigns.loadName, { campaign, isTemplate: false });
  return (
    <Page
      title={wordings.shared.blastControl}
      of={name.data?.name}
      crumbs={[{ label: common.campaignEditor, to: `/campaign/editor/${campaign}` }]}
      namesItself
      about={<NameLine name={name.data?.name} />}
    >
      {!name.error && <CampaignPages campaign={campaign} at="blast" />}
      <DeletedNotice campaign={campaign} />
      <BlastControl campaign={campaign} />
    </Page>
  );
}
