/**
 * Which channel brings a person their codes. Never one that others control: they would read the code and sign
 * in as them, in all their accounts. It is the operator's (CODE_CHANNEL), else one of the account that they
 * founded and alone own, whose way to a carrier nobody else has set.
 */
import type { Config } from '../platform/config.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { holdAuthenticator } from './authenticator-store.ts';
import { secondFactorOf } from './second-factor.ts';

export type CodeChannel = {
  accountId: number;
  id: number;
  /** No real phone gets it: the code stands in the server's log, and nowhere that colleagues look. */
  isSimulated: boolean;
};

const NO_CHANNEL =
  'We can’t text you a code: codes only go through a channel nobody else controls, and you don’t have one. Ask your Parley administrator to choose a channel for codes, or to let you in without one.';

/**
 * @throws Refusal where there is no channel that only they, or whoever runs Parley, control; DETAIL tells it
 * from others.
 */
export async function requireCodeChannel(
  db: Db,
  config: Pick<Config, 'codeChannel'>,
  userId: number,
): Promise<CodeChannel> {
  const found = await findCodeChannel(db, config, userId);
  if (!found) throw new Refusal(NO_CHANNEL, 'no-code-channel');
  return found;
}

export async function findCodeChannel(
  db: Db,
  { codeChannel }: Pick<Config, 'codeChannel'>,
  userId: number,
): Promise<CodeChannel | undefined> {
  return codeChannel ? operatorsChannel(db, codeChannel) : ownChannel(db, userId);
}

function operatorsChannel(
  db: Db,
  { accountId, number }: NonNullable<Config['codeChannel']>,
): Promise<CodeChannel | undefined> {
  return first(
    db,
    sql<CodeChannel>`
      select account_id as "accountId", id, connection_kind = 'simulator' as "isSimulated" from channels
      where account_id = ${accountId} and number = ${number} and deleted_at is null limit 1`,
  );
}

/**
 * Why the operator's channel brings nobody a code, in words for them; null: it does, or there is none.
 * `missing`: not even the log has the code.
 */
export async function troubleOfCodeChannel(
  db: Db,
  { codeChannel }: Pick<Config, 'codeChannel'>,
): Promise<{ is: 'missing' | 'simulated'; words: string } | null> {
  if (codeChannel === null) return null;
  const { accountId, number } = codeChannel;
  const named = `CODE_CHANNEL names ${number} of account ${accountId}`;
  const found = await operatorsChannel(db, codeChannel);
  if (!found)
    return {
      is: 'missing',
      words: `${named}, which has no such channel: nobody gets a code to sign in or to set a new password.`,
    };
  if (!found.isSimulated) return null;
  return {
    is: 'simulated',
    words: `${named}, a simulated channel: codes stand in the log, and no phone gets them.`,
  };
}

/** A real one where there is one. */
function ownChannel(db: Db, userId: number): Promise<CodeChannel | undefined> {
  return first(
    db,
    sql<CodeChannel>`
      select c.account_id as "accountId", c.id, c.connection_kind = 'simulator' as "isSimulated"
      from accounts a join channels c on c.account_id = a.id and c.deleted_at is null
      where a.founded_by = ${userId} and ${isAlone(userId)} and coalesce(c.connected_by, ${userId}) = ${userId}
      order by c.connection_kind = 'simulator', a.id, c.position, c.id limit 1`,
  );
}

const isAlone = (userId: number) => sql`
  exists (select from account_users o where o.account_id = a.id and o.user_id = ${userId} and o.role = 'owner')
  and not exists (select from account_users o where o.account_id = a.id and o.user_id <> ${userId} and o.role = 'owner')`;

/**
 * Before an account gets one more owner: whoever founded it must not be locked out by it. Needs the
 * transaction that makes one.
 * @throws Refusal when their sign-in codes go through this account for as long as they alone own it.
 */
export async function requireCodesGoOn(
  db: Db,
  { codeChannel, mfa }: Pick<Config, 'codeChannel' | 'mfa'>,
  accountId: number,
): Promise<void> {
  if (codeChannel) return;
  const founder = await first(
    db,
    sql<{ email: string; userId: number }>`
      select u.email, u.id as "userId" from accounts a join users u on u.id = a.founded_by where a.id = ${accountId}`,
  );
  if (!founder) return;
  await holdAuthenticator(db, founder.userId);
  if ((await secondFactorOf(db, { mfa }, founder.userId)) !== 'text') return;
  if ((await ownChannel(db, founder.userId))?.accountId !== accountId) return;
  throw new Refusal(
    `${founder.email}’s sign-in codes go through this account as long as nobody else owns it. Before it can get another owner, they need to turn these codes off under My Account, or your Parley administrator needs to choose a channel for codes.`,
  );
}
