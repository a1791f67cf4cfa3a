import { Button, Group, Menu, Select, Text, Title } from '@mantine/core';
import { calls, DELIVERY_STATES, type ReplyOf, WEBHOOK_KINDS } from '@parley/contract';
import { EVENT_KINDS, type EventKindName } from '@parley/rules/event-kinds.ts';
import { IconChevronDown, IconWebhook } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AskError, ask } from '../data/ask.ts';
import { usePaging } from '../data/paging.ts';
import { showInfo } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { ButtonMenu } from '../kit/button-menu.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { CHOICES_WITHOUT_SEARCH } from '../kit/options-filter.ts';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import classes from './webhooks.module.css';
import { wordings } from './wordings.ts';

type Reply = ReplyOf<typeof calls.webhooks.deliveries>;
export type Delivery = Reply['deliveries'][number];
type Filters = { state: 'all' | (typeof DELIVERY_STATES)[number]; kind: 'all' | EventKindName };

const words = wordings.deliveryLog;
const STATES = [
  { value: 'all', label: words.allStates },
  ...DELIVERY_STATES.map((value) => ({ value, label: words.states[value] })),
];
const KINDS = [
  { value: 'all', label: words.allEvents },
  ...WEBHOOK_KINDS.map((value) => ({ value, label: EVENT_KINDS[value].words.title })),
];
const NO_FILTERS: Filters = { state: 'all', kind: 'all' };
const HOUR_MS = 3_600_000;
const SINCE_HOURS = [1, 24, 7 * 24, 30 * 24];
const REFRESH_MS = 5_000;

/** What was sent to an endpoint, newest first: seen in full, and sent again. */
export function DeliveryLog({ endpoint }: { endpoint: number }) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const [opened, setOpened] = useState<Delivery | null>(null);
  const query = useDeliveries(endpoint, filters);
  const paging = usePaging(query);
  const all = query.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <section className={`card ${classes.section}`} aria-labelledby="deliveries">
      <div className={classes.foot}>
        <div>
          <Title order={2} id="deliveries">
            {words.title}
          </Title>
          <Text c="dimmed">{words.about}</Text>
        </div>
        <ReplayMenu endpoint={endpoint} />
      </div>
      <Group gap="xs">
        <Select
          aria-label={words.state}
          data={STATES}
          value={filters.state}
          onChange={(value) => setFilters({ ...filters, state: (value ?? 'all') as Filters['state'] })}
          allowDeselect={false}
          className={classes.filter ?? ''}
        />
        <Select
          aria-label={words.event}
          data={KINDS}
          searchable={KINDS.length > CHOICES_WITHOUT_SEARCH}
          value={filters.kind}
          onChange={(value) => setFilters({ ...filters, kind: (value ?? 'all') as Filters['kind'] })}
          allowDeselect={false}
          className={classes.filter ?? ''}
        />
      </Group>
      {query.error && !query.data ? (
        <FailedState title={words.couldNotLoad} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <LoadingRows rows={4} />
      ) : all.length === 0 ? (
        <Nothing isFiltered={filters !== NO_FILTERS} />
      ) : (
        <ul className={classes.deliveries}>
          {all.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => setOpened(delivery)} />
          ))}
        </ul>
      )}
      <InfiniteScroll {...paging} />
      <DeliveryDetails delivery={opened} onClose={() => setOpened(null)} />
    </section>
  );
}

function useDeliveries(endpoint: number, filters: Filters) {
  return useInfiniteQuery<Reply, AskError>({
    queryKey: [calls.webhooks.deliveries.path, { endpoint, ...filters }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(calls.webhooks.deliveries, { endpoint, before: pageParam as number, ...filters }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
    // The first page is looked at again; who has scrolled down reads.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= 1 ? REFRESH_MS : false),
  });
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState icon={IconWebhook} title={isFiltered ? words.noneFound : words.none}>
    {isFiltered ? words.tryOthers : words.noneHere}
  </EmptyState>
);

function ReplayMenu({ endpoint }: { endpoint: number }) {
  const replay = useAction(calls.webhooks.replayFailed, {
    invalidates: [calls.webhooks.deliveries, calls.webhooks.list],
    onSuccess: ({ count }) => showInfo(words.replayed(count)),
  });
  const since = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  return (
    <ButtonMenu
      button={(ref) => (
        <Button
          ref={ref}
          variant="default"
          rightSection={<IconChevronDown size={16} />}
          loading={replay.isPending}
        >
          {words.sendFailedAgain}
        </Button>
      )}
    >
      {SINCE_HOURS.map((hours) => (
        <Menu.Item key={hours} onClick={() => replay.mutate({ endpoint, since: since(hours) })}>
          {words.failedSince(hours)}
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}
