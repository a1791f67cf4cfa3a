/** What `npm run release` makes runs by itself elsewhere, and is updated while texts come in. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLATFORMS, packRelease } from '../../dev/release/pack.ts';
import { listOf, register, until, type wireClient } from '../wire.ts';

const QUICK = 1;
const NEWER = '9.9.9';
const folder = mkdtempSync(join(tmpdir(), 'parley-release-e2e-'));
const place = join(folder, 'opt');
/** Another one than this machine’s, and what runs its commands: `dev/release/try-arm64.sh` says so. */
const { RELEASE_PLATFORM = `${process.platform}-${process.arch}`, RELEASE_RUNNER } = process.env;
const runner = RELEASE_RUNNER?.split(' ') ?? [];
const PATIENCE_S = runner.length > 0 ? 3600 : 60;
const platform = PLATFORMS.find(({ name }) => name === RELEASE_PLATFORM);
let server: ChildProcess | null = null;
let address = '';
let first = '';

/** Nothing of the clone, nothing of whoever runs the tests. */
const bare = { PATH: '/usr/bin:/bin', HOME: join(folder, 'home'), LOG_LEVEL: 'warn' };

const command = (...words: string[]) => [...runner, join(place, 'current/bin/parley'), ...words];

function parley(words: readonly string[], env: Record<string, string> = {}) {
  const [program = '', ...rest] = command(...words);
  const told = spawnSync(program, rest, { cwd: folder, env: { ...bare, ...env }, encoding: 'utf8' });
  return { status: told.status, said: told.stdout + told.stderr };
}

/** While a command ran, nothing here heard that the connections of before have ended. */
async function newcomer() {
  await sleep(100);
  return register(address);
}

const lockedBy = () => Number(readFileSync(join(place, 'data/parley.lock'), 'utf8').split(' ')[0]);

beforeAll(async () => {
  if (!platform) return;
  for (const each of [place, bare.HOME]) mkdirSync(each);
  // The runner may run them as somebody else.
  if (runner.length > 0) for (const each of [folder, place, bare.HOME]) chmodSync(each, 0o777);
  const archive = packRelease(platform, folder, QUICK);
  first = basename(archive, '.tar.gz');
  expect(spawnSync('tar', ['-xzf', archive, '-C', place]).status).toBe(0);
  symlinkSync(first, join(place, 'current'));
  writeFileSync(join(place, 'parley.env'), 'NEW_ACCOUNT_CREDITS=777\n');
  const holder = join(import.meta.dirname, 'held-socket.pl');
  server = spawn('perl', [holder, ...command('start')], {
    cwd: folder,
    env: bare,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  server.stdout?.on('data', (chunk) => {
    said += String(chunk);
  });
  address = await until(async () => /ready at (\S+)/.exec(said)?.[1], PATIENCE_S);
});

afterAll(async () => {
  if (server && server.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A release of a later version: this one under another name. */
function makeNewer(): string {
  const name = first.replace(/^parley-[^-]+/, `parley-${NEWER}`);
  const copy = join(folder, name);
  cpSync(join(place, first), copy, { recursive: true, verbatimSymlinks: true });
  const description = join(copy, 'release.json');
  const release = JSON.parse(readFileSync(description, 'utf8')) as object;
  writeFileSync(description, JSON.stringify({ ...release, name, version: NEWER }));
  const manifest = join(copy, 'package.json');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, `"version": "${NEWER}"`),
  );
  const archive = join(folder, `${name}.tar.gz`);
  expect(spawnSync('tar', ['-C', folder, '-I', 'gzip -1', '-cf', archive, name]).status).toBe(0);
  rmSync(copy, { recursive: true });
  return archive;
}

const writeSum = (archive: string) =>
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    `${createHash('sha256').update(readFileSync(archive)).digest('hex')}  ${basename(archive)}\n`,
  );

/** Texts, one after the other, until it is told to stop; answers them and how long the slowest took. */
function textOn(client: ReturnType<typeof wireClient>, phone: string) {
  const sent: string[] = [];
  let slowest = 0;
  let ends = false;
  const going = (async () => {
    while (!ends) {
      const inpText = `text ${sent.length}`;
      const begun = performance.now();
      const reply = await client.post('simulator/phoneSend', {
        inpContactString: phone,
        inpText,
        inpMessageId: inpText,
      });
      slowest = Math.max(slowest, performance.now() - begun);
      expect(reply).toMatchObject({ status: 200, RESULT: 1 });
      sent.push(inpText);
    }
  })();
  const stop = () => {
    ends = true;
    return going.then(() => ({ sent, slowest }));
  };
  return { sent, stop };
}

test.runIf(platform)('a release runs by itself, outside the clone, with settings beside it', async () => {
  const client = await newcomer();
  const { text } = await client.get('/');
  expect(text).toContain('<div id="root"');
  const health = (port: string) => parley(['health'], { PORT: port });
  const healthy = async () => {
    const told = health(new URL(address).port);
    return told.status === 0 && told;
  };
  expect(await until(healthy, PATIENCE_S)).toEqual({ status: 0, said: 'ready\n' });
  expect(health('1')).toMatchObject({ status: 1 });
  expect(parley(['accounts']).said).toContain('777 credits');
  expect(parley(['doctor'])).toMatchObject({ status: 0 });
  expect(parley(['version', '--json']).said).toContain(`"platform": "${platform?.name}"`);
  const bill = JSON.parse(readFileSync(join(place, 'current/sbom.cdx.json'), 'utf8'));
  const names = bill.components.map((each: { name: string }) => each.name);
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'react', 'postgresql', '@fontsource-variable/inter']),
  );
  const licences = readFileSync(join(place, 'current/THIRD-PARTY-LICENSES.txt'), 'utf8');
  expect(licences).toMatch(/inter [\d.]+ \(OFL-1\.1\)\n=+\n\n[\s\S]*SIL OPEN FONT LICENSE/i);
});

test.runIf(platform)(
  'an update while texts come in touches nothing that runs, and loses no text',
  async () => {
    const client = await newcomer();
    const phone = '+12125550177';
    const archive = makeNewer();
    writeSum(join(place, first, 'release.json'));
    expect(parley(['update', archive])).toMatchObject({
      status: 2,
      said: expect.stringContaining('SHA256SUMS says'),
    });
    writeSum(archive);
    const texting = textOn(client, phone);
    await until(async () => texting.sent.length > 20, PATIENCE_S);
    const before = lockedBy();
    expect(parley(['update', archive])).toMatchObject({ status: 0 });
    expect(parley(['update', archive])).toMatchObject({
      status: 2,
      said: expect.stringContaining('is there already'),
    });
    expect(lockedBy()).toBe(before);
    expect(readlinkSync(join(place, 'current'))).toContain(NEWER);
    process.kill(before, 'SIGTERM');
    await until(async () => lockedByAnother(before), PATIENCE_S);
    const begunAgain = texting.sent.length;
    await until(async () => texting.sent.length > begunAgain + 20, PATIENCE_S);
    const { sent, slowest } = await texting.stop();
    const messages = await client.post('simulator/phoneMessages', { inpContactString: phone });
    const stored = listOf(messages, 'MESSAGES');
    expect(stored.filter(({ DIRECTION }) => DIRECTION === 'MO').map(({ TEXT }) => TEXT)).toEqual(sent);
    expect(parley(['version']).said).toContain(NEWER);
    process.stdout.write(
      `  ${sent.length} texts over an update, the slowest answered after ${slowest.toFixed(0)} ms\n`,
    );
    const back = parley(['update', join(place, first)]);
    expect(back).toMatchObject({ status: 0 });
    expect(readlinkSync(join(place, 'current'))).toBe(first);
  },
);

function lockedByAnother(before: number): boolean {
  try {
    return lockedBy() !== before;
  } catch {
    return false;
  }
}

test.runIf(platform)('a backup comes back into the place of the data, which is kept', async () => {
  const backup = join(folder, 'backup');
  expect(parley(['backup', backup])).toMatchObject({ status: 0 });
  await newcomer();
  expect(parley(['restore', backup])).toMatchObject({
    status: 2,
    said: expect.stringContaining('Another Parley'),
  });
  const accounts = () => parley(['accounts', '--json']);
  const ended = once(server as ChildProcess, 'exit');
  server?.kill('SIGTERM');
  await ended;
  const all = JSON.parse(accounts().said).length;
  const { said } = parley(['restore', backup]);
  const kept = /before is in (\S+)\.\n/.exec(said)?.[1] ?? '';
  expect(JSON.parse(accounts().said)).toHaveLength(all - 1);
  expect(parley(['restore', folder])).toMatchObject({
    status: 2,
    said: expect.stringContaining('no backup'),
  });
  rmSync(join(place, 'data'), { recursive: true });
  renameSync(kept, join(place, 'data'));
  expect(JSON.parse(accounts().said)).toHaveLength(all);
});
