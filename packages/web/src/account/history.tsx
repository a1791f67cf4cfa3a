import { Select, Table, Text } from '@mantine/core';
import {
  ACT_GROUPS,
  ACT_KINDS,
  type Act,
  type ActGroup,
  type ActKind,
  AUDIT_ACTIONS,
  calls,
  type ReplyOf,
} from '@parley/contract';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type AskError, addressOf, ask } from '../data/ask.ts';
import { usePaging } from '../data/paging.ts';
import { useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { DateText } from '../kit/date-text.tsx';
import { DownloadButton } from '../kit/download.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { Page } from '../kit/page.tsx';
import { Rows, RowsBar } from '../kit/rows.tsx';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { VirtualTableBody } from '../kit/virtual-list.tsx';
import { common } from '../kit/wordings.ts';
import classes from './history.module.css';
import { useIsOwner } from './owner-only.tsx';
import { wordings } from './wordings.ts';

type Reply = ReplyOf<typeof calls.audit.list>;
type Noted = Reply['acts'][number];

const GROUPS: Record<ActGroup | 'all', string> = {
  all: wordings.history.everything,
  access: wordings.history.signIns,
  team: wordings.history.teamAndAccount,
  sending: common.sending,
  things: wordings.history.createdChangedDeleted,
  people: wordings.history.contactsAndOptOuts,
};

/** /account/history: what happened in the account, and by whom. For owners. */
export function HistoryPage() {
  const isOwner = useIsOwner();
  const { data } = useCall(calls.retention.kept, {});
  const months = data?.kinds.find(({ kind }) => kind === 'history')?.months;
  const [shown, setShown] = useQueryParam('show');
  const group = ACT_GROUPS.find((one) => one === shown) ?? 'all';
  return (
    <Page
      title={wordings.shared.history}
      crumbs={[{ label: common.myAccount, to: '/account' }]}
      about={months === undefined ? wordings.history.whoDidWhat : wordings.history.keptFor(months)}
      action={
        isOwner && (
          <DownloadButton href={addressOf(calls.audit.exportAll, {})}>
            {wordings.shared.downloadCsv}
          </DownloadButton>
        )
      }
    >
      {isOwner ? (
        <>
          <RowsBar>
            <Select
              aria-label={wordings.history.show}
              data={Object.entries(GROUPS).map(([value, label]) => ({ value, label }))}
              value={group}
              onChange={(value) => setShown(!value || value === 'all' ? '' : value)}
              allowDeselect={false}
              w={240}
            />
          </RowsBar>
          <Acts group={group} />
        </>
      ) : (
        <EmptyState icon={IconHistory} title={wordings.history.forAccountOwners}>
          {wordings.history.onlyAccountOwnersCanSee}
        </EmptyState>
      )}
    </Page>
  );
}

function Acts({ group }: { group: ActGroup | 'all' }) {
  const query = useInfiniteQuery<Reply, AskError>({
    queryKey: [calls.audit.list.path, { group }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(calls.audit.list, { before: pageParam as number, group }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
  });
  const paging = usePaging(query);
  const acts = query.data?.pages.flatMap((page) => page.acts) ?? [];
  if (query.error && acts.length === 0)
    return (
      <FailedState
        title={wordings.history.theHistoryCouldNot}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.isPending)
    return (
      <Rows>
        <LoadingRows rows={8} />
      </Rows>
    );
  if (acts.length === 0)
    return (
      <EmptyState icon={IconHistory} title={wordings.history.nothingYet}>
        {wordings.history.everythingYourTeamDoesWill}
      </EmptyState>
    );
  return (
    <>
      <ActTable acts={acts} />
      <InfiniteScroll {...paging} />
    </>
  );
}

function ActTable({ acts }: { acts: readonly Noted[] }) {
  return (
    <div className={`card ${classes.acts}`}>
      <Table verticalSpacing="sm" aria-rowcount={acts.length + 1}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.wideOnly ?? ''}>{wordings.shared.when}</Table.Th>
            <Table.Th className={classes.wideOnly ?? ''}>{wordings.history.who}</Table.Th>
            <Table.Th>{wordings.shared.what}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <VirtualTableBody items={acts} rowHeight={41} keyOf={({ id }) => id}>
          {(each, row) => (
            <Table.Tr {...row}>
              <Table.Td className={`tabular ${classes.wideOnly} ${classes.when}`}>
                <DateText at={each.at} />
              </Table.Td>
              <Table.Td className={classes.wideOnly ?? ''}>{whoOf(each)}</Table.Td>
              <Table.Td>
                <What noted={each} />
                <Text component="div" c="dimmed" className={classes.narrowOnly ?? ''}>
                  {whoOf(each)}, <DateText at={each.at} />
                </Text>
              </Table.Td>
            </Table.Tr>
          )}
        </VirtualTableBody>
      </Table>
    </div>
  );
}

/** Nobody of the account: an automata, or whoever runs the server, who is named where the address stands. */
const whoOf = ({ actor, address }: Noted): string => actor || address || 'Parley';

/** Kinds whose name says by itself what they are. */
const PLAIN = new Set<string>(['user', 'invitation', 'import', 'blast']);

function What({ noted: { act, kind, thing, name, detail, address, actor } }: { noted: Noted }) {
  // Where from matters where somebody comes in; the file has it of everything.
  const isEntry = actor !== '' && address !== '' && AUDIT_ACTIONS[act as Act]?.group === 'access';
  const details = [detail, isEntry && `from ${address}`].filter(Boolean).join(', ');
  const called = ACT_KINDS[kind as ActKind] ?? kind;
  return (
    <>
      {AUDIT_ACTIONS[act as Act]?.words ?? act}
      {kind !== '' && !PLAIN.has(kind) && ` the ${called}`}
      {kind !== '' && (
        <b className={classes.name}>
          {' '}
          <bdi>{name || thing}</bdi>
        </b>
      )}
      {details !== '' && (
        <Text span c="dimmed">
          {' · '}
          {details}
        </Text>
      )}
    </>
  );
}
