import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useRef, useState } from 'react';
import { addressOf } from '../data/ask.ts';
import { countryName } from '../kit/country-select.tsx';
import { DownloadButton } from '../kit/download.tsx';
import { Filled } from '../kit/filled.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { common } from '../kit/wordings.ts';
import { ImportCountsTable } from './counts.tsx';
import classes from './imports.module.css';
import { unusedColumns } from './mapping.ts';
import type { DryRun, Preparation } from './use-preparation.ts';
import { wordings } from './wordings.ts';

const words = wordings.check;

type CheckFileProps = { listName: string; preparation: Preparation; onBack: () => void };

/** What the import would do, before anything is stored; and whether its people agreed. */
export function CheckFile({ listName, preparation, onBack }: CheckFileProps) {
  const { upload, choices, country, result, start, isStarting } = preparation;
  const [agreed, setAgreed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [note, setNote] = useState('');
  const box = useRef<HTMLInputElement>(null);
  if (!upload || !result) return null;
  const leftOut = unusedColumns(upload.columns, choices);
  const people = result.added + result.updated;
  const startAgreed = () => {
    if (agreed) return start(note);
    setMissing(true);
    box.current?.focus();
  };
  const isNobody = people + result.newOptOuts === 0;
  return (
    <>
      <Text mb="sm">
        <Filled words={words.nothingYet(result.rows)} parts={{ file: <strong>{upload.fileName}</strong> }} />
      </Text>
      <ImportCountsTable counts={result} future />
      {result.abroad > 0 && (
        <Text c="dimmed" mt="sm">
          {words.abroad(result.abroad, countryName(country))}
        </Text>
      )}
      {leftOut.length > 0 && (
        <Text c="dimmed" mt="sm">
          {words.leftOut(leftOut)}
        </Text>
      )}
      {result.problems.length > 0 && <Problems id={upload.id} result={result} />}
      {!isNobody && (
        <div className={`card ${classes.consent}`}>
          <Checkbox
            ref={box}
            label={words.consent}
            description={words.consentAbout}
            checked={agreed}
            onChange={({ currentTarget: { checked } }) => {
              setAgreed(checked);
              setMissing(false);
            }}
            error={isMissing ? words.consentMissing : undefined}
          />
          <TextInput
            label={words.consentNote}
            placeholder={words.consentExample}
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
            maxLength={TEXT_LIMITS.consentNote}
          />
        </div>
      )}
      <div className={classes.foot}>
        <Text c="dimmed">{isNobody ? words.nobody : words.join(listName)}</Text>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={onBack}>
            {words.back}
          </Button>
          <Button onClick={startAgreed} disabled={isNobody} loading={isStarting}>
            {words.start(people)}
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
            ? wordings.checkFile.theFirstOfRows(problems.length, all)
            : wordings.checkFile.rowsThatAreLeftOut}
        </h2>
        <DownloadButton href={addressOf(calls.imports.errors, { id })} variant="subtle">
          {wordings.checkFile.allAsCsv}
        </DownloadButton>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by
          keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={wordings.checkFile.rowsThatAreLeftOut}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{wordings.checkFile.row}</th>
              <th scope="col">{common.value}</th>
              <th scope="col">{wordings.checkFile.why}</th>
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
