import { Table } from '@mantine/core';
import type { calls, ReplyOf } from '@parley/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AskError } from '../data/ask.ts';
import { formatNumber, formatPercent } from '../kit/numbers.tsx';
import { FailedState, LoadingRows } from '../kit/states.tsx';
import classes from './live.module.css';

type Reasons = ReplyOf<typeof calls.blast.reasons>;

/** In the order of the table. */
const STATUS_WORDS: Record<string, string> = {
  delivered: 'Delivered',
  sent: 'Sent, no receipt yet',
  sending: 'Being handed over',
  queued: 'Waiting',
  held: 'Held back',
  undelivered: 'Not delivered',
  failed: 'Failed',
  expired: 'Gave up after many tries',
  unknown: 'Unknown',
  skipped: 'Skipped',
  'not queued': 'Not queued',
};
const ORDER = Object.keys(STATUS_WORDS);

/** Our own reasons; a carrier's are its own words. */
const REASON_WORDS: Record<string, string> = {
  filtered: 'Did not meet the filters',
  'opted-out': 'Opted out',
  'already-blasted': 'Had this campaign already',
  'nothing-to-send': 'Nothing to send to this person',
  balance: 'Balance too low',
  cancelled: 'The blast was cancelled',
};

type ReasonsTableProps = { query: UseQueryResult<Reasons, AskError> };

/** Everybody on the lists in exactly one row, with the reason; the rows add up. */
export function ReasonsTable({ query }: ReasonsTableProps) {
  const { data, error, refetch } = query;
  if (error && !data)
    return (
      <FailedState title="The reasons could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <LoadingRows rows={3} height={40} />;
  if (data.reasons.length === 0) return null;
  const rows = data.reasons.toSorted(
    (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || b.count - a.count,
  );
  const sum = data.reasons.reduce((so, { count }) => so + count, 0);
  return (
    <div className={classes.tableBox}>
      <Table verticalSpacing="xs" className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Status</Table.Th>
            <Table.Th>Reason</Table.Th>
            <Table.Th data-figure="people">People</Table.Th>
            <Table.Th data-figure="share">Share</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ status, reason, count }) => (
            <Table.Tr key={`${status} ${reason}`}>
              <Table.Td>{STATUS_WORDS[status] ?? status}</Table.Td>
              <Table.Td>{REASON_WORDS[reason] ?? (reason || '–')}</Table.Td>
              <Table.Td data-figure="people">{formatNumber(count)}</Table.Td>
              <Table.Td data-figure="share">{formatPercent(count, sum)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={2}>Everybody on the lists</Table.Th>
            <Table.Th data-figure="people">{formatNumber(sum)}</Table.Th>
            <Table.Th data-figure="share">{sum === 0 ? '–' : '100%'}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  );
}
