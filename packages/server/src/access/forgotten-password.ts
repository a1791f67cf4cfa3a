/**
 * A forgotten password: a code goes to the number that the person has proven to be theirs, and with it they
 * set a new one. Whoever asks learns nothing of whether an address is known: the same words, after the same
 * time, counted in the same way.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { emailKey, storePassword } from '../accounts/index.ts';
import { recordAuditEventOfUser } from '../audit/index.ts';
import { changed, type Db, first, sql, transact } from '../platform/db/database.ts';
import { Malformed, Refusal } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { networkOf } from '../platform/http/network-of.ts';
import { forgetTries, takeTry, throttle } from '../platform/throttle.ts';
import { findCodeChannel } from './code-channel.ts';
import { endAllSessions } from './ended-sessions.ts';
import { noteFailure } from './guesses.ts';
import { deviceHash, forgetDevices, rememberDevice, type Tries, triesAt } from './known-devices.ts';
import { sendTextedCode } from './mfa.ts';
import { hashPassword, requireGoodPassword } from './password.ts';

/** Longer than the work takes, so that the time tells nothing. */
const ANSWER_AFTER_MS = 400;
const MAX_GUESSES = 5;
const HOUR = 3600;
const WRONG = 'That code is wrong or has expired. Please request a new one.';

/**
 * Texts a code to whoever signs in with an address, if they can have one. It works in the browser that asks;
 * the one before is void there. At most 5 an hour and 10 a day for whoever asks.
 */
export async function sendPasswordCode(context: Context, email: string): Promise<void> {
  const { db, clock, log } = context;
  const at = clock.now();
  const key = emailKey(email);
  await throttle(db, at, {
    key: `forgotten-from:${networkOf(context.address)}`,
    limit: 30,
    windowSeconds: HOUR,
  });
  const by = await triesAt(context, email);
  await throttle(db, at, { key: `forgotten-hour:${key}:${by.key}`, limit: 5, windowSeconds: HOUR });
  await throttle(db, at, { key: `forgotten-day:${key}:${by.key}`, limit: 10, windowSeconds: 24 * HOUR });
  if (!by.isKnown)
    await throttle(db, at, { key: `forgotten-strangers:${key}`, limit: 20, windowSeconds: 24 * HOUR });
  const askedBy = deviceHash(context);
  const work = textPasswordCode(context, email, askedBy).catch((error: unknown) =>
    log.error({ err: error }, 'a password code could not be sent'),
  );
  await Promise.all([work, pause(ANSWER_AFTER_MS)]);
}

async function textPasswordCode(context: Context, email: string, askedBy: Buffer): Promise<void> {
  const user = await findProven(context.db, email);
  const channel = user && (await findCodeChannel(context.db, context.config, user.id));
  if (!user || !channel) return;
  await sendTextedCode(context, {
    channel,
    phone: user.phone,
    kind: 'password',
    store: (trx, codeHash, expiresAt) => storeCode(trx, user.id, askedBy, codeHash, expiresAt),
  });
}

/**
 * Sets a new password with a code that was texted, and ends every session of the user.
 * @throws Refusal for a wrong or old code, in the same words where nobody signs in with the address.
 */
export async function resetPassword(
  context: Context,
  { email, code, next }: { email: string; code: string; next: string },
): Promise<void> {
  const { db, clock, secrets, live } = context;
  const at = clock.now();
  if (!/^[0-9]{6}$/.test(code)) throw new Malformed('MFACode', 'MFACode must have six digits.');
  await requireGoodPassword(next, [email]);
  await throttle(db, at, {
    key: `reset-from:${networkOf(context.address)}`,
    limit: 300,
    windowSeconds: HOUR,
  });
  const askedBy = deviceHash(context);
  const key = `reset:${emailKey(email)}:${askedBy.toString('hex')}`;
  await takeTry(db, at, key);
  const userId = await guessCode(db, email, askedBy, secrets.hash(code), at);
  if (userId === null) {
    await noteFailure(context, await userIdOf(db, email), 'code-failed');
    throw new Refusal(WRONG, 'MFACode');
  }
  const hash = await hashPassword(next);
  await transact(db, async (trx) => {
    await storePassword(trx, userId, hash);
    await recordAuditEventOfUser(trx, { ...context, caller: { userId } }, userId, { act: 'password-reset' });
    await endAllSessions(trx, userId, { why: 'password-changed', at });
    await forgetDevices(trx, userId);
    await forgetTries(trx, key);
    await forgetTries(trx, signInKey(email, { key: `from:${networkOf(context.address)}` }));
    // The code came to their phone: strangers keep them out of this browser no more.
    await rememberDevice({ ...context, db: trx }, userId);
  });
  live.recheck(userId);
}

/** Whoever has proven their number, and may sign in. */
function findProven(db: Db, email: string): Promise<{ id: number; phone: string } | undefined> {
  return first(
    db,
    sql<{ id: number; phone: string }>`
      select id, phone from users where email_key = ${emailKey(email)} and phone_verified and disabled_at is null`,
  );
}

async function userIdOf(db: Db, email: string): Promise<number> {
  const found = await first(
    db,
    sql<{ id: number }>`select id from users where email_key = ${emailKey(email)}`,
  );
  return found?.id ?? 0;
}

/** Under what tries to sign in with an address are counted. */
export const signInKey = (email: string, { key }: Pick<Tries, 'key'>) => `sign-in:${emailKey(email)}:${key}`;

async function storeCode(
  db: Db,
  userId: number,
  askedBy: Buffer,
  codeHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into password_reset_codes (user_id, asked_by, code_hash, expires_at)
    values (${userId}, ${askedBy}, ${codeHash}, ${expiresAt})
    on conflict (user_id, asked_by) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, guesses = 0`.execute(
    db,
  );
}

/** One guess, counted before it is compared. A right code works once, and answers whose it is. */
async function guessCode(
  db: Db,
  email: string,
  askedBy: Buffer,
  codeHash: Buffer,
  at: Date,
): Promise<number | null> {
  const counted = await first(
    db,
    sql<{ userId: number; codeHash: Buffer }>`
      update password_reset_codes p set guesses = guesses + 1 from users u
      where u.email_key = ${emailKey(email)} and u.disabled_at is null and p.user_id = u.id and p.asked_by = ${askedBy} and p.guesses < ${MAX_GUESSES} and p.expires_at > ${at}
      returning p.user_id as "userId", p.code_hash as "codeHash"`,
  );
  if (!counted?.codeHash.equals(codeHash)) return null;
  // Those that were asked for elsewhere are void, too.
  const used = await changed(db, sql`delete from password_reset_codes where user_id = ${counted.userId}`);
  return used > 0 ? counted.userId : null;
}

/** Whoever they were for is forgotten. */
export async function forgetCodes(trx: Db, userId: number): Promise<void> {
  await sql`delete from password_reset_codes where user_id = ${userId}`.execute(trx);
}

/** Codes that nobody has used in time. */
export function deleteExpiredCodes(db: Db, at: Date): Promise<number> {
  return changed(db, sql`delete from password_reset_codes where expires_at <= ${at}`);
}
