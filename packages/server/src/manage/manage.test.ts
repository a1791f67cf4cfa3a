/**
 * What whoever runs Parley does from its machine. The command is a program of its own, beside the one that
 * serves; most of it is asked within the test.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@parley/contract';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { first, sql } from '../platform/db/database.ts';
import { placesIn } from '../platform/db/embedded.ts';
import { lockFolder } from '../platform/db/folder-lock.ts';
import { createEmptyDatabase, dropDatabase } from '../testing/databases.ts';
import { useHarness } from '../testing/harness.ts';
import { PasskeyDevice } from '../testing/passkey-device.ts';
import { PROGRAM_ENVIRONMENT } from '../testing/program-environment.ts';
import { runCommand } from './run-command.ts';

const harness = useHarness();
const folder = mkdtempSync(join(tmpdir(), 'parley-manage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command is given: the database of the test. */
const settingsOf = (env: Record<string, string>) => ({
  DATABASE_URL: String(harness().services.pool.options.connectionString),
  DATA_DIR: harness().services.config.dataDir,
  ...env,
});

/** As it is typed: a program, which takes a second to start. */
function asProgram(words: string[], env: Record<string, string> = {}) {
  const main = join(import.meta.dirname, '../manage.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    env: { ...settingsOf(env), ...PROGRAM_ENVIRONMENT },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

/** What the program does, within this one. */
async function manage(words: string[], env: Record<string, string> = {}) {
  const { status, text, problem } = await runCommand(words, settingsOf(env));
  return { status, said: `${problem || text}\n` };
}

it('a database without tables is no fault of the version: update and doctor say what makes them', async () => {
  const given = { url: inject('appUrl'), ownerUrl: inject('ownerUrls')[0] ?? '' };
  const name = `manage_empty_${process.pid}`;
  const DATABASE_URL = await createEmptyDatabase(given, name);
  try {
    expect(await manage(['check'], { DATABASE_URL })).toEqual({
      status: 0,
      said: 'The database is empty: the first start makes the tables.\n',
    });
    expect((await manage(['doctor'], { DATABASE_URL })).said).toMatch(
      /\nBAD {2}Schema: +the database is empty\. Start Parley: its first start makes the tables\.\n/,
    );
  } finally {
    await dropDatabase(inject('ownerUrls').slice(0, 1), name);
  }
});

describe('the commands for whoever runs Parley', () => {
  it('are listed, and a wrong one says so', async () => {
    const none = asProgram([]);
    expect(none).toMatchObject({ status: 0 });
    const one = await manage(['help', 'set-phone']);
    expect(one.said).toMatch(
      /^\S.* set-phone <email> <phone>\|none \[--json\]\n\n {2}texts codes to another number[^\n]+\n$/,
    );
    expect(await manage(['set-phone', '--help'])).toEqual(one);
    expect(asProgram(['disable-user'])).toEqual({
      status: 2,
      said: '"disable-user" needs more: disable-user <email>\n',
    });
    expect(none.said).toMatch(
      /accounts[\s\S]*add-credits <account> <credits> \[note\][\s\S]*backup <folder>/,
    );
    expect((await manage(['constructor'])).said).toMatch(/^There’s no command "constructor"\.\n/);
    expect((await manage(['bakcup'])).said).toMatch(/^There’s no command "bakcup"\. Is "backup" meant\?\n/);
  });

  it('list accounts and add credits, with a note in the ledger', async () => {
    const user = await harness().newUser({ email: 'credits@example.com' });
    expect((await manage(['accounts'])).said).toMatch(
      / 1,000 credits {2}credits: credits@example\.com \(owner\)/,
    );
    const added = await manage(['add-credits', String(user.accountId), '2,500', 'Invoice', '12']);
    expect(added).toEqual({ status: 0, said: 'Added 2,500 credits to credits. It now has 3,500 credits.\n' });
    const { values } = await user.ask(calls.delivery.ledger, { start: 0 });
    expect(values).toMatchObject({ balance: 3_500, granted: 3_500 });
    expect(values.entries[0]).toMatchObject({ kind: 'grant', credits: 2_500, note: 'Invoice 12' });
    for (const words of [
      ['999999', '5'],
      ['x', '5'],
      [String(user.accountId), '-5'],
      [String(user.accountId), '1.5'],
      [String(user.accountId), '1e3'],
      [String(user.accountId), '0x10'],
      ['0x1', '5'],
    ])
      expect(await manage(['add-credits', ...words])).toMatchObject({ status: 2 });
    expect((await user.ask(calls.delivery.ledger, { start: 0 })).values.balance).toBe(3_500);
  });

  it('add credits once for a note, however often they are asked to', async () => {
    const user = await harness().newUser();
    const add = () => manage(['add-credits', String(user.accountId), '100', 'Invoice', '13']);
    expect(await add()).toMatchObject({ status: 0 });
    expect(await add()).toMatchObject({ status: 2, said: expect.stringContaining('Nothing was added') });
    expect((await user.ask(calls.delivery.ledger, { start: 0 })).values.balance).toBe(1_100);
  });

  it('refuse more words and options than they take, and wrong settings, in one line', async () => {
    expect(await manage(['accounts', 'all'])).toEqual({
      status: 2,
      said: '"all" is more than "accounts" takes: accounts\n',
    });
    expect((await manage(['accounts', '--all'])).said).toMatch(/^"accounts" knows no --all\.\n/);
    expect(await manage(['accounts'], { PORT: 'abc' })).toEqual({
      status: 2,
      said: 'PORT must be a whole number from 0 to 65535, not "abc".\n',
    });
  });

  it('say how everything stands, in words and for programs', async () => {
    await harness().newUser();
    expect((await manage(['status'])).said).toMatch(
      /^Parley: +\d+\.\d+\.\d+, schema \d{4}-[\s\S]*\nBlasts: +\d+ sending/,
    );
    const status = JSON.parse((await manage(['status', '--json'])).said);
    expect(status).toMatchObject({ carriersDown: 0, blasts: { sending: 0 }, unpaidReplies: 0 });
    expect(status.accounts).toBeGreaterThan(0);
    expect(status.updating).toEqual([]);
    const accounts = JSON.parse(asProgram(['accounts', '--json']).said);
    expect(accounts).toContainEqual(expect.objectContaining({ balance: 1_000 }));
  });

  it('say what an update still does, and what of it failed', async () => {
    const { db } = harness().services;
    const name = '0002-earlier-step-visits.sql';
    await sql`update online_migrations set finished_at = null, rows = 4000 where name = ${name}`.execute(db);
    expect((await manage(['status'])).said).toMatch(
      /\nUpdating: +0002-earlier-step-visits \(4000 rows so far\)\n/,
    );
    await sql`update online_migrations set problem = 'no room' where name = ${name}`.execute(db);
    expect((await manage(['doctor'])).said).toMatch(
      /WARN Updating: +0002-earlier-step-visits \(tried again, .*no room\)/,
    );
    await sql`update online_migrations set finished_at = now(), problem = '' where name = ${name}`.execute(
      db,
    );
  });

  it('pause every blast that is due, and let exactly these go on', async () => {
    const user = await harness().newUser();
    const { db, clock } = harness().services;
    const store = async (id: number, state: string, reason: string) => {
      await sql`
        insert into campaigns (account_id, id, name, version, finished, created_at)
        values (${user.accountId}, ${id}, 'Sale', 1, true, ${clock.now()})`.execute(db);
      await sql`
        insert into blasts (account_id, id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for,
          request_key, created_at, pause_reason)
        select ${user.accountId}, ${id}, ${id}, ${id}, c.id, '{}', '{}', ${state}, ${clock.now()}, ${`test ${id}`}, ${clock.now()}, ${reason}
        from channels c where c.account_id = ${user.accountId}`.execute(db);
    };
    await store(901, 'running', '');
    await store(902, 'paused', 'Many messages failed.');
    await store(903, 'running', '');
    await sql`
      insert into blast_jobs (account_id, blast_id, due_at)
      values (${user.accountId}, 901, ${clock.now()})`.execute(db);
    const states = async () =>
      (
        await sql<{
          state: string;
        }>`select state from blasts where account_id = ${user.accountId} order by id`.execute(db)
      ).rows.map(({ state }) => state);
    expect((await manage(['pause-all'])).said).toContain('Paused 2 blasts');
    expect(await states()).toEqual(['paused', 'paused', 'paused']);
    expect((await manage(['resume-all'])).said).toContain('Resumed 2 blasts');
    // Nothing is left of the last one: what was in hand at the pause was all.
    expect(await states()).toEqual(['running', 'paused', 'done']);
  });

  it('open an account for somebody on a server that is closed', async () => {
    const opened = await manage(['add-account', 'New@example.com', '(312) 555-0190'], { SIGN_UP: 'closed' });
    const password = /password is (\S{20})\n/.exec(opened.said)?.[1] ?? '';
    const client = harness().stranger();
    expect((await client.ask(calls.access.signIn, { email: 'new@example.com', password })).RESULT).toBe(1);
    const { values } = await client.ask(calls.account.load, {});
    expect(values).toMatchObject({ balance: 1_000, timeZone: 'America/Chicago', role: 'owner' });
    expect((await manage(['add-account', 'new@example.com', '3125550190'])).said).toBe(
      'new@example.com already has a sign-in.\n',
    );
    expect(await manage(['add-account', 'nobody', '3125550190'])).toMatchObject({ status: 2 });
  });

  it('set a password that works at once and ends the sessions of the old one', async () => {
    const user = await harness().newUser({ email: 'Forgot@example.com' });
    for (let n = 0; n < 8; n += 1)
      await harness()
        .stranger()
        .ask(calls.access.signIn, { email: 'forgot@example.com', password: 'a guess' });
    const { said } = await manage(['set-password', 'forgot@example.com']);
    const password = /is (\S{20})\n/.exec(said)?.[1] ?? '';
    expect((await user.ask(calls.account.load, {})).RESULT).toBe(-1);
    const again = await harness()
      .stranger()
      .ask(calls.access.signIn, { email: 'forgot@example.com', password });
    expect(again.RESULT).toBe(1);
    expect((await manage(['set-password', 'nobody@example.com'])).said).toMatch(/^No one signs in with/);
  });

  it('help somebody who lost the phone that codes go to', async () => {
    const user = await harness().newUser({ email: 'phone@example.com' });
    const { db } = harness().services;
    await sql`update users set mfa_enabled = true where id = ${user.userId}`.execute(db);
    const stored = () =>
      first(db, sql`select phone, mfa_enabled as asks from users where id = ${user.userId}`);
    expect(await manage(['set-phone', 'phone@example.com', '(312) 555-0188'])).toEqual({
      status: 0,
      said: 'Sign-in codes for phone@example.com now go to +13125550188.\n',
    });
    expect(await stored()).toEqual({ phone: '+13125550188', asks: true });
    expect((await manage(['set-phone', 'phone@example.com', 'what'])).said).toBe(
      '"what" is not a phone number.\n',
    );
    expect((await manage(['set-phone', 'phone@example.com', 'none'])).status).toBe(0);
    expect(await stored()).toEqual({ phone: '+13125550188', asks: false });
  });

  it('help somebody who lost the phone with the app that makes their codes', async () => {
    const user = await harness().newUser({ email: 'app@example.com' });
    const { db, secrets, clock } = harness().services;
    const setUp = () =>
      sql`
        insert into authenticators (user_id, secret_encrypted, last_step, added_at)
        values (${user.userId}, ${secrets.encrypt('KEY')}, 0, ${clock.now()})`.execute(db);
    const asked = async () =>
      (
        await harness()
          .stranger()
          .ask(calls.access.signIn, { email: 'app@example.com', password: 'correct horse battery staple' })
      ).values.byApp;
    await setUp();
    expect((await manage(['users'])).said).toMatch(/app@example\.com .* codes of an app/);
    expect(await asked()).toBe(true);
    expect(await manage(['remove-authenticator', 'app@example.com'])).toEqual({
      status: 0,
      said: 'app@example.com signs in without the app now: with a texted code where codes are on, else with the password alone.\n',
    });
    expect(await asked()).toBe(false);
    expect(await manage(['remove-authenticator', 'app@example.com'])).toEqual({
      status: 2,
      said: 'app@example.com has no authenticator app.\n',
    });
    await setUp();
    const texted =
      'What is texted to app@example.com, such as a code for a new password, now goes to +13125550188.';
    const phoned = () => manage(['set-phone', 'app@example.com', '3125550188']).then(({ said }) => said);
    expect(await phoned()).toBe(
      `${texted} They still sign in with the codes of an app: if that is lost, run "remove-authenticator app@example.com".\n`,
    );
    await manage(['set-phone', 'app@example.com', 'none']);
    expect(await phoned()).toBe(`${texted} They still sign in without a code.\n`);
    expect(await asked()).toBe(false);
  });

  it('take the passkeys of somebody whose device was stolen away, and whoever holds it out', async () => {
    const email = 'thief@example.com';
    const user = await harness().newUser({ email });
    const { begin, add } = calls.passkeys;
    const { options, offer } = (await user.ask(begin, {})).values;
    const made = new PasskeyDevice('http://localhost').make(options);
    expect((await user.ask(add, { offer, made, name: 'Laptop' })).RESULT).toBe(1);
    expect((await manage(['set-password', email])).said).toMatch(
      /They can still sign in with a passkey\. If it isn’t theirs, run "remove-passkeys thief@example\.com"\.\n$/,
    );
    expect(await manage(['remove-passkeys', email])).toEqual({
      status: 0,
      said: `Their passkey is removed, and ${email} is signed out everywhere. They sign in with their password now.\n`,
    });
    expect(await manage(['remove-passkeys', email])).toEqual({
      status: 2,
      said: `${email} has no passkeys.\n`,
    });
  });

  it('copy what lies beside a database of one’s own, whatever its version', async () => {
    const { db, config } = harness().services;
    writeFileSync(join(config.dataDir, 'secret-key'), 'a key of this installation, long enough');
    await sql`insert into migrations (name) values ('9999-later.sql')`.execute(db);
    const target = join(folder, 'copy');
    expect((await manage(['backup', target])).said).toMatch(/back that up with pg_dump/);
    expect(existsSync(join(target, 'secret-key'))).toBe(true);
    const inside = join(config.dataDir, 'backups/one');
    expect(await manage(['backup', inside])).toEqual({
      status: 2,
      said: `${inside} lies in the data folder itself. Name one outside of it, on another disk.\n`,
    });
    expect(existsSync(join(config.dataDir, 'backups'))).toBe(false);
    expect((await manage(['accounts'])).said).toBe(
      'The database is of another version of Parley (9999-later.sql). Please use the command of the Parley that runs.\n',
    );
    await sql`delete from migrations where name = '9999-later.sql'`.execute(db);
  });

  it.runIf(process.platform === 'linux')('say how a backup comes into a volume', async () => {
    const backup = join(folder, 'of-a-volume');
    expect(await manage(['backup', backup])).toMatchObject({ status: 0 });
    expect(await manage(['restore', backup], { DATA_DIR: '/dev/shm' })).toEqual({
      status: 2,
      said: expect.stringMatching(/^\/dev\/shm is a volume, .* copy all that is in \S+ into it\.\n$/),
    });
    for (const made of ['/dev/shm/parley.lock', '/dev/shm.unfinished']) expect(existsSync(made)).toBe(false);
  });

  it('make nothing where there is no Parley', async () => {
    const missing = join(folder, 'missing');
    const { status, said } = await manage(['accounts'], { DATABASE_URL: '', DATA_DIR: missing });
    expect({ status, said }).toEqual({
      status: 2,
      said: `There’s no Parley in ${missing}. Set DATA_DIR (or DATABASE_URL) to what Parley uses.\n`,
    });
    expect(existsSync(missing)).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'touch nothing of a Parley in another container, whose numbers are other processes’ here',
    async () => {
      const dataDir = join(folder, 'of-a-container');
      const { cluster } = placesIn(dataDir);
      mkdirSync(cluster, { recursive: true });
      const release = lockFolder(dataDir);
      try {
        writeFileSync(join(dataDir, 'parley.lock'), '4194304999 1');
        const file = join(cluster, 'postmaster.pid');
        writeFileSync(file, `${process.pid}\n${cluster}\n1790000000\n45999\n\n127.0.0.1\n 1 1\nready\n`);
        const { status, said } = asProgram(['accounts'], { DATABASE_URL: '', DATA_DIR: dataDir });
        expect({ status, said }).toEqual({
          status: 2,
          said: expect.stringMatching(
            /^Another Parley is using .* run the command in there \(docker exec\)\.\n$/,
          ),
        });
        expect(existsSync(file)).toBe(true);
      } finally {
        release();
      }
    },
  );
});
