/**
 * Takes an import back: what it alone gave. Whoever joined another way, acted by themselves or has a history
 * since stays as they are.
 */
import { removeImported, restoreTags } from '../contacts/index.ts';
import { removeMembers, stopWaiting } from '../lists/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import type { Import } from './store.ts';
import type { ImportProgress } from './write-batch.ts';

/** So few that the rows of one, coming from the database and going there, hold nobody else. */
const CHUNK = 1_000;

/**
 * Takes the next people of an import back and forgets what it changed of them, so that a stop at any moment
 * goes on where it stood. Null when nobody is left, or the import is no longer being taken back. Needs a
 * transaction.
 */
export async function takeBackNext(
  trx: Db,
  accountId: number,
  from: Import,
  now: Date,
): Promise<ImportProgress | null> {
  const { id: importId, listId } = from;
  const chunk = await nextChanges(trx, accountId, importId);
  const last = chunk.at(-1)?.contactId;
  if (last === undefined) return null;
  const joined = chunk.filter((change) => change.joined).map((change) => change.contactId);
  const givenBack = await onlyByImport(trx, accountId, from, joined);
  await removeMembers(trx, accountId, listId, givenBack, { undone: now });
  await stopWaiting(
    trx,
    accountId,
    givenBack.map((contactId) => ({ listId, contactId })),
  );
  const changes = sql`
    from import_changes where account_id = ${accountId} and import_id = ${importId} and contact_id <= ${last}`;
  await restoreTags(
    trx,
    accountId,
    sql`select contact_id, tags_set, tags_before ${changes} and tags_set is not null`,
    now,
  );
  await forgetBefore(trx, accountId, importId, last);
  await removeImported(trx, accountId, sql`select contact_id ${changes} and new_contact`);
  const undone = await first(
    trx,
    sql<ImportProgress>`
      with forgotten as (
        delete from import_changes
        where account_id = ${accountId} and import_id = ${importId} and contact_id <= ${last}
      )
      update imports set undone_count = undone_count + ${chunk.length}::int,
        undo_kept = undo_kept + (
          select count(*) from list_members m
          where m.account_id = ${accountId} and m.list_id = ${listId} and m.contact_id = any(${joined}::bigint[]))
      where account_id = ${accountId} and id = ${importId} and state = 'undoing'
      returning undo_total as rows, undone_count as done`,
  );
  return undone ?? null;
}

/** `joined`: the import put them on the list, or on its waiting list. */
function nextChanges(
  trx: Db,
  accountId: number,
  importId: number,
): Promise<{ contactId: number; joined: boolean }[]> {
  return rows(
    trx,
    sql<{ contactId: number; joined: boolean }>`
      select contact_id as "contactId", new_member or new_pending as joined from import_changes
      where account_id = ${accountId} and import_id = ${importId}
      order by contact_id limit ${CHUNK}`,
  );
}

/**
 * Of these people those whom nothing but the import keeps on the list or waiting for it: nothing else has put
 * them there, and they have neither opted in nor texted a keyword, START or YES since. Their rows are locked,
 * so that nothing else does until this is through.
 */
async function onlyByImport(
  trx: Db,
  accountId: number,
  { id: importId, listId, createdAt: since }: Import,
  contactIds: readonly number[],
): Promise<number[]> {
  const ofImport = (table: string) => sql`
    select m.contact_id from ${sql.table(table)} m
    where m.account_id = ${accountId} and m.list_id = ${listId} and m.contact_id = any(${contactIds}::bigint[])
      and m.import_id = ${importId}
    order by m.contact_id for update`;
  const found = await rows(
    trx,
    sql<{ id: number }>`
      with members as (${ofImport('list_members')}), waiting as (${ofImport('pending_members')}), given as (
        select contact_id from members union select contact_id from waiting
      )
      select c.id from given join contacts c on c.account_id = ${accountId} and c.id = given.contact_id
      where not exists (
          select from consents s
          where s.account_id = ${accountId} and s.phone = c.phone and s.at >= ${since} and s.kind = 'opt-in'
            and (s.list_id is null or s.list_id = ${listId}))
        and not exists (
          select from inbound_messages n
          where n.account_id = ${accountId} and n.contact_id = c.id and n.at >= ${since} and n.kind in ('keyword', 'start'))
      order by c.id`,
  );
  return found.map((row) => row.id);
}

/**
 * What later imports found was of this one: taken back themselves, they bring back what was there before
 * both.
 */
async function forgetBefore(trx: Db, accountId: number, importId: number, last: number): Promise<void> {
  await sql`
    update import_changes e
    set tags_before = (e.tags_before - found.keys) || coalesce(
      (select jsonb_object_agg(b.key, b.value) from jsonb_each(i.tags_before) b where b.key = any(found.keys)), '{}')
    from import_changes i, lateral (
      select array_agg(s.key) as keys from jsonb_each(i.tags_set) s, import_changes later
      where later.account_id = ${accountId} and later.import_id > ${importId} and later.contact_id = i.contact_id
        and later.tags_before -> s.key = s.value
    ) as found
    where i.account_id = ${accountId} and i.import_id = ${importId} and i.tags_set is not null and i.contact_id <= ${last}
      and e.account_id = ${accountId} and e.contact_id = i.contact_id and e.import_id > ${importId}
      and e.tags_before ?| found.keys`.execute(trx);
}
