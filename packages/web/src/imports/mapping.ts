/**
 * What each column of a file becomes: as the person chooses it, as the call wants it, and what stands against
 * it.
 */
import type { calls, ReplyOf } from '@parley/contract';
import { wordings } from './wordings.ts';

export type FileColumn = ReplyOf<typeof calls.imports.upload>['columns'][number];

/** `''`: not imported. `optout`: whom it says so of is opted out. `new`: a new tag named `newName`. */
export type ColumnTarget = '' | 'phone' | 'optout' | 'new' | `tag:${number}`;
export type Choice = { index: number; target: ColumnTarget; newName: string };
type Tag = { id: number; name: string };

const NEW_TAG = 'newtag:';
const words = wordings.faults;
const isOnce = (target: ColumnTarget) => target === 'phone' || target === 'optout';

/** The longest name that a column may suggest for a tag comes from the server already cut. */
export function suggestedChoices(columns: FileColumn[], tags: Tag[]): Choice[] {
  return columns.map(({ index, name, suggestion }) => ({
    index,
    target: targetOf(suggestion, tags),
    newName: suggestion.startsWith(NEW_TAG) ? suggestion.slice(NEW_TAG.length) : name,
  }));
}

function targetOf(suggestion: string, tags: Tag[]): ColumnTarget {
  if (suggestion === 'phone' || suggestion === 'optout') return suggestion;
  if (suggestion.startsWith(NEW_TAG)) return 'new';
  const tag = tags.find(({ id }) => suggestion === `tag:${id}`);
  return tag ? `tag:${tag.id}` : '';
}

/**
 * There is one column of phone numbers and one of opt-outs: choosing another takes the mark off the one that
 * had it.
 */
export function withTarget(choices: Choice[], index: number, target: ColumnTarget): Choice[] {
  return choices.map((choice) => {
    if (choice.index === index) return { ...choice, target };
    return isOnce(target) && choice.target === target ? { ...choice, target: '' } : choice;
  });
}

/** Every column that is not imported yet becomes a tag: the one of its name, or a new one. */
export function withAllAsTags(choices: Choice[], tags: Tag[]): Choice[] {
  const taken = new Set(choices.map((choice) => claimOf(choice, tags)));
  return choices.map((choice) => {
    if (choice.target !== '') return choice;
    const known = tags.find(({ name }) => keyOf(name) === keyOf(choice.newName));
    const next: Choice = { ...choice, target: known ? `tag:${known.id}` : 'new' };
    const claim = claimOf(next, tags);
    if (taken.has(claim)) return choice;
    taken.add(claim);
    return next;
  });
}

export type MappingFaults = {
  /** By column. */
  columns: Map<number, string>;
  /** Of the whole, e.g. no phone column. */
  whole: string;
};

export function faultsOf(choices: Choice[], tags: Tag[], longestName: number): MappingFaults {
  const columns = new Map<number, string>();
  const taken = new Set<string>();
  for (const choice of choices) {
    if (choice.target === '' || isOnce(choice.target)) continue;
    const claim = claimOf(choice, tags);
    const isNew = choice.target === 'new';
    if (isNew && choice.newName.trim() === '') columns.set(choice.index, words.blankName);
    else if (isNew && choice.newName.trim().length > longestName)
      columns.set(choice.index, words.longName(longestName));
    else if (taken.has(claim)) columns.set(choice.index, words.taken);
    taken.add(claim);
  }
  const hasPhone = choices.some(({ target }) => target === 'phone');
  return { columns, whole: hasPhone ? '' : words.noPhone };
}

/** What a column lays claim to: a new name that a tag has already is that tag. */
function claimOf({ target, newName }: Choice, tags: Tag[]): string {
  if (target !== 'new') return target;
  const known = tags.find(({ name }) => keyOf(name) === keyOf(newName));
  return known ? `tag:${known.id}` : `new:${keyOf(newName)}`;
}

const keyOf = (name: string) => name.trim().normalize('NFKC').toLowerCase();

/** Names of the columns that nothing is made of. */
export function unusedColumns(columns: FileColumn[], choices: Choice[]): string[] {
  const kept = new Set(choices.filter(({ target }) => target !== '').map(({ index }) => index));
  return columns.filter(({ index }) => !kept.has(index)).map(({ name }) => name);
}

/** As `imports/dryRun` wants it. */
export function mappingOf(choices: Choice[]): { index: number; target: string }[] {
  return choices.map(({ index, target, newName }) => ({
    index,
    target: target === 'new' ? `${NEW_TAG}${newName.trim()}` : target,
  }));
}
