/** Sessions that are ended from elsewhere, and why: told to whoever still has the token. */
import type { EndReason } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { accountsOf } from '../accounts/index.ts';
import { changed, type Db, first, oneAtATime, sql } from '../platform/db/database.ts';
import { sha256 } from '../platform/secrets.ts';

const DAY_MS = 86_400_000;

export type Ended = { why: EndReason; account?: string; at: Date };

/**
 * Answers how many there were. Half of a sign-in is ended, too, and told nothing. One statement: who ends the
 * same session at the same moment waits for its row, and finds it gone.
 */
function end(trx: Db, which: ReturnType<typeof sql>, { why, account = '', at }: Ended): Promise<number> {
  return changed(
    trx,
    sql`
      with gone as (delete from sessions where ${which} returning token_hash, complete)
      insert into ended_sessions (token_hash, why, account_name, ended_at)
      select token_hash, ${why}, ${account}, ${at} from gone where complete`,
  );
}

/** Ends every session of a user but one. Answers how many there were. */
export function endOtherSessions(trx: Db, userId: number, keep: Buffer, ended: Ended): Promise<number> {
  return end(trx, sql`user_id = ${userId} and token_hash <> ${keep}`, ended);
}

/** Ends every session of a user: somebody else has set their password, or turned them away. */
export async function endAllSessions(trx: Db, userId: number, ended: Ended): Promise<void> {
  await end(trx, sql`user_id = ${userId}`, ended);
}

/** Ends one by its public id. Answers 0 where the user has no such session. */
export function endSessionById(trx: Db, userId: number, id: number, ended: Ended): Promise<number> {
  return end(trx, sql`user_id = ${userId} and id = ${id}`, ended);
}

/** Ends the sessions of somebody who is taken out of an account, in it. */
export async function endSessionsIn(trx: Db, accountId: number, userId: number, at: Date): Promise<void> {
  // Their accounts stand on several shards.
  await oneAtATime(trx);
  const accounts = await accountsOf(trx, userId);
  const account = accounts.find(({ id }) => id === accountId)?.name ?? '';
  const why = accounts.length > 1 ? 'removed' : 'removed-from-last';
  await end(trx, sql`account_id = ${accountId} and user_id = ${userId}`, { why, account, at });
}

/** Why the session of a token ended. Undefined: it lives, expired, or there was none. */
export function findEnd(db: Db, token: string): Promise<{ why: EndReason; account: string } | undefined> {
  return first(
    db,
    sql<{ why: EndReason; account: string }>`
      select why, account_name as account from ended_sessions where token_hash = ${sha256(token)}`,
  );
}

/** Old sessions open nothing, and no browser keeps the token of one that ended so long ago. */
export async function deleteOldSessions(db: Db, at: Date): Promise<void> {
  await sql`delete from sessions where expires_at <= ${at}`.execute(db);
  const since = new Date(at.getTime() - ACCESS_LIMITS.rememberDays * DAY_MS);
  await sql`delete from ended_sessions where ended_at <= ${since}`.execute(db);
}
