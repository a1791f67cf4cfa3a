import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiCaller } from '../../conversation/api-call.ts';
import { isPublicAddress } from './public-address.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('an address of this machine is not public', () => {
  for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
    expect(isPublicAddress(address)).toBe(false);
});

describe('a call', () => {
  let server: Server;
  let port = 0;
  let reached = 0;
  const call = { do: 'callApi', step: 1, verb: 'GET', headers: {}, contentType: '', body: '' } as const;

  beforeAll(async () => {
    server = createServer((request, response) => {
      reached += 1;
      const path = request.url ?? '';
      if (path === '/redirect') response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
      else if (path === '/large') response.end('x'.repeat(300_000));
      else if (path === '/bomb')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1e6)));
      else if (path === '/broken') response.writeHead(500).end('stack trace');
      else if (path === '/headers') response.end(JSON.stringify(request.headers));
      else response.end('hello\0 there');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
  });

  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://user:pass@127.0.0.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://①②⑦.0.0.1:PORT/',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'http://example.com:25/',
    'http://example.com:22/',
    'nonsense',
  ])('of %s is refused without a connection', async (url) => {
    reached = 0;
    const result = await createApiCaller()({ ...call, url: url.replace('PORT', String(port)) });
    expect(result.ok).toBe(false);
    expect(reached).toBe(0);
  });

  const anywhere = createApiCaller(() => true);
  const get = (path: string, headers: Record<string, string> = {}) =>
    anywhere({ ...call, url: `http://127.0.0.1:${port}${path}`, headers });

  test('answers the text without NUL', async () => {
    expect(await get('/')).toMatchObject({ ok: true, text: 'hello there' });
  });

  test('follows no redirect', async () => {
    reached = 0;
    expect(await get('/redirect')).toMatchObject({
      ok: false,
      text: 'The service answered with status 302.',
    });
    expect(reached).toBe(1);
  });

  test('takes no answer above 256 KiB and unpacks nothing', async () => {
    expect(await get('/large')).toMatchObject({ ok: false, text: 'The answer is larger than 256 KiB.' });
    expect((await get('/bomb')).text.length).toBeLessThan(2_000);
  });

  test('says that the service failed, not how', async () => {
    const { text } = await get('/broken');
    expect(text).toBe('The service answered with status 500.');
  });

  test('sends the author’s headers except those of the connection', async () => {
    const result = await get('/headers', {
      'X-Token': 'abc',
      Host: 'evil',
      'Bad Name': 'x',
      'X-Split': 'a\r\nb',
    });
    const seen = JSON.parse(result.text) as Record<string, string>;
    expect(seen['x-token']).toBe('abc');
    expect(seen.host).toBe(`127.0.0.1:${port}`);
    expect(seen['x-split']).toBeUndefined();
  });

  test('to a closed port fails in words', async () => {
    const result = await anywhere({ ...call, url: 'http://127.0.0.1:1081/' });
    expect(result.ok).toBe(false);
    expect(result.text).not.toBe('');
  });
});
