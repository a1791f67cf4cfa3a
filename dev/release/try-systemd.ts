/**
 * Boots a Debian with systemd as process 1, installs a release as docs/install.md and docs/service.md say,
 * and looks at what systemd makes of the units: a restart while texts come in refuses nobody, what is killed
 * comes back, a wrong setting is said, a stop ends all of it, a reboot and an update lose nothing, and
 * fail2ban bans who guesses passwords. For Linux, as root, with systemd-nspawn, on the root that this makes:
 *
 *   debootstrap --variant=minbase --include=systemd-sysv,dbus,sudo,procps,fail2ban,python3-systemd,nftables \
 *     bookworm ROOT
 *   node dev/release/try-systemd.ts ROOT release/parley-0.2.0-linux-x64.tar.gz
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { register, until, type WireClient } from '../../e2e/wire.ts';
import { check, enterGroup, enterNamespaces, leaveGroup, PHONE, run, say, textsOf, timed } from './ground.ts';

const ADDRESS = 'http://127.0.0.1:3000';
const SLOW_S = 300;
const NEWER = '9.9.9';
/** The status of systemd-nspawn for that. */
const REBOOT = 133;
const BIN = '/opt/parley/current/bin/parley';
const [debian = '', archive = ''] = process.argv.slice(2);

enterNamespaces();
enterGroup();
const folder = mkdtempSync(join(tmpdir(), 'parley-systemd-'));
const root = join(folder, 'root');
let machine: ChildProcess | undefined;
try {
  boot();
  install();
  const client = await served();
  await restarted(client);
  await killed(client);
  await wrongSetting();
  await stopped(client);
  await banned();
  await rebooted(client);
  await updated(client);
  say('All was as it should be.');
} catch (error) {
  say(tried('journalctl', '-u', 'parley', '-o', 'cat', '--no-pager', '-n', '20').said);
  throw error;
} finally {
  machine?.kill('SIGKILL');
  if (machine && machine.exitCode === null) await new Promise((resolve) => machine?.once('exit', resolve));
  run('umount', [root], { mayFail: true });
  rmSync(folder, { recursive: true, force: true });
  leaveGroup();
}

/** The given root stays as it is: what is written lies above it. */
function boot(): void {
  for (const name of ['root', 'upper', 'work']) mkdirSync(join(folder, name));
  const layers = `lowerdir=${debian},upperdir=${join(folder, 'upper')},workdir=${join(folder, 'work')}`;
  run('mount', ['-t', 'overlay', 'overlay', '-o', layers, root]);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost parley-try\n');
  switchOn();
}

function switchOn(): void {
  const log = openSync(join(folder, 'console'), 'w');
  machine = spawn(
    'systemd-nspawn',
    [
      `--directory=${root}`,
      '--boot',
      '--machine=parley-try',
      '--register=no',
      '--keep-unit',
      '--console=pipe',
    ],
    { stdio: ['ignore', log, log] },
  );
  closeSync(log);
  run('sleep', ['1']);
  untilBooted();
}

function untilBooted(): void {
  for (let tries = 0; tries < 120; tries += 1) {
    const { stdout } = tried('systemctl', 'is-system-running', '--wait');
    if (stdout === 'running' || stdout === 'degraded') return;
    run('sleep', ['0.5']);
  }
  throw new Error(readFileSync(join(folder, 'console'), 'utf8').slice(-2_000));
}

/** Process 1 of the machine, which is another after a reboot. */
function leader(): string {
  return run('pgrep', ['-P', String(machine?.pid), 'systemd'], { mayFail: true }).stdout;
}

function tried(...words: string[]) {
  return run('nsenter', ['--target', leader() || '0', '--all', '--', ...words], { mayFail: true });
}

function inside(...words: string[]): string {
  return run('nsenter', ['--target', leader(), '--all', '--', ...words]).stdout;
}

/** While texts are sent from here: nothing may hold this process up. */
async function meanwhile(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('nsenter', ['--target', leader(), '--all', '--', ...words]);
  return stdout;
}

/** Line by line what the two pages say, with one settings file. */
function install(): void {
  for (const name of [basename(archive), 'SHA256SUMS']) {
    mkdirSync(join(root, 'opt/parley'), { recursive: true });
    cpSync(join(archive, '..', name), join(root, 'opt/parley', name));
  }
  const release = basename(archive, '.tar.gz');
  const lines = [
    'cd /opt/parley',
    'sha256sum --check --ignore-missing SHA256SUMS',
    `sudo tar -xzf ${release}.tar.gz && sudo ln -s ${release} current`,
    'sudo useradd --system --home-dir /opt/parley parley && sudo chown -R parley: /opt/parley',
    'sudo cp /opt/parley/current/ops/systemd/parley.* /etc/systemd/system/',
    String.raw`printf 'PUBLIC_URL=https://sms.example.com\nSIGN_UP=closed\n' >parley.env`,
    'chown parley: parley.env && chmod 600 parley.env',
    'sudo systemctl enable --now parley.socket parley',
  ];
  inside('sh', '-ec', lines.join('\n'));
}

function property(name: string): string {
  return inside('systemctl', 'show', '--property', name, '--value', 'parley');
}

function stateOf(unit: string): string {
  return tried('systemctl', 'is-active', unit).stdout;
}

/** Waits as long as it takes: the socket holds the request. */
async function answers(): Promise<boolean> {
  const reply = await fetch(`${ADDRESS}/readyz`).catch(() => null);
  return reply?.ok === true;
}

function parley(...words: string[]) {
  return tried('sudo', '-u', 'parley', BIN, ...words);
}

async function served(): Promise<WireClient> {
  await timed('the first answer, the making of the database included', () => until(answers, SLOW_S));
  check('both units are active', `${stateOf('parley')} ${stateOf('parley.socket')}` === 'active active');
  const client = await register(ADDRESS);
  const refused = await register(ADDRESS).catch((error: Error) => error.message);
  check('the first person signs up, nobody else does', typeof refused === 'string');
  const accounts = parley('accounts');
  check('the command reads the same settings', accounts.said.includes('credits'), accounts.said);
  return client;
}

/** Texts, one after the other, while something is done; answers those that were acknowledged. */
async function textsWhile(client: WireClient, word: string, act: () => Promise<void>) {
  const taken: string[] = [];
  const failed: string[] = [];
  let slowest = 0;
  let ends = false;
  // What this process waited for may have outlasted a kept connection.
  await until(answers, SLOW_S);
  const going = (async () => {
    for (let n = 0; !ends; n += 1) {
      const begun = performance.now();
      const inpText = `${word} ${n}`;
      const told = await client.post('simulator/phoneSend', { inpContactString: PHONE, inpText }).then(
        (reply) => (reply.RESULT === 1 ? '' : JSON.stringify(reply)),
        (error: Error) => String(error.cause ?? error),
      );
      slowest = Math.max(slowest, performance.now() - begun);
      if (told === '') taken.push(inpText);
      else failed.push(`${inpText}: ${told}`);
    }
  })();
  await act();
  ends = true;
  await going;
  const stored = (await textsOf(client)).split(', ').filter((each) => each.startsWith(`${word} `));
  say(
    `    ${taken.length} texts taken, ${failed.length} not, the slowest in ${(slowest / 1_000).toFixed(1)} s`,
  );
  return { taken, failed, stored };
}

async function restarted(client: WireClient): Promise<void> {
  const { taken, failed, stored } = await textsWhile(client, 'restart', async () => {
    for (let round = 0; round < 3; round += 1) {
      await meanwhile('systemctl', 'restart', 'parley');
      await until(answers, SLOW_S);
    }
  });
  check('three restarts refused nobody', failed.length === 0, failed);
  check('each text is stored once', taken.join() === stored.join(), { taken, stored });
}

async function killed(client: WireClient): Promise<void> {
  const before = property('MainPID');
  const { taken, failed, stored } = await textsWhile(client, 'kill', async () => {
    await meanwhile('kill', '-9', before);
    await until(answers, SLOW_S);
  });
  check('the killed one was started again, once', property('NRestarts') === '1', property('NRestarts'));
  check('at most the text in hand had no answer', failed.length <= 1, failed);
  check(
    'each that had is stored once',
    taken.every((each) => stored.filter((one) => one === each).length === 1),
  );
  check('it is another process', property('MainPID') !== before);
}

async function wrongSetting(): Promise<void> {
  const file = join(root, 'opt/parley/parley.env');
  const right = readFileSync(file, 'utf8');
  appendFileSync(file, 'MFA=perhaps\n');
  inside('systemctl', 'restart', 'parley');
  await until(async () => stateOf('parley') === 'failed', SLOW_S);
  check('a wrong setting ends it with 2', property('ExecMainStatus') === '2', property('ExecMainStatus'));
  const begun = property('ExecMainStartTimestampMonotonic');
  run('sleep', ['5']);
  check('it is not tried again by itself', property('ExecMainStartTimestampMonotonic') === begun);
  const said = inside('journalctl', '-u', 'parley', '-o', 'cat', '--no-pager', '-n', '8');
  check('the log says which', /MFA/.test(said), said);
  // Who asks meanwhile has it tried again, until systemd has enough of it and the socket ends, too.
  const asked = fetch(`${ADDRESS}/readyz`).then(
    ({ status }) => `answered ${status}`,
    () => 'refused',
  );
  await sleep(20_000);
  say(`    meanwhile the service is ${stateOf('parley')}, the socket ${stateOf('parley.socket')}`);
  writeFileSync(file, right);
  inside('systemctl', 'restart', 'parley');
  await until(answers, SLOW_S);
  check('a restart with the right one serves again', stateOf('parley.socket') === 'active');
  say(`    who asked meanwhile: ${await asked}`);
}

async function stopped(client: WireClient): Promise<void> {
  const before = await textsOf(client);
  const log = join(root, 'opt/parley/data/postgres/postgres.log');
  const recoveries = () => readFileSync(log, 'utf8').split('not properly shut down').length - 1;
  const known = recoveries();
  await timed('stop', () => inside('systemctl', 'stop', 'parley.socket', 'parley'));
  check('it ended well', `${property('Result')} ${property('ExecMainStatus')}` === 'success 0');
  check('nothing of it is left, PostgreSQL neither', tried('pgrep', '-u', 'parley').stdout === '');
  const refused = await fetch(ADDRESS).then(
    () => false,
    () => true,
  );
  check('and nothing starts it', refused && stateOf('parley') === 'inactive');
  const accounts = tried(BIN, 'accounts');
  check('root asks something of the stopped one', accounts.status === 0, accounts.said);
  inside('systemctl', 'start', 'parley.socket', 'parley');
  await until(answers, SLOW_S);
  check('and it starts again all the same', (await textsOf(client)) === before);
  check('PostgreSQL had been ended properly', recoveries() === known, recoveries());
}

/** As the head of its file says. */
async function banned(): Promise<void> {
  const filter = readFileSync(join(root, 'opt/parley/current/ops/fail2ban/parley.conf'), 'utf8');
  const jail = [...filter.matchAll(/^# {3}(.*)$/gm)].map(([, line]) => line).join('\n');
  writeFileSync(join(root, 'etc/fail2ban/filter.d/parley.conf'), filter);
  // Debian's own jail wants an sshd, which is not there.
  writeFileSync(join(root, 'etc/fail2ban/jail.d/parley.conf'), `[sshd]\nenabled = false\n${jail}\n`);
  inside('systemctl', 'restart', 'fail2ban');
  const status = () => tried('fail2ban-client', 'status', 'parley').stdout;
  await until(async () => status().includes('Banned IP list'), SLOW_S);
  for (let n = 0; n < 5; n += 1) {
    const body = new FormData();
    body.set('inpUserID', 'nobody@example.com');
    body.set('inpPassword', `guess ${n}`);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    await fetch(`${ADDRESS}/session/api/authentication/validateUser`, { method: 'POST', body, headers });
  }
  await until(async () => /Banned IP list:\s*203\.0\.113\.7/.test(status()), SLOW_S);
  check('fail2ban bans an address that guessed five passwords', true);
}

async function rebooted(client: WireClient): Promise<void> {
  const before = await textsOf(client);
  const ended = new Promise((resolve) => machine?.once('exit', resolve));
  inside('systemctl', 'reboot');
  check('the machine ends with the wish to be started again', (await ended) === REBOOT);
  switchOn();
  await timed('served again after the reboot', () => until(answers, SLOW_S));
  check('all is there after a reboot', (await textsOf(client)) === before && before !== '');
}

/** The release under another name, beside its checksum, as somebody would have fetched it. */
function makeNewer(): string {
  const release = basename(archive, '.tar.gz');
  const name = release.replace(/^parley-[^-]+/, `parley-${NEWER}`);
  const work = join(folder, 'newer');
  mkdirSync(work);
  run('tar', ['-xzf', archive, '-C', work]);
  run('mv', [join(work, release), join(work, name)]);
  const description = join(work, name, 'release.json');
  const told = JSON.parse(readFileSync(description, 'utf8')) as object;
  writeFileSync(description, JSON.stringify({ ...told, name, version: NEWER }));
  const file = join(root, 'var/lib', `${name}.tar.gz`);
  run('tar', ['-C', work, '-I', 'gzip -1', '-cf', file, name]);
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(join(root, 'var/lib/SHA256SUMS'), `${sum}  ${name}.tar.gz\n`);
  return `/var/lib/${name}.tar.gz`;
}

async function updated(client: WireClient): Promise<void> {
  const newer = makeNewer();
  inside('install', '-d', '-o', 'parley', '-m', '700', '/var/backups/parley');
  const backup = parley('backup', '/var/backups/parley/before-update');
  check('a backup is made while it runs', backup.status === 0, backup.said);
  const { taken, failed, stored } = await textsWhile(client, 'update', async () => {
    await meanwhile('sudo', '-u', 'parley', BIN, 'update', newer);
    await meanwhile('systemctl', 'restart', 'parley');
    await until(answers, SLOW_S);
  });
  check('the update refused nobody', failed.length === 0, failed);
  check('each text is stored once over the update', taken.join() === stored.join(), { taken, stored });
  const program = inside('readlink', `/proc/${property('MainPID')}/exe`);
  check('what runs is the newer one', program.includes(NEWER), program);
}
