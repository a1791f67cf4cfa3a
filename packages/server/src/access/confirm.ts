/** Showing again that it is she: what could open the account to others, or take its people away, needs more than a cookie. */
import { isUserMfaOn, passwordHashOf } from '../account/store.ts';
import { invariant, Refusal } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { forgetTries, takeTry } from '../platform/throttle.ts';
import { requireCode } from './mfa.ts';
import { verifyPassword } from './password.ts';
import { confirmSession } from './store.ts';

/** Answers whether a code is still missing. @throws Refusal for a wrong password or code, TooMany for many of them. */
export async function confirm(context: Context, { password, code }: { password: string; code: string }) {
  const { db, clock, caller, config } = context;
  const { sessionHash, userId } = caller;
  invariant(sessionHash, 'a signed-in caller has a session');
  await requirePassword(context, password);
  const asksCode =
    config.mfa === 'required' || (config.mfa === 'optional' && (await isUserMfaOn(db, userId)));
  if (asksCode && code.trim() === '') return { mfaRequired: true };
  if (asksCode) await requireCode(context, sessionHash, code.trim());
  await confirmSession(db, sessionHash, clock.now());
  return { mfaRequired: false };
}

/** @throws Refusal for a wrong password of the caller, TooMany for many of them. */
export async function requirePassword({ db, clock, caller }: Context, password: string): Promise<void> {
  const key = `password:${caller.userId}`;
  await takeTry(db, clock.now(), key);
  if (!(await verifyPassword(await passwordHashOf(db, caller.userId), password)))
    throw new Refusal('Your current password is not right.', 'inpPassword');
  await forgetTries(db, key);
}
