/**
 * Runs the image in a real Docker, as nobody on a root that cannot be written: it becomes healthy, takes a
 * sign-up and texts, ends cleanly, is killed and comes back, lets no second one at its data, and a new
 * container goes on with it. Then the image is built by hand from the Dockerfile. As root (docker.ts).
 *
 *   node dev/release/try-docker.ts release/parley-0.2.0-{image-amd64,linux-x64}.tar.gz
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { register, until, type WireClient } from '../../e2e/wire.ts';
import { isHealthy, stateOf, withDocker } from './docker.ts';
import { check, enterNamespaces, run, say, text, textsOf, timed } from './ground.ts';

const ADDRESS = 'http://127.0.0.1:3000';
/** A machine that does much else is slow. */
const SLOW_S = 600;
const [image = '', archive = ''] = process.argv.slice(2);
const docker = (...args: string[]) => run('docker', args).stdout;
const tried = (...args: string[]) => run('docker', args, { mayFail: true });

/** As hard as the compose file runs it, with the embedded PostgreSQL in the volume. */
const HARD = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges:true'],
  ...['--volume', 'parley:/data', '--env', 'PUBLIC_URL=https://sms.example.com'],
];

const start = (tag: string, ...more: string[]) =>
  docker('run', '--detach', '--name', 'parley', '--publish', '127.0.0.1:3000:3000', ...HARD, ...more, tag);
const untilHealthy = () => until(async () => isHealthy('parley'), SLOW_S);
const inside = (...words: string[]) => tried('exec', 'parley', ...words);

enterNamespaces();
await withDocker(async () => {
  const tag = /Loaded image: (\S+)/.exec(docker('load', '--input', image))?.[1] ?? '';
  const client = await firstRun(tag);
  await killed(client);
  await secondOne(tag);
  await newContainer(tag, client);
  builtByHand(tag);
  say('All was as it should be.');
});

async function firstRun(tag: string): Promise<WireClient> {
  start(tag, '--restart', 'unless-stopped');
  await timed('healthy, the making of the database included', untilHealthy);
  check('the root cannot be written', inside('touch', '/opt/written').status !== 0);
  check('it runs as 65534', inside('id', '-u').stdout === '65534');
  const users = docker('top', 'parley', '-o', 'uid,pid,comm').split('\n').slice(1);
  check(
    'so do all of its processes, PostgreSQL’s too',
    users.some((line) => line.includes('postgres')) && users.every((line) => line.trim().startsWith('65534')),
    users,
  );
  const doctor = inside('sh', '-c', '/opt/parley/parley-*/bin/parley doctor');
  check('doctor finds nothing wrong', doctor.status === 0, doctor.said);
  const client = await register(ADDRESS);
  await text(client, 'one');
  check(
    'somebody signed up through the published port, and a text was taken',
    (await textsOf(client)) === 'one',
  );
  return client;
}

/** As when the kernel runs out of memory: nobody can clean up. */
async function killed(client: WireClient): Promise<void> {
  const { Pid } = stateOf('parley');
  process.kill(Pid, 'SIGKILL');
  await until(async () => stateOf('parley').Status === 'running' && stateOf('parley').Pid !== Pid);
  await timed('healthy again after kill -9', untilHealthy);
  check('the text is there', (await textsOf(client)) === 'one');
}

/** In another container processes have other numbers: the lock has to hold all the same. */
async function secondOne(tag: string): Promise<void> {
  docker('run', '--detach', '--name', 'other', ...HARD, tag);
  await until(async () => stateOf('other').Status === 'exited' || isHealthy('other'), SLOW_S);
  const { said } = tried('logs', 'other');
  check(
    'a second container over the same data refuses',
    stateOf('other').Status === 'exited' && stateOf('other').ExitCode === 2,
    said.slice(-300),
  );
  docker('rm', 'other');
  check('and harms nothing', isHealthy('parley'));
}

async function newContainer(tag: string, client: WireClient): Promise<void> {
  await timed('docker stop, with its ten seconds', () => docker('stop', 'parley'));
  check('it ended by itself', stateOf('parley').ExitCode === 0, stateOf('parley'));
  docker('rm', 'parley');
  start(tag);
  await timed('a new container healthy', untilHealthy);
  check('it goes on with the data, and the session', (await textsOf(client)) === 'one');
  const log = inside('cat', '/data/postgres/postgres.log').stdout.split('\n');
  const recoveries = log.filter((line) => line.includes('was not properly shut down')).length;
  check('PostgreSQL had to recover once, from the kill', recoveries === 1, log.slice(-20));
  docker('rm', '--force', 'parley');
}

function builtByHand(tag: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'parley-by-hand-'));
  try {
    mkdirSync(join(folder, 'data'));
    cpSync(archive, join(folder, basename(archive)));
    const file = join(import.meta.dirname, '../../ops/container/Dockerfile');
    // Its base is what lies below ours: nothing is pulled here.
    const base = ['--build-arg', `BASE=${tag}`, '--build-arg', `ARCHIVE=${basename(archive)}`];
    process.env.DOCKER_BUILDKIT = '0';
    docker('build', '--tag', 'by-hand', '--file', file, ...base, folder);
    const { stdout } = run('docker', ['run', '--rm', 'by-hand', 'version']);
    check('the image built by hand runs', stdout.startsWith('Parley '), stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
