/** What a flow's author reads of a call that was not made, or got nowhere. */
import { expect, test } from 'vitest';
import { createApiCaller } from './api-call.ts';

const call = { do: 'callApi', step: 1, verb: 'GET', headers: {}, contentType: '', body: '' } as const;
/** Says no to every address: a call that only that stops may be tried. */
const nowhere = createApiCaller(() => false);
const words = async (url: string, caller = nowhere) => (await caller({ ...call, url })).text;

test.each([1, 22, 25, 79, 81, 110, 442, 444, 1023])(
  'port %i, where mail and the like are, must not be called',
  async (port) => {
    for (const scheme of ['http', 'https'])
      expect(await words(`${scheme}://127.0.0.1:${port}/`)).toBe(`Port ${port} must not be called.`);
  },
);

test.each([':80', ':443', ':1024', ':8443', ''])(
  'an address with “%s” may be called over both schemes',
  async (port) => {
    for (const scheme of ['http', 'https'])
      expect(await words(`${scheme}://127.0.0.1${port}/`)).toBe('127.0.0.1 is not on the public internet.');
  },
);

test('an address with a name or a password in it is refused, and one that is no web address', async () => {
  for (const url of ['http://ann@127.0.0.1/', 'http://:secret@127.0.0.1/'])
    expect(await words(url)).toBe('The address must not hold a name or a password.');
  for (const url of ['ftp://127.0.0.1/', 'nonsense'])
    expect(await words(url)).toBe('The address is not one of http or https.');
});

test('a name that nobody has is said to be unknown, and where nobody listens cannot be reached', async () => {
  const anywhere = createApiCaller(() => true);
  expect(await words('http://nowhere.invalid/', anywhere)).toBe('The name of the service is not known.');
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = (await import('node:net')).createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    server.close(() => resolve(port));
  });
  expect(await words(`http://127.0.0.1:${await promise}/`, anywhere)).toBe(
    'The service cannot be reached (ECONNREFUSED).',
  );
});

test('interim answers without end are given up at once, one or two are waited out', async () => {
  const { createServer } = await import('node:net');
  let interim = 2;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(interim));
      if (interim === 2) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  const anywhere = createApiCaller(() => true);
  expect(await anywhere({ ...call, url })).toMatchObject({ ok: true, text: 'ok' });
  interim = 1_000;
  expect((await anywhere({ ...call, url })).text).toBe(
    'The service sends interim answers (status 1xx) and no answer.',
  );
  server.close();
});

test('an author’s headers go along but for those of the connection and those that HTTP does not allow', async () => {
  const seen = Promise.withResolvers<Record<string, unknown>>();
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    seen.resolve(request.headers);
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const headers = {
    'X-Shop': 'Luigi',
    Host: 'elsewhere.example',
    'Content-Length': '999',
    'Two words': 'no',
    'X-Line': 'one\r\nX-Sneaked: yes',
    'X-Accent': 'é',
  };
  const anywhere = createApiCaller(() => true);
  await anywhere({ ...call, headers, url: `http://127.0.0.1:${port}/` });
  const received = await seen.promise;
  server.close();
  expect(received).toMatchObject({ 'x-shop': 'Luigi', host: `127.0.0.1:${port}`, 'user-agent': 'Parley' });
  for (const name of ['two words', 'x-line', 'x-sneaked', 'x-accent'])
    expect(received).not.toHaveProperty([name]);
  expect(received['content-length']).not.toBe('999');
});
