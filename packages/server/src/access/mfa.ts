/** The second factor, above all the six-digit code by text message. */

import { randomInt } from 'node:crypto';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { proveNumber } from '../accounts/index.ts';
import { ensureContacts } from '../contacts/index.ts';
import { queueMessages } from '../messages/index.ts';
import { type CodeKind, codeText } from '../platform/code-text.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { invariant, Malformed, Refusal } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { lastDigits } from '../platform/log.ts';
import { throttle } from '../platform/throttle.ts';
import { type CodeChannel, findCodeChannel, requireCodeChannel } from './code-channel.ts';
import { canSetUpFirst } from './first-set-up.ts';
import { noteFailure } from './guesses.ts';
import { triesFor } from './known-devices.ts';
import { requireAppCode, secondFactorOf } from './second-factor.ts';
import { completeSignIn } from './start-session.ts';
import { guessCode, sessionPhone, storeCode } from './store.ts';

const LIFE_MS = 10 * 60_000;

async function phoneOf({ db, caller }: Context): Promise<{ phone: string; sessionHash: Buffer }> {
  invariant(caller.sessionHash, 'a call that needs a session has one');
  const row = await sessionPhone(db, caller.sessionHash);
  if (!row) throw new Refusal('Please sign in again.');
  return { phone: row.phone, sessionHash: caller.sessionHash };
}

/** Texts a code that completes the sign-in. Answers whether it stands in the log instead. */
export async function sendCode(context: Context): Promise<boolean> {
  const { db, config, caller } = context;
  const factor = await secondFactorOf(db, config, caller.userId);
  if (factor === 'app')
    throw new Refusal('You sign in with your authenticator app. Open it to see your code.');
  // Turned off since they gave the password.
  if (factor === 'none' && !caller.complete)
    throw new Refusal('You no longer need a code. Please sign in again.');
  const { phone, sessionHash } = await phoneOf(context);
  return textCode(context, sessionHash, phone, null);
}

/**
 * Texts a code to a number that is to be proven: with it `isProven` says yes, once. `phone` in E.164. Answers
 * as {@link sendCode}.
 */
export async function sendProof(context: Context, phone: string): Promise<boolean> {
  invariant(context.caller.sessionHash, 'a call that needs a session has one');
  return textCode(context, context.caller.sessionHash, phone, phone);
}

/** Whether the code that was texted to this number is given. A right code works once. */
export async function isProven(context: Context, phone: string, code: string): Promise<boolean> {
  const { db, clock, secrets, caller } = context;
  invariant(caller.sessionHash, 'a call that needs a session has one');
  const isRight = await guessCode(db, caller.sessionHash, secrets.hash(code), phone, clock.now());
  if (!isRight) await noteFailure(context, caller.userId, 'code-failed');
  return isRight;
}

/**
 * A new code for a session; the one before is void. At most 5 an hour and 10 a day for each device that is
 * known, and for all others together. `proves`: the number that it is good for; null: it completes the
 * sign-in.
 */
async function textCode(
  context: Context,
  sessionHash: Buffer,
  phone: string,
  proves: string | null,
): Promise<boolean> {
  const { db, clock, caller, config } = context;
  const at = clock.now();
  const channel = await requireCodeChannel(db, config, caller.userId);
  const kind = proves === null ? 'mfa' : 'proof';
  const by = await triesFor(context, caller.userId);
  const whose = `${caller.userId}:${by.isKnown ? by.key : 'strangers'}`;
  await throttle(db, at, { key: `${kind}-hour:${whose}`, limit: 5, windowSeconds: 3600 });
  await throttle(db, at, { key: `${kind}-day:${whose}`, limit: 10, windowSeconds: 86_400 });
  await sendTextedCode(context, {
    channel,
    phone,
    kind: proves === null ? 'sign-in' : 'confirmation',
    store: (trx, codeHash, expiresAt) => storeCode(trx, sessionHash, codeHash, proves, expiresAt),
  });
  return channel.isSimulated;
}

type TextedCode = {
  channel: CodeChannel;
  phone: string;
  kind: CodeKind;
  /** Keeps the code's hash, in the transaction that queues the text. */
  store: (trx: Db, codeHash: Buffer, expiresAt: Date) => Promise<void>;
};

/**
 * Texts a code. With a simulated channel it stands in the log alone: everybody in the account sees the
 * pretend phones.
 */
export async function sendTextedCode(
  context: Context,
  { channel, phone, kind, store }: TextedCode,
): Promise<void> {
  const { db, clock, secrets, log, signals } = context;
  const at = clock.now();
  const code = String(randomInt(10 ** ACCESS_LIMITS.mfaDigits)).padStart(ACCESS_LIMITS.mfaDigits, '0');
  await transact(db, async (trx) => {
    await store(trx, secrets.hash(code), new Date(at.getTime() + LIFE_MS));
    if (!channel.isSimulated) await queueCode(trx, context, channel, phone, codeText(kind, code));
  });
  signals.wake('outbox');
  if (channel.isSimulated)
    log.info({ to: lastDigits(phone), code }, `${kind} code sent through the simulator`);
}

async function queueCode(
  trx: Db,
  context: Context,
  { accountId, id }: CodeChannel,
  phone: string,
  body: string,
): Promise<void> {
  const [contact] = await ensureContacts(trx, context.secrets, accountId, [phone], context.clock.now());
  invariant(contact, 'a contact was made');
  await queueMessages(trx, context, accountId, [
    {
      channelId: id,
      contactId: contact.id,
      campaignId: null,
      blastId: null,
      stepId: null,
      origin: 'system',
      purpose: 'required',
      body,
      media: null,
    },
  ]);
}

/**
 * Where a code of this session goes: the end of the number, and whether it stands in the log instead.
 * `byApp`: none is texted, their app has it. `canSetUp`: none can be, and an app is set up instead.
 */
export async function codeTarget(
  context: Context,
): Promise<{ lastDigits: string; inLog: boolean; byApp: boolean; canSetUp: boolean }> {
  const { db, config, caller } = context;
  const [{ phone }, channel, factor] = await Promise.all([
    phoneOf(context),
    findCodeChannel(db, config, caller.userId),
    secondFactorOf(db, config, caller.userId),
  ]);
  if (factor === 'app') return { lastDigits: '', inLog: false, byApp: true, canSetUp: false };
  const canSetUp = !caller.complete && (await canSetUpFirst(context));
  return { lastDigits: phone.slice(-4), inLog: channel?.isSimulated ?? false, byApp: false, canSetUp };
}

/**
 * The second factor of the caller; answers which one it was.
 * @throws Refusal for a code other than the last that was sent for this session, or those of their app;
 * Malformed for none.
 */
export async function requireCode(
  context: Context,
  sessionHash: Buffer,
  code: string,
): Promise<'text' | 'app'> {
  if ((await secondFactorOf(context.db, context.config, context.caller.userId)) === 'app') {
    await requireAppCode(context, code);
    return 'app';
  }
  await requireTextedCode(context, sessionHash, code);
  return 'text';
}

async function requireTextedCode(context: Context, sessionHash: Buffer, code: string): Promise<void> {
  const { db, clock, secrets, caller } = context;
  if (!/^[0-9]{6}$/.test(code)) throw new Malformed('MFACode', 'MFACode must have six digits.');
  if (await guessCode(db, sessionHash, secrets.hash(code), null, clock.now())) return;
  await noteFailure(context, caller.userId, 'code-failed');
  throw new Refusal('That code is wrong or has expired. Please request a new one.', 'MFACode');
}

/** A right code completes the session under a new token. */
export async function verifyCode(context: Context, code: string): Promise<void> {
  const { sessionHash } = await phoneOf(context);
  const by = await requireCode(context, sessionHash, code);
  await completeSignIn(context, async (trx) => {
    if (by === 'text') await proveNumber(trx, context.caller.userId);
  });
}
