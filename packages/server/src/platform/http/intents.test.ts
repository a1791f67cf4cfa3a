import { setImmediate } from 'node:timers/promises';
import { BASE, calls, encodeFields, INTENT_HEADER } from '@parley/contract';
import { expect, test } from 'vitest';
import { fillDisk, makeRoom } from '../../testing/full-disk.ts';
import { useHarness } from '../../testing/harness.ts';
import { transact } from '../db/database.ts';
import { run } from '../db/statement.ts';
import { Refusal } from '../errors.ts';
import type { Caller } from './handler.ts';
import { forgetOldIntents, forgetReplies, type KeepReply, keepReplies, once } from './intents.ts';

const harness = useHarness();
/** Nobody waits for the first run. */
const AT_ONCE = { takeOverMs: 0, giveUpMs: 0 };

type Fields = Record<string, string>;
type Person = { cookie: () => string };

async function send(person: Person, path: string, fields: Fields, headers: Fields) {
  const response = await harness().app.inject({
    method: 'POST',
    url: `${BASE}${path}`,
    headers: {
      cookie: person.cookie(),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: response.statusCode, body: response.json() as Record<string, unknown> };
}

const addCredentials = (person: Person, name: string, key?: string) =>
  send(
    person,
    calls.credentials.add.path,
    encodeFields(calls.credentials.add.form, { name }) as Fields,
    key === undefined ? {} : { [INTENT_HEADER]: key },
  );
const credentialsOf = async (person: Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>) =>
  (await person.ask(calls.credentials.list, { filter: '' })).values.credentials.length;

test('the same request with the same key is done once, however many arrive at once, and each gets the same secret', async () => {
  const user = await harness().newUser();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => addCredentials(user, 'Shop', 'press-1-of-ann')),
  );
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]?.body.RESULT).toBe(1);
  expect(await credentialsOf(user)).toBe(1);
  // The secret that was shown once lies nowhere in the clear.
  const secret = Object.values(answers[0]?.body ?? {}).find((value) => String(value).length > 20);
  const kept = await harness().services.pool.query(
    'select reply from idempotency_keys where account_id = $1',
    [user.accountId],
  );
  expect(kept.rows).toHaveLength(1);
  expect(kept.rows[0].reply.includes(Buffer.from(String(secret)))).toBe(false);
});

test('without a key, with another key, and for another person the call is done again', async () => {
  const [ann, bob] = [await harness().newUser(), await harness().newUser()];
  for (const key of [undefined, undefined, 'press-number-1', 'press-number-2'])
    expect((await addCredentials(ann, 'Shop', key)).body.RESULT).toBe(1);
  expect(await credentialsOf(ann)).toBe(4);
  expect((await addCredentials(bob, 'Shop', 'press-number-1')).body.RESULT).toBe(1);
  expect(await credentialsOf(bob)).toBe(1);
});

test('a key that stood for another request, and what is no key, are refused and nothing is stored', async () => {
  const user = await harness().newUser();
  await addCredentials(user, 'Shop', 'press-number-1');
  for (const [name, key] of [
    ['Till', 'press-number-1'],
    ['Till', 'short'],
    ['Till', 'with a blank in it'],
  ])
    expect(await addCredentials(user, name ?? '', key)).toMatchObject({ status: 400, body: { RESULT: 0 } });
  expect(await credentialsOf(user)).toBe(1);
});

test('a refusal is not kept: once the reason is gone the same press works', async () => {
  const user = await harness().newUser();
  const add = () => send(user, calls.tags.add.path, { TagName: 'Town' }, { [INTENT_HEADER]: 'add-tag-town' });
  const tag = (await user.ask(calls.tags.add, { name: 'Town' })).values.id;
  expect((await add()).body.RESULT).toBe(0);
  await user.ask(calls.tags.remove, { tag });
  const made = await add();
  expect(made.body.RESULT).toBe(1);
  expect((await add()).body).toEqual(made.body);
});

const callerOf = ({ accountId, userId }: { accountId: number; userId: number }): Caller => ({
  accountId,
  userId,
  role: 'owner',
  sessionHash: null,
  complete: true,
  confirmedAt: null,
});

test('what a full disk kept from being done is done when it is sent again, once there is room', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  await fillDisk(db, 'credentials');
  const add = () => addCredentials(user, 'Shop', 'press-on-a-full-disk');
  expect((await add()).status).toBe(507);
  await makeRoom(db, 'credentials');
  expect((await add()).body.RESULT).toBe(1);
  expect(await credentialsOf(user)).toBe(1);
});

test('what was done says so, though the disk has no room for its reply, and is not done again', async () => {
  const { services } = harness();
  const user = await harness().newUser();
  const caller = callerOf(user);
  await fillDisk(services.db, 'idempotency_keys', 'reply is null');
  let runs = 0;
  const run = async () => {
    runs += 1;
    return { RESULT: 1 };
  };
  const ask = () => once(services, { caller, key: 'no-room-for-it', asked: ['a call'] }, run, AT_ONCE);
  expect(await ask()).toEqual({ RESULT: 1 });
  await makeRoom(services.db, 'idempotency_keys');
  await expect(ask()).rejects.toThrow('don’t know yet if it went through');
  expect(runs).toBe(1);
});

test('a request whose first run was cut off is not run a second time, and keys are forgotten after a day', async () => {
  const { services } = harness();
  const caller = callerOf(await harness().newUser());
  let runs = 0;
  const away = Object.assign(new Error('the connection is gone'), { code: '57P01' });
  const run = async () => {
    runs += 1;
    await setImmediate();
    throw away;
  };
  const ask = () => once(services, { caller, key: 'cut-off-1', asked: ['a call'] }, run, AT_ONCE);
  await expect(ask()).rejects.toBe(away);
  await expect(ask()).rejects.toThrow('don’t know yet if it went through');
  expect(runs).toBe(1);
  const tomorrow = new Date(services.clock.now().getTime() + 25 * 3_600_000);
  expect(await forgetOldIntents(services.db, tomorrow)).toBeGreaterThan(0);
  await expect(ask()).rejects.toBe(away);
  expect(runs).toBe(2);
});

/** Requests that store their reply with what they do, as one transaction; `done`: by whom, once committed. */
async function keptRequests(key: string) {
  const { services } = harness();
  const caller = callerOf(await harness().newUser());
  const done: string[] = [];
  const store = async (keep: KeepReply, by: string) => {
    await transact(services.db, (trx) => run(trx, keepReplies(trx, caller.accountId, [keep({ by })])));
    done.push(by);
    return { by };
  };
  const request = { caller, key, asked: ['a call'], isKeptWithin: true };
  const ask = (work: (keep: KeepReply) => Promise<Record<string, unknown>>) =>
    once(services, request, work, AT_ONCE);
  /** Asks, and stores nothing before it is told to go on. */
  const askAndStall = async (by: string) => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answer = ask(async (keep) => {
      begun.resolve();
      await goOn.promise;
      return store(keep, by);
    });
    await begun.promise;
    return { answer, goOn: goOn.resolve };
  };
  return { services, caller, done, store, ask, askAndStall };
}

test('what keeps its reply with its work is taken over from a run that stalls, which stores nothing then', async () => {
  const { done, store, ask, askAndStall } = await keptRequests('kept-within-1');
  const stalled = await askAndStall('the first');
  expect(await ask((keep) => store(keep, 'the second'))).toEqual({ by: 'the second' });
  stalled.goOn();
  expect(await stalled.answer).toEqual({ by: 'the second' });
  expect(await ask((keep) => store(keep, 'a third'))).toEqual({ by: 'the second' });
  expect(done).toEqual(['the second']);
});

test('a run that stalled while another one failed stores once all the same', async () => {
  const { done, store, ask, askAndStall } = await keptRequests('kept-within-2');
  const stalled = await askAndStall('the first');
  const refused = new Refusal('Not today.');
  await expect(ask(() => Promise.reject(refused))).rejects.toBe(refused);
  stalled.goOn();
  expect(await stalled.answer).toEqual({ by: 'the first' });
  expect(await ask((keep) => store(keep, 'a third'))).toEqual({ by: 'the first' });
  expect(done).toEqual(['the first']);
});

test('what was done is not done again when its reply has been forgotten', async () => {
  const { services, caller, done, store, ask } = await keptRequests('kept-within-3');
  await ask((keep) => store(keep, 'the first'));
  await forgetReplies(services.db, caller.accountId, services.clock.now());
  await expect(ask((keep) => store(keep, 'the second'))).rejects.toThrow('don’t know yet if it went through');
  expect(done).toEqual(['the first']);
});
