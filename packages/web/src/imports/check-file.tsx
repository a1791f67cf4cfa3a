import { Button, Group, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { addressOf } from '../data/ask.ts';
import { DownloadButton } from '../kit/download.tsx';
import { counted, formatNumber } from '../kit/numbers.tsx';
import { Counts } from './counts.tsx';
import classes from './imports.module.css';
import { leftOutOf } from './mapping.ts';
import type { DryRun, Preparation } from './use-preparation.ts';

/** What the import would do, before anything is stored. */
export function CheckFile({ listName, preparation }: { listName: string; preparation: Preparation }) {
  const { upload, choices, result, backToColumns, start, isStarting } = preparation;
  if (!upload || !result) return null;
  const leftOut = leftOutOf(upload.columns, choices);
  const people = result.added + result.updated;
  return (
    <>
      <Text mb="sm">
        <strong>{upload.fileName}</strong> has {counted(result.rows, 'row')}. Nothing is imported yet.
      </Text>
      <Counts counts={result} future />
      {leftOut.length > 0 && (
        <Text c="dimmed" mt="sm">
          {counted(leftOut.length, 'column')} of the file {leftOut.length === 1 ? 'is' : 'are'} not imported:{' '}
          {leftOut.join(', ')}. Go back to keep {leftOut.length === 1 ? 'it as a tag' : 'them as tags'}.
        </Text>
      )}
      {result.problems.length > 0 && <Problems id={upload.id} result={result} />}
      <div className={classes.foot}>
        <Text c="dimmed">
          {people === 0
            ? 'No row can be imported: choose the column of phone numbers again, or another file.'
            : `They join “${listName}”.`}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={backToColumns}>
            Back
          </Button>
          <Button onClick={start} disabled={people === 0} loading={isStarting}>
            Import {counted(people, 'contact')}
          </Button>
        </Group>
      </div>
    </>
  );
}

function Problems({ id, result: { problems, invalid, duplicates } }: { id: number; result: DryRun }) {
  const all = invalid + duplicates;
  return (
    <div className={`card ${classes.problems}`}>
      <Group justify="space-between" gap="xs" className={classes.problemsHead}>
        <h2>
          {problems.length < all
            ? `The first ${formatNumber(problems.length)} of ${formatNumber(all)} rows that are left out`
            : 'Rows that are left out'}
        </h2>
        <DownloadButton href={addressOf(calls.imports.errors, { id })} variant="subtle">
          All as CSV
        </DownloadButton>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Rows that are left out">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Value</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, value, reason }) => (
              <tr key={`${row} ${reason}`}>
                <td className="tabular">{formatNumber(row)}</td>
                <td>{value === '' ? '–' : value}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
