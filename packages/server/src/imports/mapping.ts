/**
 * What each column becomes: checked against the file and the account's tags, and turned into what the reader
 * needs.
 */

import { calls } from '@parley/contract';
import { isBlank } from '@parley/rules/blank.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { Malformed, NotFound, Refusal } from '../platform/errors.ts';
import { nameKey } from '../platform/names.ts';
import type { Mapping } from './rows.ts';
import type { ColumnTarget } from './store.ts';

const FIELD = calls.imports.dryRun.form.mapping.wire;
const TAG = /^tag:([1-9]\d{0,14})$/;
const NEW_TAG = 'newtag:';
const OPT_OUT = 'optout';

/** Tags of the account: names by id, and ids by compared name. */
export type Tags = { names: ReadonlyMap<number, string>; ids: ReadonlyMap<string, number> };

/**
 * The mapping to keep: ignored columns left out, a new tag that exists already taken as that tag. Refused
 * without exactly one phone column, or with two columns for one tag.
 */
export function checkMapping(given: readonly ColumnTarget[], columns: number, tags: Tags): ColumnTarget[] {
  const kept = given.filter(({ target }) => target !== '').map((each) => checkTarget(each, columns, tags));
  if (new Set(kept.map(({ index }) => index)).size !== kept.length)
    throw new Malformed(FIELD, 'MAPPING names a column twice.');
  const phones = kept.filter(({ target }) => target === 'phone').length;
  if (phones !== 1) throw new Refusal('Choose the column with the phone numbers.', FIELD);
  const targets = kept.map(({ target }) =>
    isNewTag(target) ? `${NEW_TAG}${nameKey(newTagName(target))}` : target,
  );
  if (new Set(targets).size !== targets.length)
    throw new Refusal('Two columns are set to the same thing. Choose one of them.', FIELD);
  return kept;
}

function checkTarget({ index, target }: ColumnTarget, columns: number, tags: Tags): ColumnTarget {
  if (index >= columns) throw new Malformed(FIELD, 'MAPPING names a column that the file does not have.');
  if (target === 'phone' || target === OPT_OUT) return { index, target };
  const id = TAG.exec(target)?.[1];
  if (id !== undefined) {
    if (!tags.names.has(Number(id))) throw new NotFound();
    return { index, target };
  }
  if (!isNewTag(target)) throw new Malformed(FIELD, 'MAPPING has an unknown TARGET.');
  const name = newTagName(target);
  if (isBlank(name)) throw new Refusal('Enter a name for the new tag.', FIELD);
  if (name.length > TEXT_LIMITS.tagName)
    throw new Refusal(`A tag’s name has at most ${TEXT_LIMITS.tagName} characters.`, FIELD);
  const known = tags.ids.get(nameKey(name));
  return { index, target: known === undefined ? `${NEW_TAG}${name}` : `tag:${known}` };
}

export function isNewTag(target: string): boolean {
  return target.startsWith(NEW_TAG);
}

export function newTagName(target: string): string {
  return target.slice(NEW_TAG.length).trim();
}

/** For the reader of the file. A new tag that is not added yet stands by its name. */
export function mappingOf(targets: readonly ColumnTarget[], names: ReadonlyMap<number, string>): Mapping {
  const columnOf = (wanted: string) => targets.find(({ target }) => target === wanted)?.index ?? -1;
  const tags = targets
    .filter(({ target }) => target !== 'phone' && target !== OPT_OUT)
    .map(({ index, target }) => {
      if (isNewTag(target)) return { index, tag: target, name: newTagName(target) };
      const id = target.slice('tag:'.length);
      return { index, tag: id, name: names.get(Number(id)) ?? 'The tag' };
    });
  return { phone: columnOf('phone'), optOut: columnOf(OPT_OUT), tags };
}
