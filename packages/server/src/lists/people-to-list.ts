/** People who were found by a question put on a list, slice after slice, each in a transaction. */
import { isBlank } from '@parley/rules/blank.ts';
import type { RawBuilder } from 'kysely';
import type { Actor } from '../audit/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { Malformed, NotFound } from '../platform/errors.ts';
import { addList } from './list-changes.ts';
import { addMembers } from './membership.ts';
import { findList } from './store.ts';

/** People of a slice: some seconds' work at most. */
const SLICE = 50_000;

/** `list` 0: a new one of this name. `after`: the last contact of the slice before, 0 at first. */
export type PeopleToList = { list: number; name: string; after: number };

/**
 * Puts the next slice of people on a list; `people`: a query of their ids as `id`, each once. Needs a
 * transaction. Answers the list, how many were taken and after whom it goes on; 0: these were the last.
 * @throws NotFound without such a list, Malformed without a name, Refusal for one that is taken.
 */
export async function putSliceOnList(
  acting: Actor & { db: Db },
  { list, name, after }: PeopleToList,
  people: RawBuilder<unknown>,
): Promise<{ list: number; done: number; next: number }> {
  const { db: trx, accountId, clock } = acting;
  const target = list === 0 ? await addList(acting, named(name)) : list;
  if (!(await findList(trx, accountId, target))) throw new NotFound();
  const found = await rows(
    trx,
    sql<{ id: number }>`
      select found.id from (${people}) found where found.id > ${after} order by found.id limit ${SLICE}`,
  );
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await addMembers(trx, accountId, target, ids, clock.now());
  return { list: target, done: ids.length, next: ids.length === SLICE ? (ids.at(-1) ?? 0) : 0 };
}

function named(given: string): string {
  const name = given.trim();
  if (isBlank(name)) throw new Malformed('ListName', 'Enter a name.');
  return name;
}
