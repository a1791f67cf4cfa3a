import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { PROGRAM_ENVIRONMENT } from '../testing/program-environment.ts';

const harness = useHarness();
const FILES = 256;
const STRANGERS = 400;
const PEOPLE = 40;
/** After which the pool has let go of connections that nobody used. */
const IDLE_MS = 11_000;

test('with 256 open files and more connections than that, those who are connected are served, and the log says what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-files-'));
  const command = `ulimit -n ${FILES} && exec "${process.execPath}" "${join(import.meta.dirname, '../main.ts')}"`;
  const child = spawn('sh', ['-c', command], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      DATABASE_URL: String(harness().services.pool.options.connectionString),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  const ended = once(child, 'close');
  const addressIn = (text: string) => /ready at (\S+)/.exec(text)?.[1];
  await expect.poll(() => addressIn(said)).toBeDefined();
  const address = String(addressIn(said));
  const people = new Pool(address, { connections: PEOPLE, keepAliveTimeout: 60_000 });
  const askAll = () =>
    Promise.all(
      Array.from({ length: PEOPLE }, async () => {
        const answer = await people.request({
          method: 'POST',
          path: '/session/api/authentication/validateUser',
          headers: { 'content-type': 'application/json' },
          body: '{"inpUserID":"nobody@example.com","inpPassword":"a wrong password"}',
        });
        await answer.body.dump();
        return answer.statusCode;
      }),
    );
  await askAll();
  const strangers = Array.from({ length: STRANGERS }, () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.on('error', () => undefined);
    return socket;
  });
  try {
    await sleep(IDLE_MS);
    // Wrong passwords are refused, and too many of them; neither is a fault of ours.
    const answers = new Set(await askAll());
    expect([...answers].filter((status) => status >= 500)).toEqual([]);
    expect(said).toContain('raise its limit of open files (ulimit -n)');
    expect(said).not.toContain('EMFILE');
  } finally {
    for (const socket of strangers) socket.destroy();
    await people.destroy();
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  }
});
