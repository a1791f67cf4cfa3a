/** Takes an import back: memberships, tag values and contacts that came by it, as far as nothing else has happened to them since. */
import { removeMembers } from '../members/store.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';

const CHUNK = 10_000;

/** Needs a transaction in which the import is locked. It may last minutes. */
export async function takeBack(trx: Db, accountId: number, importId: number, listId: number): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  let after = 0;
  for (;;) {
    const chunk = await changesAfter(trx, accountId, importId, after);
    const last = chunk.at(-1);
    if (!last) break;
    const members = chunk.filter((change) => change.newMember).map((change) => change.contactId);
    await removeMembers(trx, accountId, listId, members);
    await restoreTags(trx, accountId, importId, after, last.contactId);
    await removeContacts(trx, accountId, importId, after, last.contactId);
    after = last.contactId;
  }
  await sql`delete from import_changes where account_id = ${accountId} and import_id = ${importId}`.execute(
    trx,
  );
}

function changesAfter(
  trx: Db,
  accountId: number,
  importId: number,
  after: number,
): Promise<{ contactId: number; newMember: boolean }[]> {
  return rows(
    trx,
    sql<{ contactId: number; newMember: boolean }>`
      select contact_id as "contactId", new_member as "newMember" from import_changes
      where account_id = ${accountId} and import_id = ${importId} and contact_id > ${after}
      order by contact_id limit ${CHUNK}`,
  );
}

/** A value that was changed again since the import stays as it is. */
async function restoreTags(
  trx: Db,
  accountId: number,
  importId: number,
  after: number,
  last: number,
): Promise<void> {
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
      and i.contact_id > ${after} and i.contact_id <= ${last}`.execute(trx);
}

/** A contact that came by the import goes, unless it is on another list or has a history. */
async function removeContacts(
  trx: Db,
  accountId: number,
  importId: number,
  after: number,
  last: number,
): Promise<void> {
  await sql`
    delete from contacts c using import_changes i
    where c.account_id = ${accountId} and c.id = i.contact_id
      and i.account_id = ${accountId} and i.import_id = ${importId} and i.new_contact
      and i.contact_id > ${after} and i.contact_id <= ${last}
      and not exists (select from list_members m where m.account_id = ${accountId} and m.contact_id = c.id)
      and not exists (select from messages m where m.account_id = ${accountId} and m.contact_id = c.id)
      and not exists (select from inbound n where n.account_id = ${accountId} and n.contact_id = c.id)
      and not exists (select from conversations v where v.account_id = ${accountId} and v.contact_id = c.id)
      and not exists (select from consents s where s.account_id = ${accountId} and s.phone = c.phone)`.execute(
    trx,
  );
}
