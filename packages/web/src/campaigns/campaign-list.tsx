import { Button, Group, SegmentedControl, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall, usePages } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { Found } from '../kit/found.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { Page } from '../kit/page.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState, FailedState, LoadingCards, NothingFound } from '../kit/states.tsx';
import { VirtualGrid } from '../kit/virtual-grid.tsx';
import { AddCampaignTile } from './add-campaign-tile.tsx';
import type { Campaign, CampaignPage } from './campaign.ts';
import { CampaignCard, campaignCard } from './campaign-card.tsx';
import classes from './campaign-list.module.css';
import { FirstSteps } from './first-steps.tsx';
import { useSends } from './sends.ts';
import { wordings } from './wordings.ts';

const rowsOf = (reply: CampaignPage) => reply.campaigns;
const idOf = (campaign: Campaign) => campaign.id;

/** All campaigns as cards; deleted ones behind a switch, so that they can be restored. */
export function CampaignList() {
  const navigate = useNavigate();
  const [show, setShow] = useQueryParam('show');
  const [runs, setRuns] = useQueryParam('runs');
  const runsOf = Number(runs) || 0;
  const kind = show === 'deleted' ? 'deleted' : 'active';

  useShortcut('c', wordings.shared.addCampaign, () => void navigate('/campaign/templates'));

  return (
    <Page title={wordings.campaignList.campaignLists}>
      <FirstSteps />
      <div className={classes.bar}>
        <SearchBox placeholder={wordings.campaignList.searchCampaigns} />
        <SegmentedControl
          aria-label={wordings.campaignList.whichCampaigns}
          value={kind}
          onChange={(value) => setShow(value === 'deleted' ? value : '')}
          data={[
            { value: 'active', label: wordings.campaignList.active },
            { value: 'deleted', label: wordings.campaignList.deleted },
          ]}
        />
      </div>
      {runsOf > 0 && <RunsHead campaign={runsOf} onAll={() => setRuns('')} />}
      <Campaigns key={`${kind} ${runsOf}`} show={kind} runsOf={kind === 'active' ? runsOf : 0} />
    </Page>
  );
}

/** Says which campaign's runs are shown instead of all campaigns. */
function RunsHead({ campaign, onAll }: { campaign: number; onAll: () => void }) {
  const { data } = useCall(calls.campaigns.loadName, { campaign, isTemplate: false });
  return (
    <Group mb="md">
      <Title order={2}>{wordings.runsOf(data?.name ?? '…')}</Title>
      <Button variant="default" onClick={onAll}>
        {wordings.allCampaigns}
      </Button>
    </Group>
  );
}

type CampaignsProps = {
  show: 'active' | 'deleted';
  /** Only the copies that automata made of this campaign; 0: all campaigns, these behind it. */
  runsOf: number;
};

/** Those of one kind, page by page. A search, and the deleted ones, show runs beside the others. */
function Campaigns({ show, runsOf }: CampaignsProps) {
  const [search, setSearch] = useSearch();
  // After a duplicate the list starts afresh: no search is written as '' or ' ' in turn (section 4).
  const [noSearch, setNoSearch] = useState<'' | ' '>('');
  const isFolded = runsOf > 0 || (show === 'active' && search === '');
  const form = {
    search: search || noSearch,
    length: PAGE_LIMITS.pageSize,
    show,
    runsOf: isFolded ? runsOf : undefined,
  };
  const sends = useSends();
  const pages = usePages(calls.campaigns.list, form, { rowsOf, idOf });
  const deleted = show === 'deleted';
  // An answer may hold both kinds (section 7): the screen keeps to its own.
  const shown = pages.items.filter((campaign) => (campaign.active === '1') !== deleted);
  const isDone = !pages.isPending && !pages.canLoadMore && !pages.isLoadingMore;

  const startAfresh = () => {
    setSearch('');
    setNoSearch(noSearch === '' ? ' ' : '');
  };

  if (pages.error && pages.items.length === 0)
    return (
      <FailedState
        title={wordings.campaignList.couldntLoadYourCampaigns}
        error={pages.error}
        onRetry={pages.retry}
      />
    );
  return (
    <>
      <Found
        search={search}
        count={pages.isPending ? undefined : shown.length}
        hasMore={pages.canLoadMore}
        one={wordings.campaignList.campaign}
      />
      <VirtualGrid
        items={shown}
        rowHeight={144}
        rowGap={16}
        keyOf={idOf}
        className={classes.grid}
        cardClassName={campaignCard}
        lead={
          deleted || runsOf > 0
            ? undefined
            : (place) => (
                <AddCampaignTile
                  key="add"
                  place={place}
                  first={isDone && pages.items.length === 0 && search === ''}
                />
              )
        }
        tail={
          pages.isPending && (
            <li className={classes.same}>
              <LoadingCards cards={7} height={144} className={classes.same ?? ''} />
            </li>
          )
        }
      >
        {(campaign) => (
          <CampaignCard
            campaign={campaign}
            send={sends.get(campaign.id)}
            onRestored={() => setSearch('')}
            onDuplicated={startAfresh}
          />
        )}
      </VirtualGrid>
      {isDone && shown.length === 0 && (search !== '' || deleted) && (
        <Nothing search={search} onClear={() => setSearch('')} />
      )}
      {!pages.isPending && <InfiniteScroll {...pages} />}
    </>
  );
}

function Nothing({ search, onClear }: { search: string; onClear: () => void }) {
  if (search !== '') return <NothingFound search={search} onClear={onClear} />;
  return (
    <EmptyState icon={IconTrash} title={wordings.campaignList.noDeletedCampaigns}>
      {wordings.campaignList.campaignsYouDelete}
    </EmptyState>
  );
}
