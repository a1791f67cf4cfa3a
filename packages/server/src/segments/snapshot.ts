/** The people of a segment put on a list, as they are now: slice after slice, each in a transaction. */
import type { calls, FormOf, ReplyOf } from '@parley/contract';
import { addMembers, findList, insertList } from '../lists/index.ts';
import { type Db, isUniqueViolation, rows, sql, transact } from '../platform/db/database.ts';
import { Malformed, NotFound, Refusal } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { segmentPeople } from './compile.ts';
import { planOf } from './meaning.ts';

/** People of a slice: some seconds' work at most. */
const SLICE = 50_000;

type Snapshot = typeof calls.segments.snapshot;

export function snapshotSlice(
  { db, accountId, clock }: Context,
  { segment, list, name, after }: FormOf<Snapshot>,
): Promise<ReplyOf<Snapshot>> {
  return transact(db, async (trx) => {
    const plan = await planOf(trx, accountId, segment, clock.now());
    const target = list === 0 ? await newList(trx, accountId, name, clock.now()) : list;
    if (!(await findList(trx, accountId, target))) throw new NotFound();
    const people = await rows(
      trx,
      sql<{ id: number }>`
        select found.id from (${segmentPeople(accountId, plan)}) found
        where found.id > ${after} order by found.id limit ${SLICE}`,
    );
    const ids = people.map(({ id }) => id);
    if (ids.length > 0) await addMembers(trx, accountId, target, ids, clock.now());
    return { list: target, done: ids.length, next: ids.length === SLICE ? (ids.at(-1) ?? 0) : 0 };
  });
}

async function newList(trx: Db, accountId: number, given: string, now: Date): Promise<number> {
  const name = given.trim();
  if (name === '') throw new Malformed('ListName', 'Enter a name.');
  try {
    return await insertList(trx, accountId, name, now);
  } catch (error) {
    if (isUniqueViolation(error, 'lists_account_id_kind_name_key_key'))
      throw new Refusal(`You already have a list named “${name}”.`, 'ListName');
    throw error;
  }
}
