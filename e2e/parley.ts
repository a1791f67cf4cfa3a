import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../packages/server/src/main.ts');

export type RunningParley = {
  address: string;
  dataDir: string;
  /** The file of what it has logged. */
  log: string;
  process: ChildProcess;
  stop: () => Promise<void>;
};

/**
 * Starts the real server on a port of its own with a fresh data folder (or the given one), and waits until it
 * is ready.
 */
export async function startParley(
  options: { dataDir?: string; args?: string[]; env?: Record<string, string> } = {},
): Promise<RunningParley> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'parley-e2e-'));
  const child = spawn(process.execPath, [MAIN, ...(options.args ?? [])], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info', ...options.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log = `${dataDir}.log`;
  writeFileSync(log, '');
  child.stdout.on('data', (chunk: Buffer) => appendFileSync(log, chunk));
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /ready at (http:\S+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('exit', (code) => reject(new Error(`Parley ended with ${code}:\n${output}`)));
  });
  return {
    address,
    dataDir,
    log,
    process: child,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(log, { force: true });
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
