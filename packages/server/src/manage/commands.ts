/** What whoever runs Parley can do from the machine it runs on. Each answers what is printed. */

import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { toE164 } from '@parley/rules/phone.ts';
import {
  appCodeTries,
  deleteAuthenticator,
  endAllSessions,
  forgetDevices,
  hashPassword,
  openAccount,
  secondFactorOf,
} from '../access/index.ts';
import { emailKey, isEmailAddress, storeCodePhone, storePassword } from '../accounts/index.ts';
import { recordAuditEvent, recordAuditEventOfUser } from '../audit/index.ts';
import { pauseAllUnderWay, resumeAllPausedFor } from '../blasts/index.ts';
import { balanceOf, creditsText, grantCredits, hasGrant } from '../credits/index.ts';
import { countPasskeys } from '../passkeys/index.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { copyWithDatabase, copyWithoutDatabase } from '../platform/db/backup.ts';
import { type Db, first, isUniqueViolation, rows, sql, transact } from '../platform/db/database.ts';
import { noteInstallationAct } from '../platform/db/installation-acts.ts';
import { PROGRAM } from '../platform/release.ts';
import { forgetTriesOf } from '../platform/throttle.ts';
import { distributeTables } from './distribute-tables.ts';
import { examine, findingsText } from './doctor.ts';
import { INSTALLATION_COMMANDS } from './installation-commands.ts';
import { move } from './move.ts';
import { rotateKey, secretsOf } from './rotate-key.ts';
import { readStatus, statusText } from './status.ts';
import { operator, USER_COMMANDS, userOf } from './user-commands.ts';

export type Ground = { config: Config; db: Db; url: string; ownerUrl: string; now: Date };
/** What a command answers: words, and for programs (`--json`) the same as data. */
export type Printed = string | { text: string; data: unknown; hasFailed?: boolean };
export type Command = {
  /** What follows its name. Each stands for one word, but for the last one when that may be left out. */
  words: string;
  /** How many words it takes at most; the note of credits may have several. */
  most: number;
  about: string;
  /** Works on the database of another version too. */
  anyVersion?: true;
  /** Works where everything was moved away from, too. */
  anyPlace?: true;
  run: (ground: Ground, words: readonly string[]) => Promise<Printed>;
};

/** One that needs no database, or sees to it itself. */
export type LoneCommand = Omit<Command, 'run' | 'anyVersion' | 'anyPlace'> & {
  alone: (config: Config, words: readonly string[]) => Promise<Printed>;
};

/** As people write it: digits, in groups of three or not. */
const WHOLE = /^(\d+|\d{1,3}(,\d{3})+)$/;
const MOST_CREDITS = 1_000_000_000;
/** 15 bytes: 20 letters and digits, more than anybody can guess. */
const PASSWORD_BYTES = 15;
const newPassword = () => randomBytes(PASSWORD_BYTES).toString('base64url');

export const COMMANDS: Readonly<Record<string, Command | LoneCommand>> = {
  status: {
    words: '',
    most: 0,
    about: 'says how everything stands: versions, what waits, blasts, carriers in trouble',
    run: showStatus,
  },
  doctor: {
    words: '',
    most: 0,
    about:
      'says in words what is wrong: clock, disk, carriers, webhooks, versions, settings; status 1 if anything is',
    anyVersion: true,
    run: examineAll,
  },
  accounts: {
    words: '',
    most: 0,
    about: 'lists accounts: number, credits left, name, and who’s in them',
    run: listAccounts,
  },
  'add-account': {
    words: '<email> <phone>',
    most: 2,
    about: 'opens an account for someone, even with SIGN_UP=closed, and prints their password',
    run: addAccount,
  },
  'add-credits': {
    words: '<account> <credits> [note]',
    most: Number.POSITIVE_INFINITY,
    about: 'adds credits to an account; the note shows in its ledger, and adds only once',
    run: addCredits,
  },
  'set-password': {
    words: '<email>',
    most: 1,
    about: 'sets a new password, prints it, and signs the person out everywhere',
    run: setPassword,
  },
  'set-phone': {
    words: '<email> <phone>|none',
    most: 2,
    about:
      'texts codes to another number; “none” turns sign-in codes off, those of an app too, unless MFA=required',
    run: setPhone,
  },
  ...USER_COMMANDS,
  'pause-all': {
    words: '',
    most: 0,
    about: 'pauses every blast of every account that is sending or due',
    run: pauseAll,
  },
  'resume-all': {
    words: '',
    most: 0,
    about: 'resumes the blasts that pause-all paused',
    run: resumeAll,
  },
  'rotate-key': {
    words: '',
    most: 0,
    about: 'encrypts with SECRET_KEY what is still stored with OTHER_SECRET_KEY, while Parley runs',
    run: rotate,
  },
  distribute: {
    words: '[check]',
    most: 1,
    about: 'spreads the tables over the machines of a Citus cluster; “check” only says what is in the way',
    run: distributeTables,
  },
  move: {
    words: '[check|unlock]',
    most: 1,
    about:
      'copies everything to the database of MOVE_TO while Parley is stopped, and holds the old one; “check” only looks',
    anyPlace: true,
    run: move,
  },
  backup: {
    words: '<folder>',
    most: 1,
    about: 'copies everything into a new folder, even while Parley is running',
    anyVersion: true,
    run: backUp,
  },
  ...INSTALLATION_COMMANDS,
};

async function examineAll(ground: Ground): Promise<Printed> {
  const findings = await examine(ground);
  const hasFailed = findings.some(({ is }) => is !== 'ok');
  return { text: findingsText(findings), data: { ok: !hasFailed, findings }, hasFailed };
}

async function showStatus(ground: Ground): Promise<Printed> {
  const data = await readStatus(ground);
  return { text: statusText(data), data };
}

async function rotate({ config, db, now }: Ground): Promise<Printed> {
  const done = await rotateKey(db, secretsOf(config), now);
  const { renewed, unreadable } = done;
  const text = `Encrypted ${renewed} secrets with the new key.`;
  if (unreadable > 0)
    return {
      text: `${text} ${unreadable} could not be read with either key, and stay as they are: enter them anew, or name the key they were stored with as OTHER_SECRET_KEY.`,
      data: done,
      hasFailed: true,
    };
  const next = 'Everything is stored with it now. OTHER_SECRET_KEY can go a day from now.';
  return { text: `${text} ${next}`, data: done };
}

/** What people read of a blast that whoever runs the machine paused. */
const PAUSED_BY_OPERATOR = 'Paused by whoever runs this server.';

async function pauseAll({ db, now }: Ground): Promise<Printed> {
  const paused = await transact(db, (trx) => pauseAllUnderWay(trx, PAUSED_BY_OPERATOR, now));
  return { text: `Paused ${paused} blasts. "resume-all" lets them go on.`, data: { paused } };
}

async function resumeAll({ db, now }: Ground): Promise<Printed> {
  const resumed = await transact(db, (trx) => resumeAllPausedFor(trx, PAUSED_BY_OPERATOR, now));
  return { text: `Resumed ${resumed} blasts.`, data: { resumed } };
}

async function listAccounts({ db }: Ground): Promise<Printed> {
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
  return { text: lines.join('\n') || 'No accounts yet.', data: found };
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
  const credits = WHOLE.test(amount) ? Number(amount.replaceAll(',', '')) : 0;
  if (credits < 1 || credits > MOST_CREDITS)
    throw new ConfigError(`Credits must be a whole number from 1 to 1,000,000,000, not "${amount}".`);
  const accountId = /^[1-9]\d{0,14}$/.test(account) ? Number(account) : 0;
  return transact(db, async (trx) => {
    const known = await first(
      trx,
      sql<{ name: string }>`select name from accounts where id = ${accountId} for update`,
    );
    if (!known)
      throw new ConfigError(`There’s no account "${account}". Run "accounts" to see their numbers.`);
    const given = rest.join(' ').trim().slice(0, 255);
    if (given !== '' && (await hasGrant(trx, accountId, given)))
      throw new ConfigError(
        `Credits with the note "${given}" were added to account ${account} before. Nothing was added; use another note to add more.`,
      );
    const note = given || 'Added by the operator';
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
    await endAllSessions(trx, user.id, { why: 'password-changed', at: now });
    await forgetDevices(trx, user.id);
    await forgetTriesOf(trx, `sign-in:${emailKey(email)}:`);
  });
  const passkeys = await countPasskeys(db, user.id);
  return [
    `The new password for ${email.trim()} is ${password}`,
    'They’re signed out everywhere and can change it under My Account.',
    ...(passkeys === 0
      ? []
      : [
          `They can still sign in with a passkey. If it isn’t theirs, run "remove-passkeys ${email.trim()}".`,
        ]),
  ].join('\n');
}

async function setPhone(
  { config, db, now }: Ground,
  [email = '', phone = '']: readonly string[],
): Promise<string> {
  const user = await userOf(db, email);
  if (phone === 'none') {
    await transact(db, async (trx) => {
      await storeCodePhone(trx, user.id, { phone: user.phone, mfaEnabled: false, isProven: false });
      await deleteAuthenticator(trx, user.id);
      await forgetTriesOf(trx, appCodeTries(user.id));
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
  const who = email.trim();
  const texted = `What is texted to ${who}, such as a code for a new password, now goes to ${number}.`;
  const factor = await secondFactorOf(db, config, user.id);
  return {
    text: `Sign-in codes for ${who} now go to ${number}.`,
    app: `${texted} They still sign in with the codes of an app: if that is lost, run "remove-authenticator ${who}".`,
    none: `${texted} They still sign in without a code.`,
  }[factor];
}

async function backUp(ground: Ground, words: readonly string[]): Promise<string> {
  const said = await copyTo(ground, words);
  // The database may be of an older version, which has no place for it.
  await noteInstallationAct(ground.db, 'backup', ground.now).catch(() => undefined);
  return said;
}

async function copyTo({ config, ownerUrl }: Ground, [folder = '']: readonly string[]): Promise<string> {
  if (folder === '') throw new ConfigError('Name the folder to write the backup to.');
  const target = resolve(folder);
  if (config.databaseUrl !== null) {
    await copyWithoutDatabase(config.dataDir, target);
    return `Copied the secret key and uploads to ${target}. It doesn’t include the database at DATABASE_URL: back that up with pg_dump.`;
  }
  await copyWithDatabase(config.dataDir, ownerUrl, target);
  return `Everything is in ${target}. It’s a data folder: put it back with "${PROGRAM} restore ${target}", or run it as it is with DATA_DIR=${target}.`;
}
