/** Takes an import back: memberships, tag values and contacts that came by it, as far as nothing else has happened to them since. */
import { removeMembers } from '../members/store.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

/** About a second of work. */
const CHUNK = 5_000;

export type Undone = { total: number; undone: number };

/**
 * Takes the next people of an import back and forgets what it changed of them, so that a stop at any moment goes on where it stood.
 * Null when nobody is left, or the import is no longer being taken back. Needs a transaction.
 */
export async function takeBackNext(
  trx: Db,
  accountId: number,
  importId: number,
  listId: number,
): Promise<Undone | null> {
  const chunk = await nextChanges(trx, accountId, importId);
  const last = chunk.at(-1)?.contactId;
  if (last === undefined) return null;
  const members = chunk.filter((change) => change.newMember).map((change) => change.contactId);
  await removeMembers(trx, accountId, listId, members);
  await stopWaiting(trx, accountId, importId, listId, last);
  await restoreTags(trx, accountId, importId, last);
  await removeContacts(trx, accountId, importId, last);
  const undone = await first(
    trx,
    sql<Undone>`
      with forgotten as (
        delete from import_changes
        where account_id = ${accountId} and import_id = ${importId} and contact_id <= ${last}
      )
      update imports set undone_count = undone_count + ${chunk.length}::int
      where account_id = ${accountId} and id = ${importId} and state = 'undoing'
      returning undo_total as total, undone_count as undone`,
  );
  return undone ?? null;
}

function nextChanges(
  trx: Db,
  accountId: number,
  importId: number,
): Promise<{ contactId: number; newMember: boolean }[]> {
  return rows(
    trx,
    sql<{ contactId: number; newMember: boolean }>`
      select contact_id as "contactId", new_member as "newMember" from import_changes
      where account_id = ${accountId} and import_id = ${importId}
      order by contact_id limit ${CHUNK}`,
  );
}

/** A value that was changed again since the import stays as it is. */
async function restoreTags(trx: Db, accountId: number, importId: number, last: number): Promise<void> {
  await sql`
    update contacts c
    set tags = (c.tags - untouched.keys) || coalesce(
      (select jsonb_object_agg(b.key, b.value) from jsonb_each(i.tags_before) b where b.key = any(untouched.keys)), '{}')
    from import_changes i, lateral (
      select coalesce(array_agg(s.key), '{}') as keys from jsonb_each(i.tags_set) s, contacts now
      where now.account_id = ${accountId} and now.id = i.contact_id and now.tags -> s.key = s.value
    ) as untouched
    where c.account_id = ${accountId} and c.id = i.contact_id
      and i.account_id = ${accountId} and i.import_id = ${importId} and i.tags_set is not null
      and i.contact_id <= ${last}`.execute(trx);
}

/** Nobody is asked for a YES on account of an import that was taken back; who has said it is a member by then. */
async function stopWaiting(
  trx: Db,
  accountId: number,
  importId: number,
  listId: number,
  last: number,
): Promise<void> {
  await sql`
    delete from pending_members p using import_changes i
    where p.account_id = ${accountId} and p.list_id = ${listId} and p.contact_id = i.contact_id
      and i.account_id = ${accountId} and i.import_id = ${importId} and i.new_waiting
      and i.contact_id <= ${last}`.execute(trx);
}

/** A contact that came by the import goes, unless it is on another list, waits for one, or has a history. */
async function removeContacts(trx: Db, accountId: number, importId: number, last: number): Promise<void> {
  await sql`
    delete from contacts c using import_changes i
    where c.account_id = ${accountId} and c.id = i.contact_id
      and i.account_id = ${accountId} and i.import_id = ${importId} and i.new_contact
      and i.contact_id <= ${last}
      and not exists (select from list_members m where m.account_id = ${accountId} and m.contact_id = c.id)
      and not exists (select from pending_members w where w.account_id = ${accountId} and w.contact_id = c.id)
      and not exists (select from messages m where m.account_id = ${accountId} and m.contact_id = c.id)
      and not exists (select from inbound n where n.account_id = ${accountId} and n.contact_id = c.id)
      and not exists (select from conversations v where v.account_id = ${accountId} and v.contact_id = c.id)
      and not exists (select from consents s where s.account_id = ${accountId} and s.phone = c.phone)`.execute(
    trx,
  );
}
