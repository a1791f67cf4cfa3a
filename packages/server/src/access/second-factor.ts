/** What a person shows beside the password: nothing, a code that was texted, or one of their app. */
import { recordAuditEventOfUser } from '../audit/index.ts';
import type { Config } from '../platform/config.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { Malformed, Refusal } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { UnreadableSecret } from '../platform/secrets.ts';
import { recoveryCodeOf, stepOfCode } from './app-codes.ts';
import { findAuthenticator, takeRecoveryCode, takeStep } from './authenticator-store.ts';
import { countGuess, noteFailure } from './guesses.ts';
import { triesFor } from './known-devices.ts';

export type SecondFactor = 'none' | 'text' | 'app';

/** Which one they sign in with, by their settings and those of the server. */
export async function secondFactorOf(
  db: Db,
  { mfa }: Pick<Config, 'mfa'>,
  userId: number,
): Promise<SecondFactor> {
  if (mfa === 'off') return 'none';
  const found = await first(
    db,
    sql<{ byText: boolean; byApp: boolean }>`
      select u.mfa_enabled as "byText", exists (select from authenticators a where a.user_id = u.id) as "byApp"
      from users u where u.id = ${userId}`,
  );
  if (found?.byApp) return 'app';
  return mfa === 'required' || found?.byText ? 'text' : 'none';
}

/** For who signs in: the operator reads in the log and in the doctor's words what is wrong. */
const UNREADABLE_KEY =
  'We can’t check the codes of your app right now. Please try again later, or tell your Parley administrator.';

const HOUR = 3600;
/** As many tries as texted codes allow for all who are strangers together: 5 codes an hour, 10 a day. */
const OF_STRANGERS = [
  { of: 'hour', limit: 25, windowSeconds: HOUR },
  { of: 'day', limit: 50, windowSeconds: 24 * HOUR },
] as const;

/** Under what begins what tries at a person's codes are counted. */
export const appCodeTries = (userId: number) => `app-code:${userId}:`;

/**
 * A code of the app of the caller, or a recovery code; each works once.
 * @throws Refusal for a wrong one, TooMany for many of them.
 */
export async function requireAppCode(context: Context, typed: string): Promise<void> {
  const { db, clock, caller } = context;
  const code = typed.replace(/[\s-]/g, '');
  if (!/^[0-9]{6}$/.test(code) && recoveryCodeOf(code) === null)
    throw new Malformed('MFACode', 'MFACode must be the six digits of the app, or a recovery code.');
  const { userId } = caller;
  const key = appCodeTries(userId);
  const by = await triesFor(context, userId);
  const ofStrangers = OF_STRANGERS.map(({ of, ...window }) => ({ key: `${key}strangers-${of}`, ...window }));
  const guess = await countGuess({ db, at: clock.now() }, by, `${key}${by.key}`, ofStrangers);
  const judged = await isTheirs(context, code);
  if (judged === 'unreadable') throw new Refusal(UNREADABLE_KEY);
  if (!judged) {
    await noteFailure(context, userId, 'code-failed');
    throw new Refusal(
      'That code is wrong or was used already. Please enter the one that the app shows now.',
      'MFACode',
    );
  }
  await guess.wasRight();
}

/**
 * 'unreadable': under another SECRET_KEY nothing tells whether it is. Recovery codes are hashed with a key
 * that is kept under SECRET_KEY, too: only one that is found is judged then.
 */
async function isTheirs(context: Context, code: string): Promise<boolean | 'unreadable'> {
  const { db, clock, caller } = context;
  const { userId } = caller;
  const recovery = recoveryCodeOf(code);
  if (recovery !== null && (await useRecoveryCode(context, recovery))) return true;
  const found = await findAuthenticator(db, userId);
  if (!found) return false;
  const key = readKey(context, found.secret);
  if (key === null) return 'unreadable';
  const step = stepOfCode(key, code, clock.now());
  return step !== null && (await takeStep(db, userId, step));
}

function useRecoveryCode(context: Context, recovery: string): Promise<boolean> {
  const { db, secrets, caller } = context;
  return transact(db, async (trx) => {
    if (!(await takeRecoveryCode(trx, caller.userId, secrets.hash(recovery)))) return false;
    await recordAuditEventOfUser(trx, context, caller.userId, { act: 'recovery-code-used' });
    return true;
  });
}

/** Null: it was stored with another SECRET_KEY. */
function readKey({ secrets, log, caller }: Context, secret: Buffer): string | null {
  try {
    return secrets.decrypt(secret);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    log.error({ err: error, userId: caller.userId }, 'the key of an authenticator app cannot be read');
    return null;
  }
}
