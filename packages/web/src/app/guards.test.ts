import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useSession } from '../data/session.ts';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { afterSignIn, guard, safePath } from './guards.ts';

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.heard.length = 0;
});

const signedIn = () => useSession.setState({ status: 'in', user: 7 }, true);
const signedOut = () => useSession.setState({ status: 'out', user: 0, expired: false }, true);
const unknown = () => useSession.setState({ status: 'unknown', user: 0 }, true);
const at = (path: string) => new URL(path, location.origin);
const target = (response: Response | null) => response?.headers.get('location') ?? null;

test('a signed-out person is sent to sign in, with the path and query they wanted', async () => {
  signedOut();
  expect(target(await guard('session', at('/lists/members/4?q=ann')))).toBe(
    '/signin?rdx=%2Flists%2Fmembers%2F4%3Fq%3Dann',
  );
  expect(await guard('public-only', at('/signin'))).toBeNull();
  expect(await guard('open', at('/anything'))).toBeNull();
});

test('a signed-in person is sent away from the sign-in pages: to rdx, else to /welcome', async () => {
  signedIn();
  expect(await guard('session', at('/lists'))).toBeNull();
  expect(target(await guard('public-only', at('/signin')))).toBe('/welcome');
  expect(target(await guard('public-only', at('/signup?rdx=')))).toBe('/welcome');
  expect(target(await guard('public-only', at('/signin?rdx=%2Freport%3Fx%3D1')))).toBe('/report?x=1');
});

test('the first guard asks the server who is signed in, the others wait for the same answer', async () => {
  unknown();
  server.answer(() => ({ body: 7 }));
  const [one, other] = await Promise.all([
    guard('session', at('/lists')),
    guard('public-only', at('/signin')),
  ]);
  expect(one).toBeNull();
  expect(target(other)).toBe('/welcome');
  expect(server.heard).toHaveLength(1);
});

test('a server that cannot be asked is an error, not a sign-out', async () => {
  unknown();
  server.answer(() => ({ status: 503, body: { RESULT: 0, MESSAGE: 'Starting.', DETAIL: '', SUSER: 0 } }));
  await expect(guard('session', at('/lists'))).rejects.toThrow('Starting.');
  expect(useSession.getState().status).toBe('unknown');
});

test.each([
  '//evil.example/x',
  'https://evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'lists',
  '',
  null,
])('rdx %j leads nowhere else', (rdx) => {
  expect(safePath(rdx)).toBeNull();
  expect(afterSignIn(`?${new URLSearchParams({ rdx: rdx ?? '' })}`)).toBe('/welcome');
});
