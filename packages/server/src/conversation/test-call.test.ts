/** The test call of an API step, from the editor. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls, type FormOf } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { first, sql } from '../platform/db/database.ts';
import { TooMany } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import { useHarness } from '../testing/harness.ts';
import { createApiCaller } from './api-call.ts';
import { testCall } from './test-call.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let campaign = 0;

let heard: { method: string; headers: Record<string, unknown>; body: string }[] = [];
const service = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    heard.push({ method: request.method ?? '', headers: request.headers, body });
    if (request.url === '/missing') response.statusCode = 404;
    response.setHeader('content-type', 'application/json');
    response.end(request.url === '/long' ? `"${'x'.repeat(100_000)}"` : '{"order":{"status":"shipped"}}');
  });
});
beforeAll(async () => {
  ann = await harness().newUser();
  campaign = (await ann.ask(calls.templates.createCampaign, { template: 99 })).values.campaign;
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  service.close();
});

const { test: call } = calls.apiSteps;
const addressOf = (path: string) => `http://127.0.0.1:${(service.address() as AddressInfo).port}${path}`;
const formOf = (path: string): FormOf<typeof call> => ({
  campaign,
  isTemplate: false,
  verb: 'POST',
  url: addressOf(path),
  headers: { 'X-Shop': 'Luigi' },
  contentType: 'application/json',
  body: '{"id":7}',
});
/** As the call, but the service on this machine may be reached. */
const make = (path: string, userId = 1) => {
  const { services } = harness();
  const caller = { userId, accountId: ann.accountId };
  const context = { ...services, accountId: ann.accountId, caller, whenAbandoned: () => undefined };
  return testCall(
    context as unknown as Context,
    formOf(path),
    createApiCaller(() => true),
  );
};

test('it sends what its author wrote and answers what came back', async () => {
  heard = [];
  expect(await make('/order')).toEqual({
    ok: true,
    status: 200,
    milliseconds: 0,
    contentType: 'application/json',
    body: '{"order":{"status":"shipped"}}',
    isCut: false,
    problem: '',
  });
  expect(heard).toMatchObject([
    { method: 'POST', headers: { 'x-shop': 'Luigi', 'content-type': 'application/json' }, body: '{"id":7}' },
  ]);
});

test('a refusal comes with its body, a long answer is cut', async () => {
  expect(await make('/missing')).toMatchObject({
    ok: false,
    status: 404,
    body: '{"order":{"status":"shipped"}}',
    problem: 'The service answered with status 404.',
  });
  const long = await make('/long');
  expect([long.isCut, long.body.length]).toEqual([true, 64 * 1024]);
});

test('nothing of it is stored', async () => {
  const row = await first(
    harness().services.db,
    sql<{ calls: number; events: number }>`
      select (select count(*)::int from api_calls) as calls,
        (select count(*)::int from events where account_id = ${ann.accountId}) as events`,
  );
  expect(row).toEqual({ calls: 0, events: 0 });
});

test('over the wire a machine of our own network is not reached', async () => {
  heard = [];
  const reply = await ann.ask(call, formOf('/order'));
  expect(reply.values).toMatchObject({
    ok: false,
    status: 0,
    problem: '127.0.0.1 is not on the public internet.',
  });
  expect(heard).toEqual([]);
});

test('another account’s campaign is not found, like an unknown one', async () => {
  const bob = await harness().newUser();
  const answers = await Promise.all(
    [campaign, 999_999].map((id) => bob.ask(call, { ...formOf('/order'), campaign: id })),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

test('so many a minute', async () => {
  clock.advance(120_000);
  for (let n = 0; n < 12; n += 1) await make('/order', 77);
  await expect(make('/order', 77)).rejects.toThrow(TooMany);
  clock.advance(61_000);
  expect(await make('/order', 77)).toMatchObject({ ok: true });
});
