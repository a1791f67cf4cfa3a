import { timeZoneOf } from '@parley/rules/phone.ts';
import { insertUser, type NewUser } from '../accounts/index.ts';
import { createFirstChannel } from '../channels/index.ts';
import { grantCredits } from '../credits/index.ts';
import { type Config, isOnOwnMachine } from '../platform/config.ts';
import type { Db } from '../platform/db/database.ts';

/**
 * A user with an account of their own, credits to try and a simulator channel, in the time zone of their
 * number. Needs a transaction. Breaks `users_email_key_key` when the address is taken.
 */
export async function openAccount(
  trx: Db,
  { newAccountCredits, ...config }: Pick<Config, 'newAccountCredits' | 'host' | 'publicUrl'>,
  user: Omit<NewUser, 'timeZone' | 'firstRunsIt'>,
): Promise<{ userId: number; accountId: number }> {
  const timeZone = timeZoneOf(user.phone) ?? 'UTC';
  const ids = await insertUser(trx, { ...user, timeZone, firstRunsIt: isOnOwnMachine(config) });
  await grantCredits(trx, ids.accountId, newAccountCredits, 'Credits to try', user.at);
  await createFirstChannel(trx, ids.accountId, user.at);
  return ids;
}
