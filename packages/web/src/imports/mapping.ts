/** What each column of a file becomes: as the person chooses it, as the call wants it, and what stands against it. */
import type { calls, ReplyOf } from '@parley/contract';

export type FileColumn = ReplyOf<typeof calls.imports.upload>['columns'][number];

/** `''`: not imported. `new`: a new tag named `newName`. */
export type Target = '' | 'phone' | 'new' | `tag:${number}`;
export type Choice = { index: number; target: Target; newName: string };
type Tag = { id: number; name: string };

/** The longest name that a column may suggest for a tag comes from the server already cut. */
export function suggestedChoices(columns: FileColumn[], tags: Tag[]): Choice[] {
  return columns.map(({ index, name, suggestion }) => ({
    index,
    target: targetOf(suggestion, tags),
    newName: name,
  }));
}

function targetOf(suggestion: string, tags: Tag[]): Target {
  if (suggestion === 'phone') return 'phone';
  if (suggestion.startsWith('newtag:')) return 'new';
  const tag = tags.find(({ id }) => suggestion === `tag:${id}`);
  return tag ? `tag:${tag.id}` : '';
}

/** Choosing the phone column takes the mark off the column that had it. */
export function withTarget(choices: Choice[], index: number, target: Target): Choice[] {
  return choices.map((choice) => {
    if (choice.index === index) return { ...choice, target };
    return target === 'phone' && choice.target === 'phone' ? { ...choice, target: '' } : choice;
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
    if (choice.target === '' || choice.target === 'phone') continue;
    const claim = claimOf(choice, tags);
    const isNew = choice.target === 'new';
    if (isNew && choice.newName.trim() === '') columns.set(choice.index, 'Enter a name for the new tag.');
    else if (isNew && choice.newName.trim().length > longestName)
      columns.set(choice.index, `A tag's name has at most ${longestName} characters.`);
    else if (taken.has(claim)) columns.set(choice.index, 'Another column goes to this tag already.');
    taken.add(claim);
  }
  const hasPhone = choices.some(({ target }) => target === 'phone');
  return { columns, whole: hasPhone ? '' : 'Choose the column that holds the phone numbers.' };
}

/** What a column lays claim to: a new name that a tag has already is that tag. */
function claimOf({ target, newName }: Choice, tags: Tag[]): string {
  if (target !== 'new') return target;
  const known = tags.find(({ name }) => keyOf(name) === keyOf(newName));
  return known ? `tag:${known.id}` : `new:${keyOf(newName)}`;
}

const keyOf = (name: string) => name.trim().normalize('NFKC').toLowerCase();

/** Names of the columns that nothing is made of. */
export function leftOutOf(columns: FileColumn[], choices: Choice[]): string[] {
  const kept = new Set(choices.filter(({ target }) => target !== '').map(({ index }) => index));
  return columns.filter(({ index }) => !kept.has(index)).map(({ name }) => name);
}

/** As `imports/dryRun` wants it. */
export function mappingOf(choices: Choice[]): { index: number; target: string }[] {
  return choices.map(({ index, target, newName }) => ({
    index,
    target: target === 'new' ? `newtag:${newName.trim()}` : target,
  }));
}
