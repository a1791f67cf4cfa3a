/**
 * What the runs of a release by Docker and by systemd share: namespaces of their own, in which mounts,
 * networks, rules of the firewall and processes live and with which they go. For Linux, as root.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOf, type WireClient } from '../../e2e/wire.ts';

const INSIDE = 'PARLEY_OWN_NAMESPACES';
const GROUPS = '/sys/fs/cgroup';
/** The groups of the kernel are hidden by no namespace. */
export const GROUP = 'parley-try';
export const PHONE = '+12125550199';

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Ends the run with its first wrong thing. */
export function check(what: string, holds: boolean, seen: unknown = ''): void {
  if (!holds)
    throw new Error(
      `Not so: ${what}. ${(typeof seen === 'string' ? seen : JSON.stringify(seen)).slice(0, 2_000)}`,
    );
  say(`ok  ${what}`);
}

/** Runs a program to its end and answers what it said; without `mayFail` it has to succeed. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; mayFail?: true } = {},
) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: options.cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  if (status !== 0 && !options.mayFail)
    throw new Error(`"${program} ${args.join(' ')}" ended with ${status}: ${stdout}${stderr}`);
  return { status, stdout: stdout.trim(), said: `${stdout}${stderr}`.trim() };
}

/** How long something took, in words. */
export async function timed<T>(what: string, act: () => T | Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await act();
  say(`    ${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  return answer;
}

/** Runs this program again in namespaces of its own, and ends with it; inside it goes on. */
export function enterNamespaces(): void {
  if (process.env[INSIDE] === '1') {
    run('ip', ['link', 'set', 'lo', 'up']);
    run('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
    return;
  }
  const apart = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const { status } = spawnSync('unshare', [...apart, process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, [INSIDE]: '1' },
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

/** Everything that begins after this is in groups below one of ours. */
export function enterGroup(): void {
  for (const tree of ['', 'systemd', 'unified'].map((name) => join(GROUPS, name))) {
    if (!existsSync(join(tree, 'cgroup.procs'))) continue;
    mkdirSync(join(tree, GROUP), { recursive: true });
    writeFileSync(join(tree, GROUP, 'cgroup.procs'), '0');
  }
}

/** Removes the groups that are left, once nothing lives in them but this process. */
export function leaveGroup(): void {
  for (const tree of ['', ...readdirSync(GROUPS)].map((name) => join(GROUPS, name))) {
    if (!existsSync(join(tree, GROUP))) continue;
    writeFileSync(join(tree, 'cgroup.procs'), '0');
    removeGroup(join(tree, GROUP));
  }
}

function removeGroup(path: string): void {
  for (const each of readdirSync(path, { withFileTypes: true }))
    if (each.isDirectory()) removeGroup(join(path, each.name));
  try {
    rmdirSync(path);
  } catch {}
}

/** A text comes in, and is answered. */
export async function text(client: WireClient, words: string): Promise<void> {
  const reply = await client.post('simulator/phoneSend', { inpContactString: PHONE, inpText: words });
  if (reply.RESULT !== 1) throw new Error(reply.MESSAGE);
}

/** What came in until now, in order. */
export async function textsOf(client: WireClient): Promise<string> {
  const reply = await client.post('simulator/phoneMessages', { inpContactString: PHONE });
  return listOf(reply, 'MESSAGES')
    .filter(({ DIRECTION }) => DIRECTION === 'MO')
    .map(({ TEXT }) => TEXT)
    .join(', ');
}
