/** Setting an app up in the middle of a sign-in, where everybody needs codes and nothing else brings one. */
import { first, sql } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { type Context, requireConfirmed } from '../platform/http/handler.ts';
import { findCodeChannel } from './code-channel.ts';
import { secondFactorOf } from './second-factor.ts';

/**
 * Whether who has given the password may set up the app that they need. Only where they have no app, have
 * never proven their number, and no channel brings them a code: otherwise a stolen password would do.
 */
export async function canSetUpFirst({ db, config, caller }: Context): Promise<boolean> {
  if ((await secondFactorOf(db, config, caller.userId)) !== 'text') return false;
  const proven = sql`select from users where id = ${caller.userId} and phone_verified`;
  if (await first(db, proven)) return false;
  return (await findCodeChannel(db, config, caller.userId)) === undefined;
}

/** @throws Refusal for half a session that may not, and for a whole one that is to be confirmed again. */
export async function requireMaySetUp(context: Context): Promise<void> {
  if (context.caller.complete) requireConfirmed(context.caller, context.clock.now());
  else if (!(await canSetUpFirst(context))) throw new Refusal('Please enter your sign-in code first.');
}
