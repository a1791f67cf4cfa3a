/** Settings that lie in files, and names that are probably slips. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { addressesOf } from './db/addresses.ts';
import { type SECRET_SETTINGS, slipsIn } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(text: string): string {
  const path = join(folder, `secret-${Math.random()}`);
  writeFileSync(path, text);
  return path;
}

test('every secret may lie in a file, whose last line end is none of it', () => {
  const values = {
    DATABASE_URL: 'postgres://a:b@db/parley',
    MOVE_TO: 'postgres://a:b@other/parley',
    REPORT_DATABASE_URL: 'postgres://a:b@copy/parley',
    SECRET_KEY: 'a key that is long enough for this purpose',
    OTHER_SECRET_KEY: 'another key, as long as the first, if not longer',
    LOOKUP_PASSWORD: 'look up',
    METRICS_TOKEN: 'sixteen letters at least',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20one',
    REPORT_DEBUG_SECRET: 'debug',
  } satisfies Record<(typeof SECRET_SETTINGS)[number], string>;
  const env = Object.fromEntries(
    Object.entries(values).map(([name, text]) => [`${name}_FILE`, file(`${text}\n`)]),
  );
  expect(readConfig({ ...env, LOOKUP_URL: 'https://lookups.example' }, [])).toMatchObject({
    databaseUrl: values.DATABASE_URL,
    moveTo: values.MOVE_TO,
    reportDatabaseUrl: values.REPORT_DATABASE_URL,
    secretKey: values.SECRET_KEY,
    otherSecretKey: values.OTHER_SECRET_KEY,
    lookup: { password: values.LOOKUP_PASSWORD },
    metricsToken: values.METRICS_TOKEN,
    reportSecret: values.REPORT_DEBUG_SECRET,
    doubts: [],
  });
});

test('a path in the file of settings begins beside it, one of the environment where the command is given', () => {
  const secret = file('a key that is long enough for this purpose');
  const values = { DATA_DIR: './kept', SECRET_KEY_FILE: basename(secret) };
  const settings = { folder, values };
  expect(readConfig({ ...values, PORT: '1' }, [], settings)).toMatchObject({
    dataDir: join(folder, 'kept'),
    secretKey: 'a key that is long enough for this purpose',
  });
  expect(readConfig({ ...values, DATA_DIR: 'here' }, [], settings).dataDir).toBe(resolve('here'));
  expect(readConfig({ SECRET_KEY_FILE: secret, DATA_DIR: '/srv/data' }, [], settings).dataDir).toBe(
    '/srv/data',
  );
});

test('a database may be at several addresses, of which the one that takes writes is used', () => {
  const start = (env: Record<string, string>) => () => readConfig(env, []);
  const several = 'postgres://a:b@one:5432,[::1]:5433/parley?sslmode=require&target_session_attrs=read-write';
  expect(readConfig({ DATABASE_URL: several }, []).databaseUrl).toBe(several);
  expect(addressesOf(several)).toEqual([
    'postgres://a:b@one:5432/parley?sslmode=require',
    'postgres://a:b@[::1]:5433/parley?sslmode=require',
  ]);
  for (const wrong of [
    'postgres://a:b@one:5432,/parley',
    'postgres://a:b@one:x,two/parley',
    'mysql://one,two/parley',
    'postgres://a:b@one,two/parley?target_session_attrs=any',
  ])
    expect(start({ DATABASE_URL: wrong })).toThrow(/^DATABASE_URL must look like postgres:/);
  const copy = { REPORT_DATABASE_URL: 'postgres://a:b@copy/parley' };
  expect(start(copy)).toThrow(/^REPORT_DATABASE_URL needs a DATABASE_URL/);
  expect(start({ DATABASE_URL: several, REPORT_DATABASE_URL: several })).toThrow(
    'REPORT_DATABASE_URL must have one host.',
  );
});

test('a file that is missing or empty, and a secret that is set twice, stop the start in one line', () => {
  const start = (env: Record<string, string>) => () => readConfig(env, []);
  expect(start({ SECRET_KEY_FILE: join(folder, 'none') })).toThrow(
    /^SECRET_KEY_FILE names \S+none, which cannot be read \(ENOENT\)\.$/,
  );
  expect(start({ METRICS_TOKEN_FILE: file(' \n') })).toThrow(
    /^METRICS_TOKEN_FILE names \S+, which is empty\.$/,
  );
  expect(start({ SECRET_KEY: 'x'.repeat(40), SECRET_KEY_FILE: file('y'.repeat(40)) })).toThrow(
    'Set SECRET_KEY or SECRET_KEY_FILE, not both.',
  );
  expect(start({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 16 characters.');
  expect(start({ PARLEY_ROLE: 'both' })).toThrow('PARLEY_ROLE must be one of all, web, worker, not "both".');
  expect(start({ PARLEY_ROLE: 'worker' })).toThrow(/^PARLEY_ROLE=worker needs a DATABASE_URL/);
});

test.each([
  ['DATABSE_URL', 'DATABSE_URL is no setting. Is DATABASE_URL meant?'],
  ['database_url', 'database_url is no setting. Is DATABASE_URL meant?'],
  ['DATABSE_URL_FILE', 'DATABSE_URL_FILE is no setting. Is DATABASE_URL_FILE meant?'],
  ['SIGNUP', 'SIGNUP is no setting. Is SIGN_UP meant?'],
  ['PROT', 'PROT is no setting. Is PORT meant?'],
  ['PARLEY_ROL', 'PARLEY_ROL is no setting. Is PARLEY_ROLE meant?'],
  ['PARLEY_COLOUR', 'PARLEY_COLOUR is no setting of Parley.'],
])('%s is told', (name, doubt) => {
  expect(slipsIn({ [name]: '1' })).toEqual([doubt]);
});

test('a setting that is no secret is not looked for in a file, and says so', () => {
  expect(slipsIn({ PORT_FILE: '/run/port' })).toEqual([expect.stringMatching(/^PORT_FILE is not read: /)]);
});

test('what other programs have in the environment is none of our business', () => {
  const others = [
    'HOSTNAME',
    'POST',
    'PORTS',
    'HOME',
    'HOSTS',
    'PATH',
    'PWD',
    'LOGNAME',
    'LANG',
    'DATA',
    'PUBLIC',
    'MAIL',
    'npm_config_loglevel',
    'XDG_DATA_DIRS',
    'LOGS_DIRECTORY',
    'STATE_DIRECTORY',
    'INVOCATION_ID',
    'PGHOST',
    'DATABASE_PASSWORD',
    'NODE_ENV',
    'MANPATH',
    'PARLEY_SERVER',
    'SECRET',
    'PROXY_URL',
  ];
  expect(slipsIn(Object.fromEntries(others.map((name) => [name, '1'])))).toEqual([]);
});
