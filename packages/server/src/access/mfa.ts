/** The second factor: a six-digit code by text message. */
import { randomInt } from 'node:crypto';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { firstChannel } from '../channels/store.ts';
import { queueMessages } from '../delivery/queue.ts';
import { ensureContacts } from '../members/store.ts';
import { transact } from '../platform/db/database.ts';
import { invariant, Malformed, Refusal } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { lastDigits } from '../platform/log.ts';
import { throttle } from '../platform/throttle.ts';
import { completeSession, guessCode, sessionPhone, storeCode } from './store.ts';

const LIFE_MS = 10 * 60_000;

async function phoneOf({ db, caller }: Context): Promise<{ phone: string; sessionHash: Buffer }> {
  invariant(caller.sessionHash, 'a call that needs a session has one');
  const row = await sessionPhone(db, caller.sessionHash);
  if (!row) throw new Refusal('Please sign in again.');
  return { phone: row.phone, sessionHash: caller.sessionHash };
}

/** Texts a code that completes the sign-in. */
export async function sendCode(context: Context): Promise<void> {
  const { phone, sessionHash } = await phoneOf(context);
  await textCode(context, sessionHash, phone, null);
}

/** Texts a code to a number that is to be proven: with it `isProven` says yes, once. `phone` in E.164. */
export async function sendProof(context: Context, phone: string): Promise<void> {
  invariant(context.caller.sessionHash, 'a call that needs a session has one');
  await textCode(context, context.caller.sessionHash, phone, phone);
}

/** Whether the code that was texted to this number is given. A right code works once. */
export async function isProven(context: Context, phone: string, code: string): Promise<boolean> {
  const { db, clock, secrets, caller } = context;
  invariant(caller.sessionHash, 'a call that needs a session has one');
  return guessCode(db, caller.sessionHash, secrets.hash(code), phone, clock.now());
}

/**
 * Texts a new code through the account's first channel; the one before is void. At most 5 an hour and 10 a day. `proves`: the number that the
 * code is good for; null: it completes the sign-in.
 */
async function textCode(
  context: Context,
  sessionHash: Buffer,
  phone: string,
  proves: string | null,
): Promise<void> {
  const { db, clock, secrets, caller, accountId, log, signals } = context;
  const at = clock.now();
  const kind = proves === null ? 'mfa' : 'proof';
  await throttle(db, at, { key: `${kind}-hour:${caller.userId}`, limit: 5, windowSeconds: 3600 });
  await throttle(db, at, { key: `${kind}-day:${caller.userId}`, limit: 10, windowSeconds: 86_400 });
  const code = String(randomInt(10 ** ACCESS_LIMITS.mfaDigits)).padStart(ACCESS_LIMITS.mfaDigits, '0');
  const simulated = await transact(db, async (trx) => {
    const channel = await firstChannel(trx, accountId);
    if (!channel) throw new Refusal('There is no channel to send the code through.');
    const [contact] = await ensureContacts(trx, accountId, [phone], at);
    invariant(contact, 'a contact was made');
    await storeCode(trx, sessionHash, secrets.hash(code), proves, new Date(at.getTime() + LIFE_MS));
    await queueMessages(trx, context, accountId, [
      {
        channelId: channel.id,
        contactId: contact.id,
        campaignId: null,
        blastId: null,
        stepId: null,
        origin: 'system',
        body: `Your Parley ${proves === null ? 'sign-in' : 'confirmation'} code is ${code}. It works for 10 minutes.`,
        media: null,
        free: true,
      },
    ]);
    return channel.connectionKind === 'simulator';
  });
  signals.wake('outbox');
  // No real phone gets it: the operator trying Parley on her own machine finds it here (domain.md, "Access").
  if (simulated) log.info({ to: lastDigits(phone), code }, 'sign-in code sent through the simulator');
}

export async function codeTarget(context: Context): Promise<string> {
  return (await phoneOf(context)).phone.slice(-4);
}

/** A right code completes the session under a new token. */
export async function verifyCode(context: Context, code: string): Promise<void> {
  const { db, clock, secrets } = context;
  if (!/^[0-9]{6}$/.test(code)) throw new Malformed('MFACode', 'MFACode must have six digits.');
  const { sessionHash } = await phoneOf(context);
  if (!(await guessCode(db, sessionHash, secrets.hash(code), null, clock.now())))
    throw new Refusal('That code is not right or too old. Please ask for a new one.', 'MFACode');
  const { token, remember } = await completeSession(db, sessionHash);
  context.setSessionCookie(token, remember);
  context.becomes(context.caller.userId);
}
