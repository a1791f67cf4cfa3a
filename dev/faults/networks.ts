/**
 * Hosts on one machine: a network namespace each (Linux, root), joined by a bridge; each host's line can be
 * cut and joined again. And PostgreSQL on them, as a primary with a streaming standby.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './ground.ts';

const NET = '10.77.0';
const BRIDGE = 'parley-br';
const READY_MS = 60_000;

export type Host = {
  address: string;
  /** What a command begins with that runs there. */
  within: readonly string[];
  /** The same, among no processes but its own, so that it cannot see whether those of other hosts live. */
  apart: readonly string[];
  cut: () => void;
  join: () => void;
};

const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

/**
 * So many hosts, numbered from 1; `close` takes them down. @throws where the kernel or our rights lack it.
 */
export function openHosts(count: number): { hosts: Host[]; close: () => void } {
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  const close = () => {
    for (const n of numbers) quietly(() => ip('netns', 'del', `parley-${n}`));
    quietly(() => ip('link', 'del', BRIDGE));
  };
  // What a run that was killed left behind.
  close();
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', `${NET}.254/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  return { hosts: numbers.map(openHost), close };
}

function openHost(n: number): Host {
  const [name, line] = [`parley-${n}`, `parley-v${n}`];
  const address = `${NET}.${n}`;
  const within = ['ip', 'netns', 'exec', name];
  ip('netns', 'add', name);
  ip('link', 'add', line, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', line, 'master', BRIDGE, 'up');
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  ip('-n', name, 'link', 'set', 'eth0', 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  return {
    address,
    within,
    apart: [...within, 'unshare', '--pid', '--fork', '--kill-child', '--mount-proc'],
    // Its own end stays up: the host does not know, and what it sends is swallowed.
    cut: () => ip('link', 'set', line, 'nomaster'),
    join: () => ip('link', 'set', line, 'master', BRIDGE),
  };
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // It was not there.
  }
}

const USER = 'postgres';

/** A PostgreSQL of the system on a host, run by the user `postgres`; programs lie in `bin`. */
export class HostPostgres {
  private readonly host: Host;
  private readonly folder: string;
  private readonly bin: string;
  private server: ChildProcess | null = null;

  constructor(host: Host, folder: string, bin: string) {
    this.host = host;
    this.folder = folder;
    this.bin = bin;
    mkdirSync(folder);
    execFileSync('chown', [USER, folder]);
  }

  /** A new primary; `settings` as `name=value`. */
  async begin(settings: readonly string[]): Promise<void> {
    this.run('initdb', '-D', this.data, '-U', 'parley', '--auth=trust', '--encoding=UTF8', '--locale=C');
    const open = `host all all ${NET}.0/24 trust\nhost replication all ${NET}.0/24 trust\n`;
    writeFileSync(join(this.data, 'pg_hba.conf'), open);
    await this.start(settings);
    this.run('createdb', '-h', this.host.address, '-U', 'parley', 'parley');
  }

  /** A standby that follows another one. */
  async follow(primary: HostPostgres): Promise<void> {
    this.run(
      'pg_basebackup',
      '-h',
      primary.host.address,
      '-U',
      'parley',
      '-D',
      this.data,
      '-R',
      '-c',
      'fast',
      '-X',
      'stream',
    );
    await this.start([]);
  }

  /** The end of the process and its children at once, as of a machine that loses its power. */
  kill(): void {
    const pid = readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0];
    process.kill(Number(pid), 'SIGKILL');
    this.server = null;
  }

  promote(): void {
    this.run('pg_ctl', 'promote', '-D', this.data, '-w');
  }

  async stop(): Promise<void> {
    if (!this.server) return;
    const ended = new Promise((resolve) => this.server?.once('exit', resolve));
    quietly(() => this.run('pg_ctl', 'stop', '-D', this.data, '-m', 'immediate'));
    await ended;
  }

  /** After a stop or a kill, with what it held. */
  startAgain(): Promise<void> {
    return this.start([]);
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  private async start(settings: readonly string[]): Promise<void> {
    const all = ['max_connections=200', 'unix_socket_directories=', ...settings];
    const { address, within } = this.host;
    const [program = '', ...args] = this.command('postgres', [
      '-D',
      this.data,
      '-h',
      address,
      ...all.flatMap((setting) => ['-c', setting]),
    ]);
    this.server = spawn(program, args, { stdio: 'ignore', cwd: this.folder });
    const asked = [...within, join(this.bin, 'pg_isready'), '-h', address];
    const isReady = async () => {
      execFileSync(asked[0] ?? '', asked.slice(1), { stdio: 'ignore' });
      return true;
    };
    await until(isReady, READY_MS, `PostgreSQL at ${address}`);
  }

  private run(program: string, ...args: string[]): void {
    const [first = '', ...rest] = this.command(program, args);
    execFileSync(first, rest, { stdio: ['ignore', 'ignore', 'inherit'], cwd: this.folder });
  }

  private command(program: string, args: readonly string[]): string[] {
    const asUser = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--init-groups'];
    return [...this.host.within, ...asUser, join(this.bin, program), ...args];
  }
}
