/** All SQL that writes API credentials. */
import { changed, type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';

export type CredentialRow = { id: number; name: string; accessKey: string; secretEncrypted: Buffer };

const columns = sql`id, name, access_key as "accessKey", secret_encrypted as "secretEncrypted"`;

/** Credentials whose name contains a text, oldest first: the API builder offers the first. */
export async function listCredentials(db: Db, accountId: number, filter: string): Promise<CredentialRow[]> {
  return rows(
    db,
    sql<CredentialRow>`
      select ${columns} from credentials
      where account_id = ${accountId} and name ilike ${likeAnywhere(filter.trim())}
      order by created_at, id`,
  );
}

/** Needs a transaction: the row and its lookup belong together. */
export async function insertCredential(
  trx: Db,
  accountId: number,
  credential: { name: string; accessKey: string; secretEncrypted: Buffer; now: Date },
): Promise<number> {
  const { name, accessKey, secretEncrypted, now } = credential;
  const row = await first(
    trx,
    sql<{ id: number }>`
      insert into credentials (account_id, name, access_key, secret_encrypted, created_at)
      values (${accountId}, ${name}, ${accessKey}, ${secretEncrypted}, ${now}) returning id`,
  );
  if (!row) throw new Error('The credentials were not inserted.');
  await sql`
    insert into credential_lookups (access_key, account_id, credential_id)
    values (${accessKey}, ${accountId}, ${row.id})`.execute(trx);
  return row.id;
}

export async function renameCredential(
  db: Db,
  accountId: number,
  id: number,
  name: string,
): Promise<boolean> {
  const count = await changed(
    db,
    sql`update credentials set name = ${name} where account_id = ${accountId} and id = ${id}`,
  );
  return count > 0;
}

/** Needs a transaction. */
export async function deleteCredential(trx: Db, accountId: number, id: number): Promise<boolean> {
  await sql`delete from credential_lookups where account_id = ${accountId} and credential_id = ${id}`.execute(
    trx,
  );
  return (
    (await changed(trx, sql`delete from credentials where account_id = ${accountId} and id = ${id}`)) > 0
  );
}

/** Whose an access key is. */
export async function findByAccessKey(
  db: Db,
  accessKey: string,
): Promise<{ accountId: number; id: number; secretEncrypted: Buffer } | undefined> {
  const lookup = await first(
    db,
    sql<{ accountId: number; id: number }>`
      select account_id as "accountId", credential_id as id from credential_lookups where access_key = ${accessKey}`,
  );
  if (!lookup) return undefined;
  const row = await first(
    db,
    sql<{ secretEncrypted: Buffer }>`
      select secret_encrypted as "secretEncrypted" from credentials
      where account_id = ${lookup.accountId} and id = ${lookup.id}`,
  );
  return row && { ...lookup, secretEncrypted: row.secretEncrypted };
}

/** Remembers that credentials were used, to the minute: not a write for every call. */
export async function touchCredential(db: Db, accountId: number, id: number, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  await sql`
    update credentials set last_used_at = ${now}
    where account_id = ${accountId} and id = ${id} and (last_used_at is null or last_used_at < ${minuteAgo})`.execute(
    db,
  );
}
