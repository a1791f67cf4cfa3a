/**
 * Brings the database of a released version up to date while people work on it: makes it by that version's
 * migrations, fills it, starts this version on it, texts and settles messages while the long work goes on,
 * kills the server in the midst, and looks whether all is there, once.
 *
 *   node dev/upgrade.ts [--release 0.1.0] [--messages 1000000]
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, first, openDatabase, script, sql } from '../packages/server/src/platform/db/database.ts';
import { startEmbedded } from '../packages/server/src/platform/db/embedded.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { onlineMigrationsLeft } from '../packages/server/src/platform/db/online-migrations.ts';
import { createEmptyDatabase } from '../packages/server/src/testing/databases.ts';
import { client, end, say, startWorker } from './faults/ground.ts';
import { readOptions } from './faults/options.ts';
import { RELEASES } from './releases.ts';

const SERVER = join(import.meta.dirname, '../packages/server');
const KILL_AFTER_MS = 2_000;
const { release, messages } = readOptions({ release: '0.1.0', messages: 1_000_000 });

const dataDir = mkdtempSync(join(tmpdir(), 'parley-upgrade-'));
const postgres = await startEmbedded(dataDir);
const url = await createEmptyDatabase(postgres, 'upgrade');
const { db, close } = openDatabase(url, 4, 20);
let good = true;
try {
  await makeReleased(db);
  await upgrade(db);
} finally {
  await close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = good ? 0 : 1;

function judge(what: string, passed: boolean, found: unknown): void {
  good &&= passed;
  say(`${passed ? 'PASS' : 'FAIL'} ${what}: ${JSON.stringify(found)}`);
}

/** The database as the release left it, with messages, conversations and personal links. */
async function makeReleased(db: Db): Promise<void> {
  const { last } = RELEASES[release] ?? {};
  if (last === undefined) throw new Error(`There is no release ${release}.`);
  const folder = join(dataDir, 'migrations');
  mkdirSync(folder);
  for (const file of readdirSync(join(SERVER, 'migrations')))
    if (file.endsWith('.sql') && file.slice(0, 4) <= last)
      copyFileSync(join(SERVER, 'migrations', file), join(folder, file));
  await migrate(db, folder);
  await script(
    db,
    `insert into accounts (id, name, created_at) overriding system value values (1, 'Large', '2026-01-01');
     select setval(pg_get_serial_sequence('accounts', 'id'), 1);
     insert into contacts (account_id, id, phone, created_at) overriding system value
       select 1, n, '+1212' || lpad(n::text, 7, '0'), '2026-01-01' from generate_series(1, ${messages / 5}) n;
     insert into messages (account_id, id, channel_id, contact_id, blast_id, origin, status, body, created_at)
       select 1, n, 1, 1 + n % ${messages / 5}, 1 + n / ${messages / 5}, 'blast', 'sent', 'Our sale starts today. Reply STOP to end',
         timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, ${messages}) n;
     update id_blocks set next_id = ${messages + 1} where name = 'messages';
     insert into conversations (account_id, channel_id, contact_id, campaign_id, turn, active, session, updated_at)
       select 1, 1, n, 1, 1, true, '{"reached": [1, 2, 3], "published": 1}', '2026-01-02' from generate_series(1, ${messages / 5}) n;
     insert into link_codes (code, account_id, link_id, contact_id, campaign_id, created_at)
       select 'c' || n, 1, 1, n, 1, '2026-01-01' from generate_series(1, ${messages / 5}) n`,
  );
  await script(db, 'analyze');
  say(`a database of ${release} with ${messages} messages is there`);
}

async function upgrade(db: Db): Promise<void> {
  const folder = join(dataDir, 'server');
  mkdirSync(folder);
  const begun = performance.now();
  let worker = await startWorker(url, dataDir, folder);
  const readyMs = Math.round(performance.now() - begun);
  const ask = client(() => worker.url);
  await ask('registration/RegisterNewUser', {
    inpEmail: 'upgrade@example.com',
    inpPassword: 'correct horse battery staple',
    inpPhoneNumber: '2125550100',
  });
  judge('it serves within seconds', readyMs < 30_000, { readyMs });
  let [texts, settled, slowest, wasKilled] = [0, 0, 0, false];
  while (!wasKilled || (await onlineMigrationsLeft(db)).length > 0) {
    if (!wasKilled && performance.now() - begun > readyMs + KILL_AFTER_MS) {
      await end(worker.process, 'SIGKILL');
      worker = await startWorker(url, dataDir, folder);
      wasKilled = true;
    }
    const from = performance.now();
    const done = await ask('simulator/phoneSend', { inpContactString: '2125550181', inpText: 'hello' });
    if (done.RESULT === 1) texts += 1;
    settled += await settle(db, settled);
    slowest = Math.max(slowest, performance.now() - from);
    await sleep(20);
  }
  judge('texts and receipts went through meanwhile', texts > 0 && settled > 0, {
    texts,
    settled,
    slowestMs: Math.round(slowest),
    wholeSeconds: Math.round((performance.now() - begun) / 1000),
    wasKilled,
  });
  await end(worker.process, 'SIGTERM');
  await judgeAll(db, settled);
}

/** Receipts of five messages, as their statement changes them. */
async function settle(db: Db, after: number): Promise<number> {
  await sql`
    update messages set status = 'delivered', settled_at = '2026-02-01'
    where account_id = 1 and id > ${after} and id <= ${after + 5}`.execute(db);
  return 5;
}

async function judgeAll(db: Db, settled: number): Promise<void> {
  const counted = await first(
    db,
    sql<{ all: number; settled: number; visits: number; steps: number }>`
      select count(*) as all, count(*) filter (where status = 'delivered') as settled,
        (select count(*) from step_visits where account_id = 1) as visits,
        (select sum(cardinality(steps)) from step_visits where account_id = 1) as steps
      from messages where account_id = 1`,
  );
  const people = messages / 5;
  judge(
    'every message and conversation is there, once',
    sameAs(counted, { all: messages, settled, visits: people, steps: 3 * people }),
    counted,
  );
  const written = readFileSync(join(SERVER, 'schema.sql'), 'utf8').match(/^CREATE .*INDEX .*(?=;$)/gm) ?? [];
  const { lacking } = (await first(
    db,
    sql<{ lacking: string[] }>`
      select array(
        select wanted from unnest(${written}::text[]) as wanted
        except select d.indexdef from pg_indexes d join pg_index i on i.indexrelid = format('%I.%I', d.schemaname, d.indexname)::regclass
          where i.indisvalid) as lacking`,
  )) ?? { lacking: ['all'] };
  judge(
    'every index of a new database is there, and valid',
    written.length > 50 && lacking.length === 0,
    lacking,
  );
}

function sameAs(found: unknown, wanted: object): boolean {
  return JSON.stringify(found) === JSON.stringify(wanted);
}
