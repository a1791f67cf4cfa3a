/** What translators get of a campaign, and what becomes of it when it comes back. Pure. */
import type { Step } from '@parley/engine/flow.ts';
import { outdatedTexts, sourceTexts, translationOf, withTranslation } from '@parley/engine/translations.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { titleOf } from '../steps/looks.ts';
import { textLabel } from './text-labels.ts';

/** A text to be translated. */
export type Unit = { step: Step; key: string; id: string; place: string; field: string; original: string };

/** Every text of the steps that is written, in their order. */
export const unitsOf = (steps: readonly Step[]): Unit[] =>
  steps.flatMap((step) =>
    sourceTexts(step)
      .filter(({ text }) => text.trim() !== '')
      .map((source) => ({
        step,
        key: source.key,
        id: `${step.id}:${source.key}`,
        place: `${step.position}. ${titleOf(step)}`,
        field: textLabel(source),
        original: source.text,
      })),
  );

/** A translation as a file has it. `original`: what it is a translation of, as the file has that. */
export type FileRow = {
  id: string;
  language: string;
  original: string;
  said: string;
  /** Whoever sent it says that it is translated; absent: the file says nothing of that. */
  isDone?: boolean;
};

/** Whether a text in a language was translated before its original became what it is. */
export const isOutdated = ({ step, key }: Unit, language: string): boolean =>
  outdatedTexts(step, language).some((each) => each.key === key);

/** A file cannot be read, in words for whoever chose it. */
export class UnreadableFile extends Error {}

/** `confirmed`: outdated until now, and said to fit as it is. */
export type RowState = 'new' | 'changed' | 'confirmed' | 'same' | 'stale' | 'unknown' | 'long';
export type PlannedRow = FileRow & { state: RowState; unit: Unit | undefined };

/** Line ends are those of whatever wrote the file; blanks at its ends are nobody's wish. */
export const normalised = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/** What each row of a file would do; rows that say nothing are left out. */
export function planRows(rows: readonly FileRow[], steps: readonly Step[]): PlannedRow[] {
  const units = new Map(unitsOf(steps).map((unit) => [unit.id, unit]));
  const last = new Map(rows.map((row) => [`${row.language} ${row.id}`, row]));
  return [...last.values()]
    .map((row) => ({ ...row, said: normalised(row.said), unit: units.get(row.id) }))
    .filter(({ said }) => said !== '')
    .map((row) => ({ ...row, state: stateOf(row) }));
}

function stateOf({ unit, language, original, said, isDone }: Omit<PlannedRow, 'state'>): RowState {
  if (!unit) return 'unknown';
  const limit = unit.key.startsWith('phrases:') ? TEXT_LIMITS.phrases : TEXT_LIMITS.message;
  if (said.length > limit) return 'long';
  const present = normalised(translationOf(unit.step, language, unit.key));
  const isStale = normalised(unit.original) !== normalised(original);
  if (present === said) return isDone && !isStale && isOutdated(unit, language) ? 'confirmed' : 'same';
  if (isStale) return 'stale';
  return present === '' ? 'new' : 'changed';
}

/** A step with the rows that are taken, each as a translation of what the file has as its original. */
export function withRows(step: Step, rows: readonly PlannedRow[]): Step {
  const own = rows.filter(({ unit }) => unit?.step.id === step.id);
  return own.reduce(
    (now, { language, unit, said, original }) =>
      withTranslation(now, language, unit?.key ?? '', said, original),
    step,
  );
}
