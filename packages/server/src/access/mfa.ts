/** The second factor: a six-digit code by text message. */

import { randomInt } from 'node:crypto';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { noteAct } from '../audit/index.ts';
import { firstChannel } from '../channels/store.ts';
import { queueMessages } from '../delivery/queue.ts';
import { ensureContacts } from '../members/store.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { invariant, Malformed, Refusal } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { lastDigits } from '../platform/log.ts';
import { throttle } from '../platform/throttle.ts';
import { type CodeKind, codeText } from './code-text.ts';
import { completeSession, guessCode, proveNumber, sessionPhone, storeCode } from './store.ts';

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

/** A new code for a session; the one before is void. At most 5 an hour and 10 a day. `proves`: the number that it is good for; null: it completes the sign-in. */
async function textCode(
  context: Context,
  sessionHash: Buffer,
  phone: string,
  proves: string | null,
): Promise<void> {
  const { db, clock, caller, accountId } = context;
  const at = clock.now();
  const kind = proves === null ? 'mfa' : 'proof';
  await throttle(db, at, { key: `${kind}-hour:${caller.userId}`, limit: 5, windowSeconds: 3600 });
  await throttle(db, at, { key: `${kind}-day:${caller.userId}`, limit: 10, windowSeconds: 86_400 });
  await sendTextedCode(context, {
    accountId,
    phone,
    kind: proves === null ? 'sign-in' : 'confirmation',
    store: (trx, codeHash, expiresAt) => storeCode(trx, sessionHash, codeHash, proves, expiresAt),
  });
}

type TextedCode = {
  accountId: number;
  phone: string;
  kind: CodeKind;
  /** Keeps the code's hash, in the transaction that queues the text. */
  store: (trx: Db, codeHash: Buffer, expiresAt: Date) => Promise<void>;
};

/** Texts a code through the account's first channel. A code that sets a password is not shown on pretend phones, which everybody in the account sees. */
export async function sendTextedCode(
  context: Context,
  { accountId, phone, kind, store }: TextedCode,
): Promise<void> {
  const { db, clock, secrets, log, signals } = context;
  const at = clock.now();
  const code = String(randomInt(10 ** ACCESS_LIMITS.mfaDigits)).padStart(ACCESS_LIMITS.mfaDigits, '0');
  const simulated = await transact(db, async (trx) => {
    const channel = await firstChannel(trx, accountId);
    if (!channel) throw new Refusal('There is no channel to send the code through.');
    const [contact] = await ensureContacts(trx, secrets, accountId, [phone], at);
    invariant(contact, 'a contact was made');
    await store(trx, secrets.hash(code), new Date(at.getTime() + LIFE_MS));
    const isSimulated = channel.connectionKind === 'simulator';
    if (isSimulated && kind === 'password') return true;
    await queueMessages(trx, context, accountId, [
      {
        channelId: channel.id,
        contactId: contact.id,
        campaignId: null,
        blastId: null,
        stepId: null,
        origin: 'system',
        body: codeText(kind, code),
        media: null,
        free: true,
      },
    ]);
    return isSimulated;
  });
  signals.wake('outbox');
  // No real phone gets it: the operator trying Parley on her own machine finds it here (domain.md, "Access").
  if (simulated) log.info({ to: lastDigits(phone), code }, `${kind} code sent through the simulator`);
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
  const { token, remember } = await transact(db, async (trx) => {
    await proveNumber(trx, context.caller.userId);
    await noteAct(trx, context, { act: 'signed-in', detail: 'with a code' });
    return completeSession(trx, sessionHash);
  });
  context.setSessionCookie(token, remember);
  context.becomes(context.caller.userId);
}
