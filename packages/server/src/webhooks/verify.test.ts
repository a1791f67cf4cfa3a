/** The receivers of docs/webhooks.md, run as they stand there, take what Parley sends and nothing else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Runtime } from '../platform/runtime.ts';
import { eventually } from '../testing/harness.ts';
import { postEvent } from './post-event.ts';
import { newWebhookSecret } from './signature.ts';

const DOCUMENT = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
// Beside the packages that the example imports.
const folder = mkdtempSync(join(import.meta.dirname, 'testing/.verify-'));
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true });
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

test.each([
  ['ts', 'receiver.ts', process.execPath],
  ['python', 'receiver.py', 'python3'],
])('the receiver in %s', async (language, file, program) => {
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n(.+?)\`\`\``, 's').exec(DOCUMENT) ?? [];
  writeFileSync(join(folder, file), code);
  const [secret, port] = [newWebhookSecret(), await freePort()];
  const env = { PATH: process.env.PATH, SECRET: secret, PORT: String(port) };
  running.push(spawn(program, [join(folder, file)], { env, stdio: 'ignore' }));
  await eventually(() => listens(port));
  const services = {
    config: { privateCarriers: true },
    runtime: new Runtime(),
    clock: { now: () => new Date() },
  };
  const data = { contact: { id: 'con_1', phone: '+12125550142' }, text: 'Café ☕' };
  const statusFor = async (secrets: string[]) => {
    const envelope = { webhookId: 'msg_1', type: 'contact.texted', at: new Date(), data };
    const to = { url: `http://127.0.0.1:${port}/`, secrets };
    return (await postEvent(services as Parameters<typeof postEvent>[0], to, envelope)).status;
  };
  expect(await statusFor([secret])).toBe(204);
  expect(await statusFor([newWebhookSecret(), secret])).toBe(204);
  expect(await statusFor([newWebhookSecret()])).toBe(401);
});
