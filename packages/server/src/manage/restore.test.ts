/** What comes into the place of the data folder is the backup as it was made, or nothing. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Config } from '../platform/config.ts';
import { copyWithoutDatabase } from '../platform/db/backup.ts';
import { restore } from './restore.ts';

const ground = mkdtempSync(join(tmpdir(), 'parley-restore-'));
afterAll(() => rmSync(ground, { recursive: true, force: true }));
let turn = 0;
let place = '';
let config: Config;
const dataDir = () => join(place, 'data');
const backup = () => join(place, 'backup');
const read = () => readFileSync(join(dataDir(), 'imports/people.csv'), 'utf8');

beforeEach(async () => {
  turn += 1;
  place = join(ground, `${turn}`);
  mkdirSync(join(dataDir(), 'imports'), { recursive: true });
  writeFileSync(join(dataDir(), 'secret-key'), 'a key of this installation, long enough');
  writeFileSync(join(dataDir(), 'imports/people.csv'), 'Phone\n2125550100\n');
  config = { dataDir: dataDir(), databaseUrl: 'postgres://elsewhere.example/parley' } as Config;
  await copyWithoutDatabase(dataDir(), backup());
  writeFileSync(join(dataDir(), 'imports/people.csv'), 'later');
});

it('puts back what was copied, keeps what was there, and leaves no list of files in a folder that changes', async () => {
  const said = await restore(config, [backup()]);
  expect(said).toMatch(
    /^\S+ is in the place of \S+ now\.\nWhat was there before is in \S+\.\nPut the database back/,
  );
  expect(read()).toBe('Phone\n2125550100\n');
  expect(readdirSync(dataDir()).sort()).toEqual(['imports', 'restored-from-backup', 'secret-key']);
  expect(readdirSync(place).length).toBe(3);
});

const list = () => join(backup(), 'SHA256SUMS');

/** Whatever else is missing is not in the list then. */
function dropLastLine(): void {
  const lines = readFileSync(list(), 'utf8').split('\n').slice(0, -2);
  writeFileSync(list(), `${lines.join('\n')}\n`);
}

const DAMAGES: readonly [string, string, () => void][] = [
  ['was cut', 'imports/people.csv', () => truncateSync(join(backup(), 'imports/people.csv'), 4)],
  ['lacks its list', 'SHA256SUMS', () => rmSync(list())],
  ['lacks a file', 'secret-key', () => rmSync(join(backup(), 'secret-key'))],
  [
    'was altered',
    'imports/people.csv',
    () => writeFileSync(join(backup(), 'imports/people.csv'), 'Phone\n2125550101\n'),
  ],
  ['has a list that was cut', 'SHA256SUMS', () => truncateSync(list(), 40)],
  ['has a list that was cut behind a line', 'SHA256SUMS', dropLastLine],
];

it.each(DAMAGES)('refuses one that %s, and changes nothing', async (_words, file, damage) => {
  damage();
  await expect(restore(config, [backup()])).rejects.toThrow(
    `${backup()} is not as it was made: 1 of its files are missing or were changed since (${file}).`,
  );
  expect(read()).toBe('later');
  expect(readdirSync(place).sort()).toEqual(['backup', 'data']);
});

it('puts one of an older Parley back, which has no list, and says that it was not checked', async () => {
  rmSync(list());
  writeFileSync(join(backup(), 'restored-from-backup'), '');
  expect(await restore(config, [backup()])).toContain('whether it is whole was not checked.');
  expect(read()).toBe('Phone\n2125550100\n');
});

it('makes a backup of what was run as it was copied, with a list of its own', async () => {
  const [ran, second] = [join(place, 'ran'), join(place, 'second')];
  cpSync(backup(), ran, { recursive: true });
  writeFileSync(join(ran, 'imports/people.csv'), 'changed');
  await copyWithoutDatabase(ran, second);
  await restore(config, [second]);
  expect(read()).toBe('changed');
});
