import { Anchor, Table, Text } from '@mantine/core';
import type { calls, ReplyOf } from '@parley/contract';
import { explainCode } from '@parley/rules/carrier-error-codes.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskError } from '../data/ask.ts';
import { formatNumber, formatPercent } from '../kit/numbers.tsx';
import { FailedState, LoadingRows } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import classes from './live.module.css';
import {
  type RecipientGroup,
  reasonWords,
  recipientGroupWords,
  recipientStatusWords,
  STATUS_ORDER,
} from './reason-words.ts';
import { RecipientGroupPeople } from './recipient-group-people.tsx';
import { wordings } from './wordings.ts';

type Reasons = ReplyOf<typeof calls.blast.reasons>;
type ReasonsTableProps = { blast: number; query: UseQueryResult<Reasons, AskError> };

/** Everybody on the lists in exactly one row, with the reason; the rows add up, and each opens its people. */
export function ReasonsTable({ blast, query }: ReasonsTableProps) {
  const [open, setOpen] = useState<RecipientGroup | null>(null);
  const { data, error, refetch } = query;
  if (error && !data)
    return (
      <FailedState
        title={wordings.reasonsTable.couldntLoadTheReasons}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <LoadingRows rows={3} height={40} />;
  if (data.reasons.length === 0) return null;
  const rows = data.reasons.toSorted(
    (a, b) => STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status) || b.count - a.count,
  );
  const sum = data.reasons.reduce((so, { count }) => so + count, 0);
  return (
    <div className={classes.tableBox}>
      <Table verticalSpacing="xs" className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{wordings.reasonsTable.status}</Table.Th>
            <Table.Th>{wordings.reasonsTable.reason}</Table.Th>
            <Table.Th data-figure="people">{common.people}</Table.Th>
            <Table.Th data-figure="share">{wordings.reasonsTable.share}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.status} ${row.reason} ${row.code}`}>
              <Table.Td>{recipientStatusWords(row)}</Table.Td>
              <Table.Td>
                <Why group={row} />
              </Table.Td>
              <Table.Td data-figure="people">
                <Anchor
                  component="button"
                  type="button"
                  onClick={() => setOpen(row)}
                  aria-label={`${formatNumber(row.count)} people: ${recipientGroupWords(row)}`}
                >
                  {formatNumber(row.count)}
                </Anchor>
              </Table.Td>
              <Table.Td data-figure="share">{formatPercent(row.count, sum)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={2}>{wordings.reasonsTable.everyoneOnTheLists}</Table.Th>
            <Table.Th data-figure="people">{formatNumber(sum)}</Table.Th>
            <Table.Th data-figure="share">{sum === 0 ? '–' : '100%'}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      <RecipientGroupPeople blast={blast} group={open} onClose={() => setOpen(null)} />
    </div>
  );
}

/** The reason, and what the carrier's code means. */
function Why({ group: { reason, code } }: { group: RecipientGroup }) {
  if (reason === '' && code === '') return '–';
  const explained = code === '' ? null : explainCode(code);
  const words = reasonWords(reason);
  const help = reason === 'balance' ? wordings.reasonsTable.sendAnotherWithCredits : '';
  const more = [words === '' ? '' : explained?.means, explained?.advice].filter(Boolean).join(' ');
  return (
    <>
      {words || explained?.means || wordings.reasonsTable.noDetailsFromTheCarrier}
      {help !== '' && <Text c="dimmed">{help}</Text>}
      {code !== '' && <Text c="dimmed">{wordings.reasonsTable.code(code, more && ` · ${more}`)}</Text>}
    </>
  );
}
