/**
 * Runs the compose file in a real Docker as its head and docs/install.md say: all become healthy, the first
 * person signs up and no other, a dump is written; a restart, `down` and `up`, and a killed database lose
 * nothing; a dump is put back. As root (docker.ts). Nothing is pulled: where Docker has no postgres:18
 * to save, `stand-in-postgres.sh` makes one.
 *
 *   node dev/release/try-compose.ts release/parley-0.2.0-image-amd64.tar.gz postgres-18.tar
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register, until, type WireClient } from '../../e2e/wire.ts';
import { stateOf, withDocker } from './docker.ts';
import { check, enterNamespaces, run, say, text, textsOf, timed } from './ground.ts';

const ADDRESS = 'http://127.0.0.1:3000';
const HEALTHY_S = 600;
/** The status of a process that had to be ended by SIGKILL. */
const KILLED = 137;
const images = process.argv.slice(2);
enterNamespaces();
const clone = mkdtempSync(join(tmpdir(), 'parley-compose-'));
const place = join(clone, 'ops/container');

try {
  await withDocker(async () => {
    for (const image of images) run('docker', ['load', '--input', image]);
    cpSync(join(import.meta.dirname, '../../ops/container'), place, { recursive: true });
    const client = await firstUp();
    await stopped(client);
    await databaseKilled(client);
    await putBack(client);
    await timed('down, with all it keeps', () => compose('down', '--volumes'));
    say('All was as it should be.');
  });
} finally {
  rmSync(clone, { recursive: true, force: true });
}

function compose(...words: string[]): string {
  return run('docker', ['compose', '-f', 'ops/container/compose.yaml', ...words], { cwd: clone }).stdout;
}

function container(service: string): string {
  return compose('ps', '--all', '--quiet', service);
}

function healthOf(service: string): string | undefined {
  return stateOf(container(service)).Health?.Status;
}

function untilHealthy(): Promise<boolean> {
  return until(async () => healthOf('parley') === 'healthy', HEALTHY_S);
}

/** The commands in the head of the file, in the folder that it says. */
function makeSecrets(): void {
  const head = readFileSync(join(place, 'compose.yaml'), 'utf8').matchAll(/^# {3}(.*)$/gm);
  run('sh', ['-ec', [...head].map(([, command]) => command).join('\n')], { cwd: place });
}

async function firstUp(): Promise<WireClient> {
  makeSecrets();
  await timed('up: the database is healthy and the others are started', () => compose('up', '-d'));
  check('the database was healthy before Parley was started', healthOf('database') === 'healthy');
  await timed('Parley healthy', untilHealthy);
  const client = await register(ADDRESS);
  check('the first person signs up through the published port', client.user > 0);
  const refusal = await register(ADDRESS).catch((error: Error) => error.message);
  check('nobody else does', typeof refusal === 'string', refusal);
  await text(client, 'one');
  await untilDump();
  check('the backup service wrote a dump', true);
  const doctor = run(
    'docker',
    ['exec', container('parley'), 'sh', '-c', '/opt/parley/parley-*/bin/parley doctor'],
    {
      mayFail: true,
    },
  );
  const warnings = compose('logs', 'parley')
    .split('\n')
    .filter((line) => /"level":[456]0/.test(line));
  check('the log warns of nothing', warnings.length === 0, warnings);
  check('doctor finds nothing wrong', doctor.status === 0, doctor.said);
  return client;
}

function dumps(): string[] {
  return compose('exec', '--no-TTY', 'backup', 'ls', '/backups').split('\n').filter(Boolean);
}

async function untilDump(): Promise<void> {
  await until(async () => dumps().length > 0 && dumps().every((name) => name.endsWith('.dump')), HEALTHY_S);
}

async function stopped(client: WireClient): Promise<void> {
  await timed('restart of all three', () => compose('restart'));
  await untilHealthy();
  check('the text is there after a restart', (await textsOf(client)) === 'one');
  const all = ['parley', 'database', 'backup'].map(container);
  await timed('stop', () => compose('stop'));
  const ends = all.map((each) => stateOf(each).ExitCode);
  check('each ended by itself when it was told to', !ends.includes(KILLED), ends);
  compose('down');
  compose('up', '-d');
  await untilHealthy();
  check('and after "down" and "up", with the session', (await textsOf(client)) === 'one');
}

/** As when the kernel runs out of memory; a `docker kill` would keep it down. */
async function databaseKilled(client: WireClient): Promise<void> {
  const before = stateOf(container('database')).Pid;
  const parley = stateOf(container('parley')).Pid;
  process.kill(before, 'SIGKILL');
  await timed('a text is taken again after the database was killed', () =>
    until(
      () =>
        text(client, 'two').then(
          () => true,
          () => false,
        ),
      HEALTHY_S,
    ),
  );
  check('the database was started again', stateOf(container('database')).Pid !== before);
  check('Parley itself was not', stateOf(container('parley')).Pid === parley);
  check('no text is lost or doubled', (await textsOf(client)) === 'one, two', await textsOf(client));
}

/** As docs/install.md says it. */
async function putBack(client: WireClient): Promise<void> {
  compose('restart', 'backup');
  await untilDump();
  await text(client, 'three');
  compose('stop', 'parley');
  const [rename, create] = [
    'alter database parley rename to parley_before',
    'create database parley owner parley',
  ];
  compose('exec', '--no-TTY', 'database', 'psql', '-U', 'postgres', '-c', rename, '-c', create);
  const dump = dumps().at(-1);
  compose(
    'run',
    '--rm',
    'backup',
    `pg_restore --no-owner -d "$(cat /run/secrets/database_url)" /backups/${dump}`,
  );
  compose('run', '--rm', '--no-deps', '--entrypoint', 'touch', 'parley', '/data/restored-from-backup');
  compose('up', '-d');
  await untilHealthy();
  check('a dump was put back: what was there then is there', (await textsOf(client)) === 'one, two');
  check('and the start knew of it', compose('logs', 'parley').includes('backup'));
}
