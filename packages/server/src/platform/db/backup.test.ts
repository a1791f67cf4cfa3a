/** A copy that is made while much is written has all that was committed before, and starts by itself. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyWithDatabase, copyWithoutDatabase, RESTORED_MARK } from './backup.ts';
import { first, openDatabase, script, sql } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { lockFolder } from './folder-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a backup under load is whole, and a data folder of its own', async () => {
  const dataDir = join(folder, 'data');
  const target = join(folder, 'copy');
  const postgres = await startEmbedded(dataDir);
  writeFileSync(join(dataDir, 'secret-key'), 'the key of this installation, as it is kept');
  const { db, close } = openDatabase(postgres.url, 4);
  let written = 0;
  let stopped = false;
  const write = async (): Promise<void> => {
    while (!stopped) {
      await script(
        db,
        `insert into kept select g, md5(g::text) from generate_series(${written + 1}, ${written + 500}) g;
         update kept set word = word || 'x' where n > ${written} - 2000`,
      );
      written += 500;
    }
  };
  await script(db, 'create table kept (n int primary key, word text); create index on kept (word)');
  const writing = write();
  await expect.poll(() => written).toBeGreaterThan(20_000);
  const before = written;
  await copyWithDatabase(dataDir, postgres.ownerUrl, target);
  stopped = true;
  await writing;
  const slots = await first(db, sql<{ count: number }>`select count(*) as count from pg_replication_slots`);
  expect(slots?.count).toBe(0);
  await expect(copyWithDatabase(dataDir, postgres.ownerUrl, target)).rejects.toThrow('is there already');
  await close();
  await postgres.stop();

  expect(readFileSync(join(target, 'secret-key'), 'utf8')).toBe(
    'the key of this installation, as it is kept',
  );
  expect(existsSync(join(target, RESTORED_MARK))).toBe(true);
  expect(existsSync(`${target}.unfinished`)).toBe(false);
  const copy = await startEmbedded(target);
  const copied = openDatabase(copy.url, 1);
  const held = await first(
    copied.db,
    sql<{ rows: number; most: number; byIndex: number }>`
      select count(*) as rows, max(n) as most, (select count(*) from kept where word >= '') as "byIndex" from kept`,
  );
  await copied.close();
  await copy.stop();
  expect(held?.rows).toBeGreaterThanOrEqual(before);
  expect(held?.most).toBe(held?.rows);
  expect(held?.byIndex).toBe(held?.rows);
});

test('a backup has no lock, also where one has taken over from a process that was killed', async () => {
  const dataDir = join(folder, 'locked');
  const target = join(folder, 'unlocked');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'parley.lock'), '1 0');
  const release = lockFolder(dataDir);
  expect(readdirSync(dataDir).filter((name) => name !== 'parley.held')).toEqual(['parley.lock.1']);
  await copyWithoutDatabase(dataDir, target);
  release();
  expect(readdirSync(target).sort()).toEqual(['SHA256SUMS', RESTORED_MARK]);
});
