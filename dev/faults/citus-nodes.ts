/**
 * A Citus on this machine, a coordinator and two nodes that hold accounts, made anew for one run by the kit
 * of CITUS_KIT (a folder with `cluster.sh`; the default lies beside the project).
 */
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Db, first, sql } from '../../packages/server/src/platform/db/database.ts';

const KIT = process.env.CITUS_KIT ?? join(import.meta.dirname, '../../../shared/citus');
const PORT = process.env.CITUS_PORT ?? '5910';
const HOME = process.env.CITUS_HOME ?? '/tmp/parley-citus-run';
const run = promisify(execFile);

/** The coordinator, and the two that hold accounts. */
export const NODES = [0, 1, 2];
/**
 * Read when a node starts again: tens of thousands of files are synced by one call after a crash, and what a
 * killed node had prepared is ended soon.
 */
const SETTINGS = ['recovery_init_sync_method = syncfs', `citus.recover_2pc_interval = '5s'`];
/** Where the kit's PostgreSQL lies. */
const BIN = '/usr/lib/postgresql/15/bin';

export type CitusNodes = Awaited<ReturnType<typeof startCitus>>;

/** @throws Error where there is no kit. */
export async function startCitus() {
  const script = join(KIT, 'cluster.sh');
  if (!existsSync(script)) throw new Error(`There is no Citus kit at ${KIT}: CITUS_KIT names its folder.`);
  const kit = (...words: string[]) =>
    run('bash', [script, ...words], {
      // PGCTLTIMEOUT: a busy machine reads its log back slowly, and who starts a server twice breaks it.
      env: { ...process.env, CITUS_HOME: HOME, CITUS_PORT: PORT, PGCTLTIMEOUT: '600' },
    });
  await kit('start');
  for (const node of NODES)
    appendFileSync(join(HOME, String(node), 'postgresql.conf'), SETTINGS.map((each) => `${each}\n`).join(''));
  return {
    /** Of the coordinator. */
    url: `postgres://parley@127.0.0.1:${PORT}/parley`,
    /** Of one node. */
    urlOf: (node: number) => `postgres://parley@127.0.0.1:${Number(PORT) + node}/parley`,
    /** kill -9 of a node; 0 is the coordinator. */
    kill: (node: number) => kit('kill', String(node)),
    async up(node: number): Promise<void> {
      for (let tries = 1; ; tries += 1) {
        try {
          await kit('up', String(node));
          return;
        } catch (error) {
          // Its children may hold the shared memory for a moment after a kill.
          if (tries < 10) await sleep(1_000);
          else
            throw new Error(readFileSync(join(HOME, `${node}.log`), 'utf8').slice(-2_000), { cause: error });
        }
      }
    },
    stop: () => kit('stop'),
  };
}

/** A PostgreSQL of the same version and settings without Citus, beside the nodes that run. */
export async function startPlain(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = join(HOME, 'plain');
  const port = Number(PORT) + 9;
  const as = (...words: string[]) => run('runuser', ['-u', 'postgres', '--', ...words]);
  await as(
    `${BIN}/initdb`,
    '-D',
    folder,
    '-U',
    'parley',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  );
  const settings = readFileSync(join(HOME, '0/postgresql.conf'), 'utf8')
    .split('\n')
    .filter((line) => !/citus|^port/.test(line));
  writeFileSync(join(folder, 'postgresql.conf'), [...settings, `port = ${port}`, ''].join('\n'));
  await as(`${BIN}/pg_ctl`, '-D', folder, '-l', join(HOME, 'plain.log'), '-w', '-s', 'start');
  await as(`${BIN}/createdb`, '-h', '127.0.0.1', '-p', String(port), '-U', 'parley', 'parley');
  return {
    url: `postgres://parley@127.0.0.1:${port}/parley`,
    async stop() {
      await as(`${BIN}/pg_ctl`, '-D', folder, '-m', 'immediate', '-s', 'stop');
    },
  };
}

/** The node that holds an account: its number. */
export async function nodeOf(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ port: number }>`
      select n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
      where p.shardid = get_shard_id_for_distribution_column('accounts', ${accountId}::bigint)`,
  );
  if (!row) throw new Error(`Account ${accountId} lies nowhere.`);
  return row.port - Number(PORT);
}
