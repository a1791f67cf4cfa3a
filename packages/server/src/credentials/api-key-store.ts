/** All SQL that writes keys of REST v1. */
import type { ApiKeyMode, ApiScope } from '@parley/contract';
import { textArray } from '../platform/db/arrays.ts';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';

export type ApiKeyRow = {
  id: number;
  name: string;
  mode: ApiKeyMode;
  lastCharacters: string;
  scopes: ApiScope[];
  by: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

/** Newest first, revoked ones behind the others. */
export function listApiKeys(db: Db, accountId: number): Promise<ApiKeyRow[]> {
  return rows(
    db,
    sql<ApiKeyRow>`
      select k.id, k.name, k.mode, k.last_characters as "lastCharacters", k.scopes, coalesce(u.email, '') as by,
        k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
        k.revoked_at as "revokedAt"
      from api_keys k left join users u on u.id = k.user_id
      where k.account_id = ${accountId} order by k.revoked_at is not null, k.created_at desc, k.id desc`,
  );
}

/** How many are not revoked. Whoever makes one meanwhile waits: what was counted is the limit's. */
export async function countKeysLocked(trx: Db, accountId: number): Promise<number> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  const row = await first(
    trx,
    sql<{ count: number }>`
      select count(*) as count from api_keys where account_id = ${accountId} and revoked_at is null`,
  );
  return row?.count ?? 0;
}

export type NewApiKey = {
  name: string;
  mode: ApiKeyMode;
  scopes: readonly ApiScope[];
  lastCharacters: string;
  hash: Buffer;
  userId: number;
  expiresAt: Date | null;
  now: Date;
};

/** Needs a transaction: the key and its lookup belong together. */
export async function insertApiKey(trx: Db, accountId: number, key: NewApiKey): Promise<number> {
  const { name, mode, scopes, lastCharacters, hash, userId, expiresAt, now } = key;
  const row = await first(
    trx,
    sql<{ id: number }>`
      insert into api_keys (account_id, name, mode, scopes, last_characters, user_id, created_at, expires_at)
      values (${accountId}, ${name}, ${mode}, ${textArray(scopes)}::text[], ${lastCharacters}, ${userId}, ${now}, ${expiresAt})
      returning id`,
  );
  if (!row) throw new Error('The key was not inserted.');
  await sql`
    insert into api_key_lookups (hash, account_id, api_key_id) values (${hash}, ${accountId}, ${row.id})`.execute(
    trx,
  );
  return row.id;
}

/**
 * Says whether it was revoked now, or earlier; undefined: there is no such key. Needs a transaction.
 */
export async function revokeApiKey(
  trx: Db,
  accountId: number,
  id: number,
  now: Date,
): Promise<'now' | 'earlier' | undefined> {
  const fresh = await changed(
    trx,
    sql`
      update api_keys set revoked_at = ${now} where account_id = ${accountId} and id = ${id} and revoked_at is null`,
  );
  if (fresh > 0) {
    await sql`delete from api_key_lookups where account_id = ${accountId} and api_key_id = ${id}`.execute(
      trx,
    );
    return 'now';
  }
  const known = await first(trx, sql`select 1 from api_keys where account_id = ${accountId} and id = ${id}`);
  return known ? 'earlier' : undefined;
}

export type FoundApiKey = Pick<ApiKeyRow, 'id' | 'name' | 'mode' | 'scopes' | 'expiresAt' | 'lastUsedAt'> & {
  accountId: number;
};

/** Whose a key is, by its hash. */
export async function findApiKey(db: Db, hash: Buffer): Promise<FoundApiKey | undefined> {
  const lookup = await first(
    db,
    sql<{ accountId: number; id: number }>`
      select account_id as "accountId", api_key_id as id from api_key_lookups where hash = ${hash}`,
  );
  if (!lookup) return undefined;
  return first(
    db,
    sql<FoundApiKey>`
      select account_id as "accountId", id, name, mode, scopes, expires_at as "expiresAt", last_used_at as "lastUsedAt"
      from api_keys
      where account_id = ${lookup.accountId} and id = ${lookup.id} and revoked_at is null`,
  );
}

export async function touchApiKey(db: Db, accountId: number, id: number, now: Date): Promise<void> {
  await sql`
    update api_keys set last_used_at = ${now} where account_id = ${accountId} and id = ${id}`.execute(db);
}
