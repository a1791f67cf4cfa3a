/** The typed client of packages/client against a running installation, as somebody else’s program has it. */
import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { answerOf, createParley, eachOf, ParleyProblem } from '../packages/client/src/index.ts';
import { register } from './wire.ts';

const address = inject('address');
let key = '';
let last = 0;
const phone = () => {
  last += 1;
  return `+1212555${3_000 + last}`;
};

/** Stands before the installation: answers some requests by itself, and keeps what it saw. */
let proxy: Server;
let own: number[] = [];
let seen: { method: string; key: string | undefined }[] = [];

beforeAll(async () => {
  const client = await register(address);
  const scopes = JSON.stringify(['contacts:read', 'contacts:write', 'tags:write']);
  const added = await client.post('credentials/addApiKey', {
    ApiKeyName: 'Client',
    inpMode: 'live',
    inpScopes: scopes,
  });
  key = String(added.APIKEY);
  proxy = createServer(async (request, response) => {
    seen.push({
      method: request.method ?? '',
      key: request.headers['idempotency-key'] as string | undefined,
    });
    const body: Buffer[] = [];
    for await (const part of request) body.push(part);
    const status = own.shift();
    if (status !== undefined) return void response.writeHead(status, { 'Retry-After': '1' }).end();
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const headers = {
      authorization,
      ...(type === '' ? {} : { 'content-type': type }),
      ...(seen.at(-1)?.key === undefined ? {} : { 'idempotency-key': String(seen.at(-1)?.key) }),
    };
    const answer = await fetch(`${address}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    });
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  proxy.close();
  proxy.closeAllConnections();
});
const throughProxy = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

test('adds, finds page by page, and says what is wrong', async () => {
  const parley = createParley({ baseUrl: `${address}/`, key });
  const phones = [phone(), phone(), phone()];
  const contacts = phones.map((each) => ({ phone: each }));
  const { created, ids } = await answerOf(parley.PUT('/contacts', { body: { contacts } }));
  expect([created, ids.length]).toEqual([3, 3]);
  const found: string[] = [];
  const ask = (cursor: string | undefined) =>
    parley.GET('/contacts', { params: { query: { limit: 2, ...(cursor !== undefined && { cursor }) } } });
  for await (const contact of eachOf(ask)) found.push(contact.phone);
  expect(found).toEqual(expect.arrayContaining(phones));
  expect(new Set(found).size).toBe(found.length);
  const unknown = answerOf(
    parley.GET('/contacts/{contact}', { params: { path: { contact: 'con_999999999' } } }),
  );
  await expect(unknown).rejects.toThrow(ParleyProblem);
  await expect(unknown).rejects.toMatchObject({ status: 404 });
  const [again = ''] = phones;
  const refused = await answerOf(parley.POST('/contacts', { body: { phone: again } })).catch(
    (error) => error,
  );
  expect([refused.status, refused.message]).toEqual([409, refused.problem.detail]);
});

test('a write that is refused for the moment is made again with its key, and done once', async () => {
  const parley = createParley({ baseUrl: throughProxy(), key });
  [own, seen] = [[503, 429], []];
  const who = phone();
  expect((await answerOf(parley.POST('/contacts', { body: { phone: who } }))).phone).toBe(who);
  expect(seen).toHaveLength(3);
  expect(seen[0]?.key).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(seen.map((each) => each.key)).size).toBe(1);
});

test('no more tries than it is told, and none after it was given up', async () => {
  const parley = createParley({ baseUrl: throughProxy(), key, retries: 1 });
  [own, seen] = [[503, 503, 503], []];
  await expect(answerOf(parley.GET('/contacts'))).rejects.toMatchObject({ status: 503 });
  expect(seen).toHaveLength(2);
  [own, seen] = [[503, 503], []];
  const giveUp = new AbortController();
  const asked = parley.GET('/contacts', { signal: giveUp.signal });
  await expect.poll(() => seen.length).toBe(1);
  giveUp.abort();
  await expect(asked).rejects.toThrow();
  expect(seen).toHaveLength(1);
});

test('what is built runs without TypeScript', () => {
  const folder = join(import.meta.dirname, '../packages/client');
  const built = spawnSync('npm', ['run', 'build'], { cwd: folder, encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
  const script = `import { createParley } from '${join(folder, 'dist/index.js')}';
    const { response } = await createParley({ baseUrl: '${address}', key: '${key}' }).GET('/contacts');
    process.stdout.write(String(response.status));`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(run.stdout).toBe('200');
});
