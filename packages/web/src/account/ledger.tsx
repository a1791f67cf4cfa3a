import { Anchor, Table, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { IconCoins } from '@tabler/icons-react';
import { Link } from 'react-router';
import { addressOf } from '../data/ask.ts';
import { useCall, usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { DownloadButton } from '../kit/download.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { Page } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { VirtualTableBody } from '../kit/virtual-list.tsx';
import { common } from '../kit/wordings.ts';
import classes from './ledger.module.css';
import { wordings } from './wordings.ts';

type Ledger = ReplyOf<typeof calls.delivery.ledger>;
type Entry = Ledger['entries'][number];
const rowsOf = (reply: Ledger) => reply.entries;
const idOf = (entry: Entry) => entry.id;

const KINDS: Record<string, { label: string; sign: 1 | 0 | -1 }> = {
  grant: { label: wordings.ledger.creditsAdded, sign: 1 },
  reserve: { label: wordings.ledger.reservedForABlast, sign: -1 },
  'spend-reserved': { label: wordings.ledger.spentFromReserve, sign: 0 },
  return: { label: wordings.ledger.reserveReleased, sign: 1 },
  spend: { label: wordings.ledger.spent, sign: -1 },
  refund: { label: wordings.ledger.refunded, sign: 1 },
};

const SUMS = [
  { key: 'balance', label: wordings.ledger.left },
  { key: 'reserved', label: wordings.ledger.reserved },
  { key: 'spent', label: wordings.ledger.spent },
  { key: 'granted', label: wordings.ledger.totalAdded },
] as const;

/** /account/credits: where every credit came from and went. */
export function CreditsLedger() {
  const sums = useCall(calls.delivery.ledger, { start: 0 });
  const pages = usePages(calls.delivery.ledger, {}, { rowsOf, idOf });
  return (
    <Page
      title={common.credits}
      crumbs={[{ label: common.myAccount, to: '/account' }]}
      about={wordings.ledger.whatACreditSends}
      action={
        <DownloadButton href={addressOf(calls.delivery.exportLedger, {})}>
          {wordings.shared.downloadCsv}
        </DownloadButton>
      }
    >
      {pages.error && pages.items.length === 0 ? (
        <FailedState
          title={wordings.ledger.couldntLoadYourCredits}
          error={pages.error}
          onRetry={pages.retry}
        />
      ) : pages.isPending ? (
        <>
          <Sums sums={sums.data} />
          <Rows>
            <LoadingRows rows={8} />
          </Rows>
        </>
      ) : pages.items.length === 0 ? (
        <EmptyState icon={IconCoins} title={wordings.ledger.noCreditsYet}>
          {wordings.ledger.everyCreditYouAdd}
        </EmptyState>
      ) : (
        <>
          <Sums sums={sums.data} />
          <Entries entries={pages.items} />
          <InfiniteScroll {...pages} />
        </>
      )}
    </Page>
  );
}

function Sums({ sums }: { sums: Ledger | undefined }) {
  return (
    <dl className={`card ${classes.sums}`}>
      {SUMS.map(({ key, label }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className="tabular">{sums ? formatNumber(sums[key]) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <div className={`card ${classes.entries}`}>
      <Table verticalSpacing="sm" className="tabular" aria-rowcount={entries.length + 1}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.wideOnly ?? ''}>{wordings.shared.when}</Table.Th>
            <Table.Th>{wordings.shared.what}</Table.Th>
            <Table.Th data-figure>{common.credits}</Table.Th>
            <Table.Th data-figure>{wordings.ledger.left}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <VirtualTableBody items={entries} rowHeight={41} keyOf={({ id }) => id}>
          {(entry, row) => (
            <Table.Tr {...row}>
              <Table.Td className={classes.wideOnly ?? ''}>
                <DateText at={entry.at} />
              </Table.Td>
              <Table.Td>
                <What entry={entry} />
                <Text component="div" c="dimmed" className={classes.narrowOnly ?? ''}>
                  <DateText at={entry.at} />
                </Text>
              </Table.Td>
              <Table.Td data-figure>{creditsText(entry)}</Table.Td>
              <Table.Td data-figure>{formatNumber(entry.balanceAfter)}</Table.Td>
            </Table.Tr>
          )}
        </VirtualTableBody>
      </Table>
    </div>
  );
}

function What({ entry: { kind, blast, campaign, name, messages, note } }: { entry: Entry }) {
  const details = [
    messages > 0 && `${formatNumber(messages)} ${messages === 1 ? 'message' : 'messages'}`,
    note,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      {KINDS[kind]?.label ?? kind}
      {blast > 0 && (
        <>
          {': '}
          <Anchor component={Link} underline="always" to={`/blast/${campaign}/live/${blast}`}>
            <bdi>{name || `blast ${blast}`}</bdi>
          </Anchor>
        </>
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

/** With a sign where the balance changes. */
function creditsText({ kind, credits }: Entry): string {
  const sign = KINDS[kind]?.sign ?? 0;
  return `${sign > 0 ? '+' : sign < 0 ? '−' : ''}${formatNumber(credits)}`;
}
