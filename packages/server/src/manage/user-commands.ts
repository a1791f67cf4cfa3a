/** People who sign in, as whoever runs the machine deals with them. */
import {
  appCodeTries,
  deleteAuthenticator,
  endAllSessions,
  findUser,
  forgetDevices,
  type User,
  usersWithAuthenticator,
} from '../access/index.ts';
import { storeDisabled, storeOperator, withdrawAllOffers } from '../accounts/index.ts';
import { recordAuditEventOfUser } from '../audit/index.ts';
import { deletePasskeys } from '../passkeys/index.ts';
import { ConfigError } from '../platform/config.ts';
import { type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { forgetTriesOf } from '../platform/throttle.ts';
import type { Command, Ground, Printed } from './commands.ts';

export const USER_COMMANDS: Readonly<Record<string, Command>> = {
  users: {
    words: '',
    most: 0,
    about: 'lists who signs in: accounts, codes, when they were last here, and who may no more',
    run: listUsers,
  },
  'disable-user': {
    words: '<email>',
    most: 1,
    about: 'lets a person sign in no more, and signs them out everywhere; what they made stays',
    run: (ground, [email = '']) => setDisabled(ground, email, true),
  },
  'enable-user': {
    words: '<email>',
    most: 1,
    about: 'lets a disabled person sign in again',
    run: (ground, [email = '']) => setDisabled(ground, email, false),
  },
  'remove-authenticator': {
    words: '<email>',
    most: 1,
    about: 'for a lost phone: forgets the app that makes a person’s sign-in codes, and their recovery codes',
    run: (ground, [email = '']) => removeAuthenticator(ground, email),
  },
  'remove-passkeys': {
    words: '<email>',
    most: 1,
    about: 'for a lost or stolen device: forgets a person’s passkeys, and signs them out everywhere',
    run: (ground, [email = '']) => removePasskeys(ground, email),
  },
  'add-operator': {
    words: '<email>',
    most: 1,
    about: 'shows a person the System screen: how all of this Parley is doing',
    run: (ground, [email = '']) => setOperator(ground, email, true),
  },
  'remove-operator': {
    words: '<email>',
    most: 1,
    about: 'shows it to them no more',
    run: (ground, [email = '']) => setOperator(ground, email, false),
  },
};

const setOperator = async ({ db, now }: Ground, email: string, isOne: boolean): Promise<string> => {
  const user = await userOf(db, email);
  await storeOperator(db, user.id, isOne ? now : null);
  return isOne
    ? `${email.trim()} now sees System under My Account: how this Parley is doing, across all accounts.`
    : `${email.trim()} no longer sees System.`;
};

async function removeAuthenticator({ db, now }: Ground, email: string): Promise<string> {
  const user = await userOf(db, email);
  await transact(db, async (trx) => {
    if (!(await deleteAuthenticator(trx, user.id)))
      throw new ConfigError(`${email.trim()} has no authenticator app.`);
    await recordAuditEventOfUser(trx, operator(now), user.id, { act: 'authenticator-off' });
    await forgetTriesOf(trx, appCodeTries(user.id));
  });
  return `${email.trim()} signs in without the app now: with a texted code where codes are on, else with the password alone.`;
}

async function removePasskeys({ db, now }: Ground, email: string): Promise<string> {
  const user = await userOf(db, email);
  const removed = await transact(db, async (trx) => {
    const count = await deletePasskeys(trx, user.id);
    if (count === 0) throw new ConfigError(`${email.trim()} has no passkeys.`);
    const detail = count === 1 ? 'the only one' : `all ${count}`;
    await recordAuditEventOfUser(trx, operator(now), user.id, { act: 'passkey-removed', detail });
    // Whoever holds the device may be signed in on it.
    await endAllSessions(trx, user.id, { why: 'unknown', at: now });
    await forgetDevices(trx, user.id);
    return count;
  });
  const which = removed === 1 ? 'Their passkey is' : `Their ${removed} passkeys are`;
  return `${which} removed, and ${email.trim()} is signed out everywhere. They sign in with their password now.`;
}

/** Whoever runs the machine belongs to no account. */
export const operator = (now: Date) => ({
  caller: { userId: 0 },
  clock: { now: () => now },
  address: 'the operator',
});

export async function userOf(db: Db, email: string): Promise<User> {
  const user = await findUser(db, email);
  if (!user) throw new ConfigError(`No one signs in with "${email}". Run "users" to see who does.`);
  return user;
}

type Listed = {
  id: number;
  email: string;
  accounts: string | null;
  codes: boolean;
  lastSeen: Date | null;
  disabledAt: Date | null;
  isOperator: boolean;
};

async function listUsers({ db }: Ground): Promise<Printed> {
  const found = await rows(
    db,
    sql<Listed>`
      select u.id, u.email, u.mfa_enabled as codes, u.disabled_at as "disabledAt",
        u.operator_since is not null as "isOperator", max(m.last_seen_at) as "lastSeen",
        string_agg(m.account_id || ' (' || m.role || ')', ', ' order by m.account_id) as accounts
      from users u left join account_users m on m.user_id = u.id group by u.id order by u.email_key`,
  );
  const withApp = await usersWithAuthenticator(db);
  const data = found.map((user) => ({ ...user, app: withApp.has(user.id) }));
  const lines = data.map(({ email, accounts, codes, app, lastSeen, disabledAt, isOperator }) =>
    [
      email.padEnd(40),
      `account ${accounts ?? 'none'}`,
      app ? 'codes of an app' : codes ? 'codes on' : 'no codes',
      lastSeen ? `last here ${lastSeen.toISOString().slice(0, 10)}` : 'never here',
      ...(isOperator ? ['operator'] : []),
      ...(disabledAt ? [`disabled since ${disabledAt.toISOString().slice(0, 10)}`] : []),
    ].join('  '),
  );
  return { text: lines.join('\n') || 'Nobody signs in yet.', data };
}

async function setDisabled({ db, now }: Ground, email: string, isOff: boolean): Promise<string> {
  const user = await userOf(db, email);
  await transact(db, async (trx) => {
    await storeDisabled(trx, user.id, isOff ? now : null);
    const act = isOff ? 'switched-off' : 'switched-on';
    await recordAuditEventOfUser(trx, operator(now), user.id, { act, detail: 'the sign-in' });
    if (!isOff) return;
    await withdrawAllOffers(trx, user.id);
    await endAllSessions(trx, user.id, { why: 'unknown', at: now });
    await forgetDevices(trx, user.id);
  });
  if (!isOff) return `${email.trim()} can sign in again.`;
  const keys = await keysOf(db, user.id, now);
  return [
    `${email.trim()} can no longer sign in and is signed out everywhere. Their invitations are withdrawn.`,
    'API keys and credentials of their accounts go on working.',
    ...(keys === '' ? [] : [`API keys they made, to be revoked if they may know them: ${keys}.`]),
  ].join('\n');
}

/** The API keys that somebody made and that open something still. */
async function keysOf(db: Db, userId: number, now: Date): Promise<string> {
  const found = await first(
    db,
    sql<{ keys: string | null }>`
      select string_agg('“' || name || '” of account ' || account_id, ', ' order by account_id, id) as keys
      from api_keys where user_id = ${userId} and revoked_at is null and (expires_at is null or expires_at > ${now})`,
  );
  return found?.keys ?? '';
}
