/** What whoever runs Parley can do from the machine it runs on. Each answers what is printed. */

import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { toE164 } from '@parley/rules/phone.ts';
import {
  endAllSessions,
  findUser,
  forgetDevices,
  hashPassword,
  openAccount,
  type User,
} from '../access/index.ts';
import { emailKey, isEmailAddress, storeCodePhone, storePassword } from '../accounts/index.ts';
import { recordAuditEvent, recordAuditEventOfUser } from '../audit/index.ts';
import { balanceOf, creditsText, grantCredits } from '../credits/index.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { copyWithDatabase, copyWithoutDatabase } from '../platform/db/backup.ts';
import { type Db, first, isUniqueViolation, rows, sql, transact } from '../platform/db/database.ts';
import { forgetTriesOf } from '../platform/throttle.ts';

export type Ground = { config: Config; db: Db; ownerUrl: string; now: Date };
export type Command = {
  /** What follows its name. */
  words: string;
  about: string;
  /** Works on the database of another version too. */
  anyVersion?: true;
  run: (ground: Ground, words: readonly string[]) => Promise<string>;
};

/** Whoever runs the machine belongs to no account. */
const operator = (now: Date) => ({
  caller: { userId: 0 },
  clock: { now: () => now },
  address: 'the operator',
});

const MOST_CREDITS = 1_000_000_000;
/** 15 bytes: 20 letters and digits, more than anybody can guess. */
const PASSWORD_BYTES = 15;
const newPassword = () => randomBytes(PASSWORD_BYTES).toString('base64url');

export const COMMANDS: Readonly<Record<string, Command>> = {
  accounts: {
    words: '',
    about: 'lists accounts: number, credits left, name, and who’s in them',
    run: listAccounts,
  },
  'add-account': {
    words: '<email> <phone>',
    about: 'opens an account for someone, even with SIGN_UP=closed, and prints their password',
    run: addAccount,
  },
  'add-credits': {
    words: '<account> <credits> [note]',
    about: 'adds credits to an account; the note shows in its ledger',
    run: addCredits,
  },
  'set-password': {
    words: '<email>',
    about: 'sets a new password, prints it, and signs the person out everywhere',
    run: setPassword,
  },
  'set-phone': {
    words: '<email> <phone>|none',
    about: 'sends sign-in codes to another number; “none” turns codes off unless MFA=required',
    run: setPhone,
  },
  backup: {
    words: '<folder>',
    about: 'copies everything into a new folder, even while Parley is running',
    anyVersion: true,
    run: backUp,
  },
};

async function listAccounts({ db }: Ground): Promise<string> {
  const found = await rows(
    db,
    sql<{ id: number; name: string; balance: number; people: string }>`
      select a.id, a.name, coalesce(b.balance, 0) as balance, (
        select string_agg(u.email || ' (' || m.role || ')', ', ' order by m.role desc, u.email_key)
        from account_users m join users u on u.id = m.user_id where m.account_id = a.id) as people
      from accounts a left join balances b on b.account_id = a.id order by a.id`,
  );
  const lines = found.map(({ id, name, balance, people }) =>
    [String(id).padStart(7), creditsText(balance).padStart(20), `  ${name}: ${people ?? 'nobody'}`].join(''),
  );
  return lines.join('\n') || 'No accounts yet.';
}

async function addAccount(
  { config, db, now }: Ground,
  [email = '', phone = '']: readonly string[],
): Promise<string> {
  if (!isEmailAddress(email)) throw new ConfigError(`"${email}" is not an email address.`);
  const number = toE164(phone);
  if (number === null) throw new ConfigError(`"${phone}" is not a phone number.`);
  const password = newPassword();
  const newcomer = { email, passwordHash: await hashPassword(password), phone: number, at: now };
  const { accountId } = await transact(db, (trx) => openAccount(trx, config, newcomer)).catch(
    (error: unknown) => {
      if (isUniqueViolation(error, 'users_email_key_key'))
        throw new ConfigError(`${email} already has a sign-in.`);
      throw error;
    },
  );
  return `Opened account ${accountId} for ${email}. The password is ${password}\nThey can change it under My Account.`;
}

async function addCredits({ db, now }: Ground, words: readonly string[]): Promise<string> {
  const [account = '', amount = '', ...rest] = words;
  const credits = Number(amount.replaceAll(',', ''));
  if (!Number.isInteger(credits) || credits < 1 || credits > MOST_CREDITS)
    throw new ConfigError(`Credits must be a whole number from 1 to 1,000,000,000, not "${amount}".`);
  const accountId = Number(account);
  return transact(db, async (trx) => {
    const known = Number.isSafeInteger(accountId)
      ? await first(trx, sql<{ name: string }>`select name from accounts where id = ${accountId} for update`)
      : undefined;
    if (!known)
      throw new ConfigError(`There’s no account "${account}". Run "accounts" to see their numbers.`);
    const note = rest.join(' ').trim().slice(0, 255) || 'Added by the operator';
    await grantCredits(trx, accountId, credits, note, now);
    await recordAuditEvent(
      trx,
      { ...operator(now), accountId },
      { act: 'credits-added', detail: creditsText(credits) },
    );
    const balance = creditsText(await balanceOf(trx, accountId));
    return `Added ${creditsText(credits)} to ${known.name}. It now has ${balance}.`;
  });
}

async function setPassword({ db, now }: Ground, [email = '']: readonly string[]): Promise<string> {
  const user = await userOf(db, email);
  const password = newPassword();
  const hash = await hashPassword(password);
  await transact(db, async (trx) => {
    await storePassword(trx, user.id, hash);
    await recordAuditEventOfUser(trx, operator(now), user.id, { act: 'password-set' });
    await endAllSessions(trx, user.id);
    await forgetDevices(trx, user.id);
    await forgetTriesOf(trx, `sign-in:${emailKey(email)}:`);
  });
  return `The new password for ${email.trim()} is ${password}\nThey’re signed out everywhere and can change it under My Account.`;
}

async function setPhone({ db, now }: Ground, [email = '', phone = '']: readonly string[]): Promise<string> {
  const user = await userOf(db, email);
  if (phone === 'none') {
    await transact(db, async (trx) => {
      await storeCodePhone(trx, user.id, { phone: user.phone, mfaEnabled: false, isProven: false });
      await recordAuditEventOfUser(trx, operator(now), user.id, { act: 'codes-off' });
    });
    return `${email.trim()} no longer needs a code to sign in, unless the server runs with MFA=required.`;
  }
  const number = toE164(phone);
  if (number === null) throw new ConfigError(`"${phone}" is not a phone number.`);
  await transact(db, async (trx) => {
    await storeCodePhone(trx, user.id, { phone: number, mfaEnabled: user.mfaEnabled, isProven: true });
    await recordAuditEventOfUser(trx, operator(now), user.id, { act: 'phone-changed' });
  });
  return `Sign-in codes for ${email.trim()} now go to ${number}.`;
}

async function userOf(db: Db, email: string): Promise<User> {
  const user = await findUser(db, email);
  if (!user) throw new ConfigError(`No one signs in with "${email}". Run "accounts" to see who does.`);
  return user;
}

async function backUp({ config, ownerUrl }: Ground, [folder = '']: readonly string[]): Promise<string> {
  if (folder === '') throw new ConfigError('Name the folder to write the backup to.');
  const target = resolve(folder);
  if (config.databaseUrl !== null) {
    await copyWithoutDatabase(config.dataDir, target);
    return `Copied the secret key and uploads to ${target}. It doesn’t include the database at DATABASE_URL: back that up with pg_dump.`;
  }
  await copyWithDatabase(config.dataDir, ownerUrl, target);
  return `Everything is in ${target}. It’s a data folder: run it with DATA_DIR=${target} npm start.`;
}
