/** SQL that writes users by themselves: who they are, whether their number is proven, when they were here. */
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { emailKey } from './email.ts';

export type NewUser = {
  email: string;
  passwordHash: string;
  phone: string;
  timeZone: string;
  at: Date;
  /** Who is the first of all runs the installation: it is reached from its own machine alone. */
  firstRunsIt: boolean;
};

/** A user with an account of their own. Breaks `users_email_key_key` when the address is taken. */
export async function insertUser(trx: Db, user: NewUser): Promise<{ userId: number; accountId: number }> {
  const row = await first(
    trx,
    sql<{ userId: number; accountId: number }>`
      with u as (
        insert into users (email, email_key, password_hash, phone, created_at, operator_since)
        select ${user.email.trim()}, ${emailKey(user.email)}, ${user.passwordHash}, ${user.phone}, ${user.at}::timestamptz,
          case when ${user.firstRunsIt}::boolean and not exists (select from users) then ${user.at}::timestamptz end
        returning id
      ), a as (
        insert into accounts (name, time_zone, created_at, founded_by)
        select ${user.email.trim().split('@')[0] ?? ''}, ${user.timeZone}, ${user.at}::timestamptz, u.id from u
        returning id
      ), m as (
        insert into account_users (account_id, user_id, role) select a.id, u.id, 'owner' from a, u
      )
      select u.id as "userId", a.id as "accountId" from u, a`,
  );
  if (!row) throw new Error('A user was not stored.');
  return row;
}

/**
 * Notes that somebody is here. After a longer pause a new visit begins, and the moment of the last one is
 * kept.
 */
export async function noteVisit(db: Db, accountId: number, userId: number, at: Date): Promise<void> {
  const gap = new Date(at.getTime() - ACCESS_LIMITS.visitGapMinutes * 60_000);
  await sql`
    update account_users set
      previous_visit_at = case when last_seen_at < ${gap} then last_seen_at else previous_visit_at end,
      last_seen_at = ${at}
    where account_id = ${accountId} and user_id = ${userId}`.execute(db);
}

/** Whether a user may sign in no more; null: they may. */
export async function storeDisabled(trx: Db, userId: number, at: Date | null): Promise<void> {
  await sql`update users set disabled_at = ${at} where id = ${userId}`.execute(trx);
}

export async function isDisabled(db: Db, userId: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ is: boolean }>`select disabled_at is not null as is from users where id = ${userId}`,
  );
  return row?.is ?? true;
}

/** Whether a user runs the installation, and sees how all of it is; null: no more. */
export async function storeOperator(trx: Db, userId: number, since: Date | null): Promise<void> {
  await sql`update users set operator_since = ${since} where id = ${userId}`.execute(trx);
}

export async function isOperator(db: Db, userId: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ is: boolean }>`
      select operator_since is not null and disabled_at is null as is from users where id = ${userId}`,
  );
  return row?.is ?? false;
}

/** A code that was texted to the user's number has come back. */
export async function proveNumber(db: Db, userId: number): Promise<void> {
  await sql`update users set phone_verified = true where id = ${userId} and not phone_verified`.execute(db);
}
