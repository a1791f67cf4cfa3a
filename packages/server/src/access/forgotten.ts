/**
 * A forgotten password: a code goes to the number that the person has proven to be hers, and with it she sets a new one. Whoever asks learns
 * nothing of whether an address is known: the same words, after the same time, counted in the same way.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { storePassword } from '../account/store.ts';
import { noteOfUser } from '../audit/index.ts';
import { changed, type Db, first, sql, transact } from '../platform/db/database.ts';
import { Malformed, Refusal } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { forgetFailures, recordFailure, refuseWhileBlocked, throttle } from '../platform/throttle.ts';
import { findCodeChannel } from './code-channel.ts';
import { emailKey } from './email.ts';
import { sendTextedCode } from './mfa.ts';
import { hashPassword, requireGoodPassword } from './password.ts';
import { endAllSessions } from './store.ts';

/** Longer than the work takes, so that the time tells nothing. */
const ANSWER_AFTER_MS = 400;
const MAX_GUESSES = 5;
const HOUR = 3600;
const WRONG = 'That code is not right or too old. Please ask for a new one.';

/** Texts a code to whoever signs in with an address, if she can have one; the one before is void. At most 5 an hour and 10 a day. */
export async function sendPasswordCode(context: Context, email: string): Promise<void> {
  const { db, clock, log } = context;
  const at = clock.now();
  const key = emailKey(email);
  await throttle(db, at, { key: `forgotten-from:${context.address}`, limit: 30, windowSeconds: HOUR });
  await throttle(db, at, { key: `forgotten-hour:${key}`, limit: 5, windowSeconds: HOUR });
  await throttle(db, at, { key: `forgotten-day:${key}`, limit: 10, windowSeconds: 24 * HOUR });
  const work = textPasswordCode(context, email).catch((error: unknown) =>
    log.error({ err: error }, 'a password code could not be sent'),
  );
  await Promise.all([work, pause(ANSWER_AFTER_MS)]);
}

async function textPasswordCode(context: Context, email: string): Promise<void> {
  const user = await findProven(context.db, email);
  const channel = user && (await findCodeChannel(context.db, context.config, user.id));
  if (!user || !channel) return;
  await sendTextedCode(context, {
    channel,
    phone: user.phone,
    kind: 'password',
    store: (trx, codeHash, expiresAt) => storeCode(trx, user.id, codeHash, expiresAt),
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
  requireGoodPassword(next);
  const key = `forgotten:${emailKey(email)}`;
  await refuseWhileBlocked(db, at, key);
  const userId = await guessCode(db, email, secrets.hash(code), at);
  if (userId === null) {
    await recordFailure(db, at, key);
    throw new Refusal(WRONG, 'MFACode');
  }
  const hash = await hashPassword(next);
  await transact(db, async (trx) => {
    await storePassword(trx, userId, hash);
    await noteOfUser(trx, { ...context, caller: { userId } }, userId, { act: 'password-reset' });
    await endAllSessions(trx, userId);
    await forgetFailures(trx, key);
    await forgetFailures(trx, `sign-in:${emailKey(email)}`);
  });
  live.recheck(userId);
}

/** Whoever has proven her number. */
function findProven(db: Db, email: string): Promise<{ id: number; phone: string } | undefined> {
  return first(
    db,
    sql<{ id: number; phone: string }>`
      select id, phone from users where email_key = ${emailKey(email)} and phone_proven`,
  );
}

async function storeCode(db: Db, userId: number, codeHash: Buffer, expiresAt: Date): Promise<void> {
  await sql`
    insert into password_codes (user_id, code_hash, expires_at) values (${userId}, ${codeHash}, ${expiresAt})
    on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, guesses = 0`.execute(
    db,
  );
}

/** One guess, counted before it is compared. A right code works once, and answers whose it is. */
async function guessCode(db: Db, email: string, codeHash: Buffer, at: Date): Promise<number | null> {
  const counted = await first(
    db,
    sql<{ userId: number; codeHash: Buffer }>`
      update password_codes p set guesses = guesses + 1 from users u
      where u.email_key = ${emailKey(email)} and p.user_id = u.id and p.guesses < ${MAX_GUESSES} and p.expires_at > ${at}
      returning p.user_id as "userId", p.code_hash as "codeHash"`,
  );
  if (!counted?.codeHash.equals(codeHash)) return null;
  const used = await changed(db, sql`delete from password_codes where user_id = ${counted.userId}`);
  return used === 1 ? counted.userId : null;
}
