/** A file that is refused while the browser still sends it. */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BASE, calls } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, useHarness } from '../testing/harness.ts';
import { newList } from './testing/upload.ts';

/** Far longer than either request takes, and far less than an idle connection is kept. */
const PATIENCE_MS = 30_000;

const harness = useHarness();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let user: Client & { userId: number; accountId: number };

beforeAll(async () => {
  user = await harness().newUser();
  await harness().app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => agent.destroy());

/** Answers once the reply has come and the whole request has gone out. */
async function send(path: string, body: { type: string; bytes: Buffer } | null) {
  const { port } = harness().app.server.address() as AddressInfo;
  const type = body && { 'content-type': body.type, 'content-length': body.bytes.length };
  const asked = request({
    port,
    agent,
    method: body ? 'POST' : 'GET',
    path: `${BASE}${path}`,
    headers: { cookie: user.cookie(), 'sec-fetch-site': 'same-origin', ...type },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const answered = new Promise<string>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (answer: IncomingMessage) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text));
      answer.on('error', reject);
    });
  });
  const sent = new Promise((resolve) => asked.on('finish', resolve));
  asked.end(body?.bytes);
  const [text] = await Promise.all([answered, sent]);
  return { text, isReused: asked.reusedSocket };
}

test.each([
  ['bytes that are no text', () => Buffer.alloc(6_000_000)],
  ['one row that is too long', () => Buffer.from('1,'.repeat(3_000_000))],
])('with %s is read to its end, and the connection goes on', async (name, content) => {
  const form = new FormData();
  form.append('ListId', String(await newList(user, name)));
  form.append('file', new Blob([content()]), 'people.csv');
  const encoded = new Response(form);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const refused = await send(calls.imports.upload.path, {
    type: encoded.headers.get('content-type') ?? '',
    bytes,
  });
  expect(JSON.parse(refused.text)).toMatchObject({ RESULT: 0 });
  const next = await send('authentication/checklogin', null);
  expect(next).toEqual({ text: String(user.userId), isReused: true });
});
