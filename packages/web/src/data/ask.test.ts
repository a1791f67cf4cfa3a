import { calls } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AnsweringServer, reply, startAnsweringServer } from '../testing/answering-server.ts';
import { AskError, addressOf, ask, askInWords, keepSession, showAccount } from './ask.ts';

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
});
afterAll(() => server.stop());
const expired = vi.fn();
beforeEach(() => {
  expired.mockReset();
  keepSession({ onLost: expired, whenSessionReturns: async () => false });
  server.heard.length = 0;
});

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as AskError,
  );
const addTag = () => ask(calls.tags.add, { name: 'First name' });

test('a form goes out as multipart with the names of the wire, a reply comes back in our words', async () => {
  server.answer(() => ({ body: reply({ NEWTAGID: 12 }) }));
  const answer = await addTag();
  expect(Object.values(answer)).toEqual([12]);
  expect(server.heard[0]).toMatchObject({ method: 'POST', url: '/session/api/tags/addTag' });
  expect(server.heard[0]?.body).toMatch(/name="TagName"\r\n\r\nFirst name/);
});

test('a GET call puts its form into the address; a bare number is a reply', async () => {
  server.answer(() => ({ body: 42 }));
  expect(await ask(calls.access.checkLogin, {})).toEqual({ user: 42 });
  expect(server.heard[0]).toMatchObject({ method: 'GET', url: '/session/api/authentication/checklogin' });
  server.answer(() => ({ body: -1 }));
  expect(await ask(calls.access.checkLogin, {})).toEqual({ user: 0 });
  const download = () =>
    addressOf(calls.tiles.exportClickers, { from: '2026-10-01', to: '2026-10-31', segment: 0, datapoint: 3 });
  const clickers =
    '/session/api/shortURL/exportClickers?startDate=2026-10-01&endDate=2026-10-31&id=3&inpSegmentId=0';
  expect(download()).toBe(clickers);
  showAccount(7);
  expect(download()).toBe(`${clickers}&parley-account=7`);
  expect(addressOf(calls.access.checkLogin, {})).toBe('/session/api/authentication/checklogin');
  showAccount(null);
});

test('what the server says about a success is kept', async () => {
  server.answer(() => ({ body: reply({ MESSAGE: 'Restored without its keyword.' }) }));
  const { message } = await askInWords(calls.campaigns.restore, { campaign: 1, isTemplate: false });
  expect(message).toBe('Restored without its keyword.');
});

test.each([
  ['refused', 200, { RESULT: 0, MESSAGE: 'That keyword is taken.' }],
  ['malformed', 400, { RESULT: 0, MESSAGE: 'TagName is missing.', DETAIL: 'TagName' }],
  ['malformed', 413, { RESULT: 0, MESSAGE: 'Too large.' }],
  ['unknown', 404, { RESULT: 0, MESSAGE: 'There is no such tag.' }],
  ['throttled', 429, { RESULT: 0, MESSAGE: 'Wait.', SUSER: 0 }],
  ['network', 500, { RESULT: 0, MESSAGE: '', SUSER: 0 }],
])('%s: HTTP %i', async (kind, status, fields) => {
  server.answer(() => ({ status, body: reply(fields) }));
  const error = await failure(addTag());
  expect(error).toBeInstanceOf(AskError);
  expect(error?.kind).toBe(kind);
  expect(error?.message).not.toBe('');
  expect(error?.reply).toMatchObject(fields);
  expect(expired).not.toHaveBeenCalled();
});

test.each([
  ['no session', { RESULT: -1, SUSER: 0 }],
  ['SUSER below 1 beside a success', { RESULT: 1, SUSER: 0, NEWTAGID: 1 }],
])('%s means that the session expired', async (_name, fields) => {
  server.answer(() => ({ body: reply(fields) }));
  expect((await failure(addTag()))?.kind).toBe('signed-out');
  expect(expired).toHaveBeenCalledOnce();
});

test('calls that need no session never end one', async () => {
  server.answer(() => ({ body: reply({ RESULT: -1, SUSER: 0 }) }));
  expect((await failure(ask(calls.access.sendCode, {})))?.kind).toBe('signed-out');
  server.answer(() => ({ body: reply({ RESULT: 0, SUSER: 0, MESSAGE: 'Wrong.' }) }));
  const signIn = ask(calls.access.signIn, { email: 'a@b.example', password: 'x', remember: true });
  expect((await failure(signIn))?.kind).toBe('refused');
  expect(expired).not.toHaveBeenCalled();
});

test('an answer that is no envelope, or lacks a field, is a failure of the network kind', async () => {
  server.answer(() => ({ status: 502, body: '<html>bad gateway</html>' }));
  expect((await failure(addTag()))?.kind).toBe('network');
  server.answer(() => ({ body: reply() }));
  expect((await failure(addTag()))?.kind).toBe('network');
});

test('a server that does not answer is a failure of the network kind, an abort stays an abort', async () => {
  const gone = await startAnsweringServer();
  await gone.stop();
  expect((await failure(addTag()))?.kind).toBe('network');
  const aborted = await failure(ask(calls.tags.add, { name: 'x' }, { signal: AbortSignal.abort() }));
  expect(aborted?.name).toBe('AbortError');
});
