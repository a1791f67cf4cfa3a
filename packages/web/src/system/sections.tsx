/** What the System screen tells in tables. */
import { Table, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { DateText } from '../kit/date-text.tsx';
import { Notice } from '../kit/notice.tsx';
import { formatDuration, formatNumber } from '../kit/numbers.tsx';
import { formatBytes } from './bytes.ts';
import classes from './system.module.css';
import type { System } from './system-page.tsx';
import { wordings } from './wordings.ts';

type Column = { label: string; isFigure?: boolean; isWide?: boolean };
type SectionProps = {
  title: string;
  about?: ReactNode;
  columns: readonly Column[];
  /** Each with a key of its own first, then a cell for each column. */
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
  /** Instead of a table without rows. */
  none: string;
};

function Section({ title, about, columns, rows, none }: SectionProps) {
  const id = useId();
  const looks = ({ isFigure, isWide }: Column) => ({
    'data-figure': isFigure || undefined,
    className: `${isFigure ? 'tabular' : classes.name} ${isWide ? classes.wideOnly : ''}`,
  });
  return (
    <section className={`card ${classes.section}`} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {about}
      {rows.length === 0 ? (
        <p>{none}</p>
      ) : (
        <div className={classes.scroll}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Th key={column.label} {...looks(column)} data-heading>
                    {column.label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(([key, ...cells]) => (
                <Table.Tr key={key}>
                  {columns.map((column, n) => (
                    <Table.Td key={column.label} {...looks(column)}>
                      {cells[n]}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  );
}

const figure = (label: string): Column => ({ label, isFigure: true });
const count = (given: number) => (given < 0 ? wordings.shared.notCounted : formatNumber(given));

export function QueuesSection({ system: { queues, circuits, unconfirmed } }: { system: System }) {
  return (
    <Section
      title={wordings.queues.title}
      about={
        <p>
          {wordings.queues.circuits(circuits)} {wordings.queues.unconfirmed(unconfirmed)}
        </p>
      }
      columns={[{ label: wordings.queues.what }, figure(wordings.queues.due), figure(wordings.queues.late)]}
      rows={queues.map(({ queue, due, seconds }) => [
        queue,
        wordings.queues.names[queue],
        count(due),
        seconds === 0 ? wordings.queues.onTime : formatDuration(seconds),
      ])}
      none={wordings.queues.unknown}
    />
  );
}

const ANSWERS: Readonly<Record<string, string>> = {
  accepted: wordings.sends.accepted,
  rejected: wordings.sends.refused,
  throttled: wordings.sends.slowedDown,
  unknown: wordings.sends.noAnswer,
};

export function SendsSection({ counts }: { counts: System['counts'] }) {
  const answers = counts.filter(({ kind }) => kind === 'answer');
  const receipts = counts.filter(({ kind }) => kind === 'receipt');
  const carriers = [...new Set(answers.map(({ name }) => name.split(' ')[0] ?? ''))];
  const countOf = (carrier: string, answer: string) =>
    answers.find(({ name }) => name === `${carrier} ${answer}`)?.count ?? 0;
  const told = receipts.map(({ name, count }) => `${formatNumber(count)} ${name}`).join(', ');
  return (
    <Section
      title={wordings.sends.title}
      about={<p>{told === '' ? wordings.sends.noReceipts : `${wordings.sends.receipts} ${told}.`}</p>}
      columns={[{ label: wordings.sends.carrier }, ...Object.values(ANSWERS).map(figure)]}
      rows={carriers.map((carrier) => [
        carrier,
        carrier,
        ...Object.keys(ANSWERS).map((answer) => formatNumber(countOf(carrier, answer))),
      ])}
      none={wordings.sends.none}
    />
  );
}

const ROLES: Readonly<Record<string, string>> = {
  all: wordings.processes.servesAndWorks,
  web: wordings.processes.serves,
  worker: wordings.processes.works,
};
/** Whoever lives tells so every few seconds. */
const SILENT_MS = 60_000;

export function ProcessesSection({ processes, at }: { processes: System['processes']; at: string }) {
  const isSilent = (seen: string) => Date.parse(at) - Date.parse(seen) > SILENT_MS;
  return (
    <Section
      title={wordings.processes.title}
      columns={[
        { label: wordings.processes.role },
        { label: wordings.processes.machine },
        { label: wordings.processes.process, isFigure: true },
        { label: wordings.processes.version, isWide: true },
        { label: wordings.processes.since, isWide: true },
        { label: wordings.processes.seen },
      ]}
      rows={processes.map(({ role, host, number, version, since, seen }) => [
        `${host} ${number} ${since}`,
        ROLES[role] ?? role,
        host,
        number || '',
        version,
        since === '' ? '' : <DateText key="since" at={since} />,
        isSilent(seen) ? (
          <DateText key="seen" at={seen} as="relative" />
        ) : (
          <DateText key="seen" at={seen} as="time" />
        ),
      ])}
      none={wordings.processes.none}
    />
  );
}

export function ErrorsSection({ counts }: { counts: System['counts'] }) {
  return (
    <Section
      title={wordings.errors.title}
      columns={[
        { label: wordings.errors.what },
        figure(wordings.errors.times),
        { label: wordings.errors.last },
      ]}
      rows={counts
        .filter(({ kind }) => kind === 'error')
        .map(({ name, count, lastAt }) => [
          name,
          name,
          formatNumber(count),
          <DateText key="last" at={lastAt} as="relative" />,
        ])}
      none={wordings.errors.none}
    />
  );
}

export function DatabaseSection({ system }: { system: System }) {
  const { connections, mostConnections, waiting, longestSeconds, replicas, updating, tables } = system;
  return (
    <Section
      title={wordings.database.title}
      about={
        <>
          <p>
            {[
              wordings.database.connections(connections, mostConnections),
              wordings.database.waiting(waiting),
              wordings.database.longest(longestSeconds),
              wordings.database.replicas(replicas),
            ].join(' · ')}
          </p>
          {updating.length > 0 && (
            <Notice
              title={wordings.database.updating}
              tone={updating.some(({ problem }) => problem) ? 'warning' : 'info'}
            >
              {updating.map(({ name, looked, problem }) => (
                <div key={name}>
                  {wordings.database.looked(name, formatNumber(looked))} {problem}
                </div>
              ))}
            </Notice>
          )}
        </>
      }
      columns={[
        { label: wordings.database.table },
        figure(wordings.database.size),
        figure(wordings.database.rows),
      ]}
      rows={tables.map(({ name, bytes, rows }) => [name, name, formatBytes(bytes), count(rows)])}
      none=""
    />
  );
}
