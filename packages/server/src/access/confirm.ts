/**
 * Showing again that it is them: what could open the account to others, or take its people away, needs more
 * than a cookie.
 */
import { passwordHashOf } from '../accounts/index.ts';
import { invariant, Refusal } from '../platform/errors.ts';
import { type Context, requireConfirmed } from '../platform/http/handler.ts';
import { forgetTries, takeTry } from '../platform/throttle.ts';
import { requireCode } from './mfa.ts';
import { verifyPassword } from './password.ts';
import { secondFactorOf } from './second-factor.ts';
import { confirmSession } from './store.ts';

/**
 * Answers whether a code is still missing. @throws Refusal for a wrong password or code, TooMany for many of
 * them.
 */
export async function confirm(context: Context, { password, code }: { password: string; code: string }) {
  const { db, clock, caller } = context;
  const { sessionHash } = caller;
  invariant(sessionHash, 'a signed-in caller has a session');
  await requirePassword(context, password);
  const factor = await factorOf(context);
  if (factor !== 'none' && code.trim() === '') return { mfaRequired: true, byApp: factor === 'app' };
  if (factor !== 'none') await requireCode(context, sessionHash, code.trim());
  await confirmSession(db, sessionHash, clock.now());
  return { mfaRequired: false, byApp: false };
}

const factorOf = ({ db, caller, config }: Context) => secondFactorOf(db, config, caller.userId);

/**
 * For what takes the password with the call: it stands for the confirmation, but for the code where they sign
 * in with one.
 * @throws as {@link requirePassword}, and Refusal while the code is missing.
 */
export async function requireItsThem(context: Context, password: string): Promise<void> {
  await requirePassword(context, password);
  if ((await factorOf(context)) !== 'none') requireConfirmed(context.caller, context.clock.now());
}

/** @throws Refusal for a wrong password of the caller, TooMany for many of them. */
async function requirePassword({ db, clock, caller }: Context, password: string): Promise<void> {
  const key = `password:${caller.userId}`;
  await takeTry(db, clock.now(), key);
  if (!(await verifyPassword(await passwordHashOf(db, caller.userId), password)))
    throw new Refusal('That’s not your current password.', 'inpPassword');
  await forgetTries(db, key);
}
