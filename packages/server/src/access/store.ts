import { randomBytes } from 'node:crypto';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { emailKey, membersAmong, membership, noteVisit } from '../accounts/index.ts';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from '../platform/http/handler.ts';
import { sha256 } from '../platform/secrets.ts';

export type User = {
  id: number;
  accountId: number;
  passwordHash: string;
  phone: string;
  mfaEnabled: boolean;
};

/** The user of an address with the account they worked in last. */
export const findUser = (db: Db, email: string): Promise<User | undefined> =>
  findUserWhere(db, sql`u.email_key = ${emailKey(email)}`);

/** The same of a user's id. Undefined too for who belongs to no account. */
export const findUserById = (db: Db, id: number): Promise<User | undefined> =>
  findUserWhere(db, sql`u.id = ${id}`);

function findUserWhere(db: Db, which: ReturnType<typeof sql>): Promise<User | undefined> {
  return first(
    db,
    sql<User>`
      select u.id, m.account_id as "accountId", u.password_hash as "passwordHash", u.phone, u.mfa_enabled as "mfaEnabled"
      from users u join account_users m on m.user_id = u.id
      where ${which}
      order by m.last_seen_at desc nulls last, m.account_id limit 1`,
  );
}

/** Whether anybody has an account yet. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await first(db, sql`select 1 from users limit 1`)) !== undefined;
}

const TOKEN_BYTES = 32;

/** Opens a session and answers its token; the database keeps only the token's hash. */
export async function createSession(
  db: Db,
  session: {
    userId: number;
    accountId: number;
    complete: boolean;
    remember: boolean;
    address: string;
    agent: string;
    at: Date;
  },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const hours = session.remember ? ACCESS_LIMITS.rememberDays * 24 : ACCESS_LIMITS.sessionHours;
  const expiresAt = new Date(session.at.getTime() + hours * 3_600_000);
  await sql`
    insert into sessions (token_hash, user_id, account_id, complete, remember, created_at, last_used_at, expires_at, address, agent, confirmed_at)
    values (${sha256(token)}, ${session.userId}, ${session.accountId}, ${session.complete}, ${session.remember},
      ${session.at}, ${session.at}, ${expiresAt}, ${session.address}, ${session.agent.slice(0, 300)},
      ${session.complete ? session.at : null})`.execute(db);
  await noteVisit(db, session.accountId, session.userId, session.at);
  return token;
}

/**
 * Who a token belongs to. Nobody who is disabled: a sign-in that was under way at that moment may have left a
 * session.
 */
export async function findSession(
  db: Db,
  token: string,
  at: Date,
): Promise<(Caller & { lastUsedAt: Date }) | undefined> {
  const session = await first(
    db,
    sql<Omit<Caller, 'role'> & { lastUsedAt: Date }>`
      select s.user_id as "userId", s.account_id as "accountId", s.token_hash as "sessionHash", s.complete,
        s.confirmed_at as "confirmedAt", s.last_used_at as "lastUsedAt"
      from sessions s join users u on u.id = s.user_id and u.disabled_at is null
      where s.token_hash = ${sha256(token)} and s.expires_at > ${at}`,
  );
  const member = session && (await membership(db, session.accountId, session.userId));
  return member && { ...session, role: member.role };
}

/**
 * Which of these (by their places, from 0) have no session any more, or one that works in another account
 * now.
 */
export async function endedAmong(
  db: Db,
  open: { token: string; accountId: number }[],
  at: Date,
): Promise<number[]> {
  const live = await rows(
    db,
    sql<{ place: number; accountId: number; userId: number }>`
      select given.place - 1 as place, s.account_id as "accountId", s.user_id as "userId"
      from unnest(${open.map(({ token }) => sha256(token))}::bytea[], ${open.map(({ accountId }) => accountId)}::bigint[])
        with ordinality as given (token_hash, account_id, place)
      join sessions s on s.token_hash = given.token_hash and s.account_id = given.account_id
      join users u on u.id = s.user_id and u.disabled_at is null
      where s.complete and s.expires_at > ${at}`,
  );
  const members = await membersAmong(db, live);
  const kept = new Set(
    live
      .filter((each) =>
        members.some(({ accountId, userId }) => accountId === each.accountId && userId === each.userId),
      )
      .map(({ place }) => place),
  );
  return open.map((_, place) => place).filter((place) => !kept.has(place));
}

export async function touchSession(
  db: Db,
  { sessionHash, accountId, userId }: Caller,
  at: Date,
): Promise<void> {
  await sql`update sessions set last_used_at = ${at} where token_hash = ${sessionHash}`.execute(db);
  await noteVisit(db, accountId, userId, at);
}

/** Moves a session to another account of its user. */
export async function moveSession(db: Db, sessionHash: Buffer, accountId: number): Promise<void> {
  await sql`update sessions set account_id = ${accountId} where token_hash = ${sessionHash}`.execute(db);
}

export async function endSession(db: Db, sessionHash: Buffer): Promise<void> {
  await sql`delete from sessions where token_hash = ${sessionHash}`.execute(db);
}

/** The number codes of a half-open session go to. */
export function sessionPhone(db: Db, sessionHash: Buffer): Promise<{ phone: string } | undefined> {
  return first(
    db,
    sql<{ phone: string }>`
      select u.phone from sessions s join users u on u.id = s.user_id where s.token_hash = ${sessionHash}`,
  );
}

/**
 * A new code for a session takes the place of the old one. `phone`: the number that it proves; null: it
 * completes the sign-in.
 */
export async function storeCode(
  db: Db,
  sessionHash: Buffer,
  codeHash: Buffer,
  phone: string | null,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into mfa_codes as c (token_hash, code_hash, phone, expires_at)
    values (${sessionHash}, ${codeHash}, ${phone}, ${expiresAt})
    on conflict (token_hash) do update set code_hash = excluded.code_hash, phone = excluded.phone,
      expires_at = excluded.expires_at, guesses = 0`.execute(db);
}

const MAX_GUESSES = 5;

/**
 * One guess, counted before it is compared, so that parallel guesses share one count. A right code works
 * once, and for what it was texted for only: `phone` is the number that it proves, null a sign-in.
 */
export async function guessCode(
  db: Db,
  sessionHash: Buffer,
  codeHash: Buffer,
  phone: string | null,
  at: Date,
): Promise<boolean> {
  const counted = await first(
    db,
    sql<{ codeHash: Buffer }>`
      update mfa_codes set guesses = guesses + 1
      where token_hash = ${sessionHash} and guesses < ${MAX_GUESSES} and expires_at > ${at}
        and phone is not distinct from ${phone}
      returning code_hash as "codeHash"`,
  );
  if (!counted?.codeHash.equals(codeHash)) return false;
  return (await changed(db, sql`delete from mfa_codes where token_hash = ${sessionHash}`)) === 1;
}

/**
 * Completes a session under a new token, which it answers: the one from before the second factor is worth
 * nothing. One that is complete already is not confirmed by it: the password was not given again.
 * @throws Refusal when it ended, or was completed, at the same moment.
 */
export async function completeSession(
  db: Db,
  sessionHash: Buffer,
  at: Date,
): Promise<{ token: string; remember: boolean }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = await first(
    db,
    sql<{ remember: boolean }>`
      update sessions set complete = true, confirmed_at = case when complete then confirmed_at else ${at} end,
        token_hash = ${sha256(token)}
      where token_hash = ${sessionHash} returning remember`,
  );
  if (!row) throw new Refusal('Please sign in again.');
  return { token, remember: row.remember };
}

/** Somebody has shown again that it is them. */
export async function confirmSession(db: Db, sessionHash: Buffer, at: Date): Promise<void> {
  await sql`update sessions set confirmed_at = ${at} where token_hash = ${sessionHash}`.execute(db);
}

/**
 * All but one of a person must be confirmed anew: their confirmation showed less than is asked for from now
 * on.
 */
export async function unconfirmOthers(db: Db, userId: number, keep: Buffer | null): Promise<void> {
  await sql`
    update sessions set confirmed_at = null where user_id = ${userId} and token_hash is distinct from ${keep}`.execute(
    db,
  );
}
