import { Select } from '@mantine/core';
import { calls } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useNavigate, useParams } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { useDescription } from '../data/use-description.ts';
import { DeletedNotice } from '../kit/deleted-notice.tsx';
import { ALL_CAMPAIGNS, LoadFailed } from '../kit/load-failed.tsx';
import { NameLine, Page } from '../kit/page.tsx';
import { FailedState, LoadingCards } from '../kit/states.tsx';
import { ApiBuilder } from './api-builder.tsx';

/** /campaign/api/{CID?}: how another program starts a campaign. */
export function ApiPage() {
  const campaign = Number(useParams().CID ?? 0);
  const name = useCall(
    calls.campaigns.loadName,
    { campaign, isTemplate: false },
    { enabled: campaign !== 0 },
  );
  const description = useDescription(campaign);
  return (
    <Page
      title="API Builder"
      crumbs={[
        { label: 'Campaign Editor', to: campaign ? `/campaign/editor/${campaign}` : '/campaign/manage' },
      ]}
      namesItself
      about={<NameLine name={description} />}
      width="normal"
    >
      {campaign === 0 ? (
        <PickCampaign />
      ) : name.error ? (
        <LoadFailed
          what="campaign"
          error={name.error}
          onRetry={() => void name.refetch()}
          back={ALL_CAMPAIGNS}
        />
      ) : name.isPending ? (
        <LoadingCards cards={1} height={138} shape="field" />
      ) : (
        <>
          <DeletedNotice campaign={campaign} />
          <ApiBuilder key={campaign} campaign={campaign} />
        </>
      )}
    </Page>
  );
}

function PickCampaign() {
  const navigate = useNavigate();
  const { data, error, refetch } = useCall(calls.campaigns.list, {
    start: 0,
    search: '',
    length: PAGE_LIMITS.picker,
    show: 'active',
    runsOf: undefined,
  });
  if (error)
    return (
      <FailedState title="The campaigns could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  const active = data?.campaigns ?? [];
  return (
    <Select
      label="Campaign"
      description="Which one should the call start?"
      placeholder={active.length === 0 && data ? 'There are no campaigns yet' : 'Choose a campaign'}
      data={active.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(id) => id && navigate(`/campaign/api/${id}`)}
      searchable
      limit={200}
      nothingFoundMessage="No such campaign"
      maw={420}
    />
  );
}
