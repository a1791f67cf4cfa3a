import { Button } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconSend } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { NoCampaign } from '../kit/no-campaign.tsx';
import { Page } from '../kit/page.tsx';
import classes from './keyword.module.css';
import { KeywordPanel } from './keyword-panel.tsx';

/** `/campaign/keyword/{CID?}` */
export function KeywordControl() {
  const { CID = '' } = useParams();
  const campaign = /^\d{1,15}$/.test(CID) ? Number(CID) : 0;
  return campaign > 0 ? <Opened campaign={campaign} /> : <NoCampaign title="Keyword Control" />;
}

function Opened({ campaign }: { campaign: number }) {
  const { data } = useCall(calls.campaigns.loadName, { campaign, isTemplate: false });
  return (
    <Page
      title="Keyword Control"
      about={data?.name}
      crumbs={[{ label: 'Campaign Editor', to: `/campaign/editor/${campaign}` }]}
      width="normal"
      action={
        <Button
          component={Link}
          to={`/blast/${campaign}`}
          variant="default"
          leftSection={<IconSend size={16} />}
        >
          Blast
        </Button>
      }
    >
      <div className={`card ${classes.panel}`}>
        <KeywordPanel campaign={campaign} />
      </div>
    </Page>
  );
}
