/** A Docker of its own, in namespaces of its own. Needs `dockerd`, `docker` and its plugin `compose`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GROUP, leaveGroup, run, say } from './ground.ts';

/** Starts the daemon, does something with it, and leaves nothing. */
export async function withDocker(act: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-docker-'));
  const address = `unix://${join(folder, 'docker.sock')}`;
  const log = openSync(join(folder, 'log'), 'w');
  const daemon = spawn(
    'dockerd',
    [
      ...['--host', address, '--data-root', join(folder, 'data'), '--exec-root', '/run/docker'],
      ...['--pidfile', join(folder, 'pid'), '--cgroup-parent', GROUP],
    ],
    { stdio: ['ignore', log, log] },
  );
  closeSync(log);
  process.env.DOCKER_HOST = address;
  try {
    await begun(daemon, join(folder, 'log'));
    await act();
  } finally {
    const left = run('docker', ['ps', '--all', '--quiet'], { mayFail: true })
      .stdout.split('\n')
      .filter(Boolean);
    if (left.length > 0) run('docker', ['rm', '--force', '--volumes', ...left], { mayFail: true });
    await ended(daemon);
    rmSync(folder, { recursive: true, force: true });
    leaveGroup();
  }
}

async function begun(daemon: ChildProcess, log: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    if (daemon.exitCode !== null) break;
    const told = run('docker', ['version', '--format', '{{.Server.Version}}'], { mayFail: true });
    if (told.status === 0) {
      const { stdout } = run('docker', ['info', '--format', '{{.Driver}}, cgroup v{{.CgroupVersion}}']);
      say(`Docker ${told.stdout}, ${stdout}`);
      return;
    }
    await sleep(500);
  }
  throw new Error(`dockerd did not start:\n${readFileSync(log, 'utf8').slice(-2_000)}`);
}

async function ended(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null) return;
  const gone = new Promise((resolve) => daemon.once('exit', resolve));
  daemon.kill('SIGTERM');
  await gone;
}

export type State = { Status: string; ExitCode: number; Pid: number; Health?: { Status: string } };

export const stateOf = (container: string): State =>
  JSON.parse(run('docker', ['inspect', '--format', '{{json .State}}', container]).stdout) as State;

export const isHealthy = (container: string): boolean => stateOf(container).Health?.Status === 'healthy';
