/**
 * Several members at once: a chunk of a list a call, each in a transaction of its own, so that a long list
 * shows its progress.
 */

import type { calls, FormOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { addMembers, findList, lockMembersOf, removeMembers } from '../lists/index.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import { Malformed, NotFound, Refusal } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { setValues } from './tag-values.ts';

/** Members a call changes when all are meant. */
const CHUNK = PAGE_LIMITS.picker;

type Whom = FormOf<typeof calls.members.removeMany>;
type BulkCall = 'copyMany' | 'moveMany' | 'removeMany' | 'tagMany';

export const bulkRoutes: Pick<Handlers<typeof calls.members>, BulkCall> = {
  copyMany({ db, accountId, clock }, form) {
    return inChunk(db, accountId, form, async (trx, people) => {
      await mustExist(trx, accountId, form.target);
      await addMembers(trx, accountId, form.target, people, clock.now());
    });
  },

  moveMany({ db, accountId, clock }, form) {
    return inChunk(db, accountId, form, async (trx, people) => {
      await mustExist(trx, accountId, form.target);
      if (form.list === form.target) throw new Refusal('They’re already on this list.', 'TargetListId');
      await lockMembersOf(trx, accountId, [form.list, form.target]);
      await removeMembers(trx, accountId, form.list, people, clock.now());
      await addMembers(trx, accountId, form.target, people, clock.now());
    });
  },

  removeMany({ db, accountId, clock }, form) {
    return inChunk(db, accountId, form, async (trx, people) => {
      await removeMembers(trx, accountId, form.list, people, clock.now());
    });
  },

  tagMany({ db, accountId, clock }, form) {
    return inChunk(db, accountId, form, async (trx, people) => {
      if (!(await setValues(trx, accountId, people, form, clock.now())))
        throw new Refusal(`There is no tag named “${form.tag.trim()}”.`, 'Tag');
    });
  },
};

/** Does something to the next people of a selection. */
async function inChunk(
  db: Db,
  accountId: number,
  whom: Whom,
  work: (trx: Db, people: number[]) => Promise<void>,
): Promise<{ done: number; next: number }> {
  return transact(db, async (trx) => {
    await mustExist(trx, accountId, whom.list);
    if (!whom.all && whom.contacts.length === 0)
      throw new Malformed('ContactAddressIds', 'ContactAddressIds must name at least one member.');
    const people = await pickMembers(trx, accountId, whom);
    await work(trx, people);
    const last = people.at(-1) ?? 0;
    return { done: people.length, next: whom.all && people.length === CHUNK ? last : 0 };
  });
}

async function mustExist(db: Db, accountId: number, list: number): Promise<void> {
  if (!(await findList(db, accountId, list))) throw new NotFound();
}

async function pickMembers(trx: Db, accountId: number, whom: Whom): Promise<number[]> {
  const which = whom.all
    ? sql`contact_id > ${whom.after}`
    : sql`contact_id = any(${whom.contacts}::bigint[])`;
  const found = await rows(
    trx,
    sql<{ id: number }>`
      select contact_id as id from list_members
      where account_id = ${accountId} and list_id = ${whom.list} and ${which}
      order by contact_id limit ${CHUNK}`,
  );
  return found.map((row) => row.id);
}
