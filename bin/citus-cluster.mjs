/**
 * A Citus cluster on loopback for tests: a coordinator and two workers, whose data are gone afterwards. The
 * cluster kit, a folder with `cluster.sh`, installs Citus where it can (root on Debian); else one that is
 * installed beside PostgreSQL is taken.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { quickFolder } from './quick-folder.mjs';
import { ROOT } from './setup.mjs';

const NODES = 3;
/** The superuser that the kit makes. */
const OWNER = 'parley';
/** "nobody" on the systems we know: PostgreSQL refuses root. */
const UNPRIVILEGED = 65534;
/** For one program that installs something. */
const PATIENCE_MS = 300_000;
/** As the kit has them. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
max_connections = 200
max_prepared_transactions = 400
max_wal_size = 2GB
citus.enable_statistics_collection = off
citus.node_conninfo = 'sslmode=disable'
`;

const isRoot = process.getuid?.() === 0;

/**
 * Starts a cluster: the addresses of its servers, the coordinator first, and how to stop it. Where it cannot,
 * only the reason, as a sentence.
 */
export async function startCitus() {
  const kit = resolve(ROOT, process.env.CITUS_KIT ?? '../shared/citus');
  const home = mkdtempSync(join(quickFolder(4), 'parley-citus-'));
  const port = await freePorts();
  const way = existsSync(join(kit, 'cluster.sh')) && isRoot ? byKit(kit, home, port) : byHand(home, port);
  const problem = way.start();
  if (problem) {
    const reason = problem + lastWords(home);
    way.stop();
    return { reason };
  }
  const urls = Array.from({ length: NODES }, (_, n) => `postgres://${OWNER}@127.0.0.1:${port + n}/postgres`);
  await Promise.all(urls.map(hurry));
  return { urls, stop: way.stop };
}

/**
 * What is thrown away need not be safe, a copy of a database is quicker with fewer parts of tables, and no
 * statement of a test is worth compiling (the embedded server does not either). What was cut off half stored
 * is settled as soon as docs/citus.md advises.
 */
const HURRIED = [
  'fsync = off',
  'full_page_writes = off',
  "max_wal_size = '512MB'",
  'jit = off',
  'citus.shard_count = 2',
  "citus.recover_2pc_interval = '5s'",
];

async function hurry(url) {
  // Not there before the parts are installed.
  const { default: pg } = await import('pg');
  const client = new pg.Client(url);
  await client.connect();
  for (const setting of HURRIED) await client.query(`alter system set ${setting}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** The first of some ports in a row that nobody listens on. */
async function freePorts() {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all(Array.from({ length: NODES }, (_, n) => isFree(first + n)));
    if (free.every(Boolean)) return first;
  }
}

const isFree = (port) =>
  new Promise((answer) => {
    const server = createServer();
    server.once('error', () => answer(false));
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)));
  });

/**
 * The kit installs and starts; a PostgreSQL 15 that is older than the one its Citus was built for is updated
 * once.
 */
function byKit(kit, home, port) {
  const env = { ...process.env, CITUS_HOME: home, CITUS_PORT: String(port), WORKERS: String(NODES - 1) };
  const kitDoes = (what) =>
    spawnSync('bash', [join(kit, 'cluster.sh'), what], { env, encoding: 'utf8', timeout: PATIENCE_MS });
  const attempt = () => {
    const run = kitDoes('start');
    if (run.status === 0) return '';
    return `${join(kit, 'cluster.sh')} could not start it: ${run.error?.message ?? run.stderr.trim().split('\n').at(-1)}`;
  };
  return {
    start() {
      const problem = attempt();
      return problem && updatePostgres() ? attempt() : problem;
    },
    stop: () => kitDoes('stop'),
  };
}

/** Whether Debian's PostgreSQL 15 may be another one now. */
function updatePostgres() {
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
      timeout: PATIENCE_MS,
    }).status === 0;
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--only-upgrade', 'postgresql-15');
}

/** A PostgreSQL that Citus is installed beside. */
function byHand(home, port) {
  const bin = binariesWithCitus();
  const as = isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const folders = Array.from({ length: NODES }, (_, n) => join(home, String(n)));
  const run = (program, ...args) =>
    spawnSync(join(bin, program), args, { ...as, cwd: home, stdio: 'ignore' }).status === 0;
  return {
    start() {
      if (!bin)
        return 'neither the cluster kit (../shared/citus or CITUS_KIT, as root) nor a PostgreSQL with Citus is here';
      if (isRoot) chownSync(home, UNPRIVILEGED, UNPRIVILEGED);
      for (const [n, folder] of folders.entries()) {
        if (!run('initdb', '-D', folder, '-U', OWNER, '--auth=trust', '--encoding=UTF8', '--locale=C'))
          return 'initdb failed';
        appendFileSync(join(folder, 'postgresql.conf'), `${SETTINGS}port = ${port + n}\n`);
        if (!run('pg_ctl', '-D', folder, '-l', join(home, `${n}.log`), '-w', '-s', 'start'))
          return 'PostgreSQL did not start';
      }
      return '';
    },
    stop() {
      for (const folder of folders)
        if (existsSync(folder)) run('pg_ctl', '-D', folder, '-m', 'immediate', '-s', 'stop');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The folder with the programs; undefined: there is none that knows Citus. */
function binariesWithCitus() {
  return (process.env.PATH ?? '').split(delimiter).find((folder) => {
    if (!existsSync(join(folder, 'initdb'))) return false;
    const told = spawnSync(join(folder, 'pg_config'), ['--sharedir'], { encoding: 'utf8' });
    return told.status === 0 && existsSync(join(told.stdout.trim(), 'extension', 'citus.control'));
  });
}

/** Why a server did not start, as its log ends. */
function lastWords(home) {
  for (let n = 0; n < NODES; n += 1) {
    const log = join(home, `${n}.log`);
    const fatal = existsSync(log) && [...readFileSync(log, 'utf8').matchAll(/FATAL: +(.*)/g)].at(-1)?.[1];
    if (fatal) return ` (${fatal})`;
  }
  return '';
}
