import { Select } from '@mantine/core';
import { calls } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useNavigate, useParams } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { useDescription } from '../data/use-description.ts';
import { CampaignPages } from '../kit/campaign-pages.tsx';
import { DeletedNotice } from '../kit/deleted-notice.tsx';
import { ALL_CAMPAIGNS, LoadFailed } from '../kit/load-failed.tsx';
import { NameLine, Page } from '../kit/page.tsx';
import { FailedState, LoadingCards } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { ApiBuilder } from './api-builder.tsx';
import { wordings } from './wordings.ts';

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
      title={wordings.shared.apiBuilder}
      of={name.data?.name}
      crumbs={[
        { label: common.campaignEditor, to: campaign ? `/campaign/editor/${campaign}` : '/campaign/manage' },
      ]}
      namesItself
      about={<NameLine name={description} />}
      width="normal"
    >
      {campaign === 0 ? (
        <PickCampaign />
      ) : name.error ? (
        <LoadFailed
          what={wordings.apiPage.campaign}
          error={name.error}
          onRetry={() => void name.refetch()}
          back={ALL_CAMPAIGNS}
        />
      ) : (
        <>
          <CampaignPages campaign={campaign} at="api" />
          {name.isPending ? (
            <LoadingCards cards={1} height={138} shape="field" />
          ) : (
            <>
              <DeletedNotice campaign={campaign} />
              <ApiBuilder key={campaign} campaign={campaign} />
            </>
          )}
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
      <FailedState
        title={wordings.apiPage.couldntLoadYourCampaigns}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const active = data?.campaigns ?? [];
  return (
    <Select
      label={common.campaign}
      description={wordings.apiPage.whichOneShouldTheCall}
      placeholder={active.length === 0 && data ? wordings.apiPage.noCampaignsYet : common.chooseACampaign}
      data={active.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(id) => id && navigate(`/campaign/api/${id}`)}
      searchable
      nothingFoundMessage={common.noMatchingCampaign}
      maw={420}
    />
  );
}
