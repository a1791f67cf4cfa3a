/** Events arrive signed, in order, at least once, and however long the receiver was away. */
import { calls } from '@parley/contract';
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { sql, transact } from '../platform/db/database.ts';
import { claimDue } from '../platform/db/leases.ts';
import type { Background } from '../platform/services.ts';
import { endLockWaits } from '../testing/each-server.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { countPending } from './delivery-log.ts';
import { lockJob } from './delivery-store.ts';
import { findEndpoint } from './endpoint-store.ts';
import { startSender } from './jobs.ts';
import { isSignedWith, type Receiver, startReceiver } from './testing/receiver.ts';
import { addContacts, addEndpointOf, feed, joined, type Owner } from './testing/world.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const db = () => harness().services.db;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let receiver: Receiver;
let sender: Background;
let owner: Owner;
let people: number[] = [];

beforeAll(async () => {
  sender = startSender(harness().services);
});
afterAll(() => sender.stop());
beforeEach(async () => {
  // The library takes no signature that is older than some minutes.
  clock.set(new Date().toISOString());
  receiver = await startReceiver();
  owner = await harness().newUser();
  people = await addContacts(harness(), owner.accountId, 20);
});
afterEach(() => receiver.stop());

const person = (n: number) => people[n] ?? 0;
const feedJoins = (...joins: [contact: number, fact: string][]) =>
  feed(
    harness(),
    owner.accountId,
    joins.map(([contact, fact]) => joined(contact, fact, clock.now())),
  );
const arrived = (count: number) => eventually(() => receiver.received.length >= count);
const deliveries = async (endpoint: number, given = {}) =>
  (await owner.ask(calls.webhooks.deliveries, { endpoint, ...given })).values.deliveries;
const endpointOf = async (id: number) =>
  (await owner.ask(calls.webhooks.list, {})).values.endpoints.find((each) => each.id === id);
const signInAgain = async () => {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${owner.userId}`.execute(
    db(),
  );
  const password = 'correct horse battery staple';
  await owner.ask(calls.access.signIn, { email: rows[0]?.email ?? '', password });
};
/** Also when the owner's session is over. */
const stored = (id: number) => findEndpoint(db(), owner.accountId, id);
const waitingAt = async (id: number) => (await countPending(db(), owner.accountId, 5_000)).get(id);
const byFact = (contact: number) =>
  receiver.received.filter(({ data }) => data.contact.id === `con_${contact}`).map(({ id }) => id);
const passing = async (ms: number) => {
  clock.advance(ms);
  harness().services.signals.wake('webhooks');
};

/**
 * A turn at an endpoint is as it was when it began, and its lease is a minute: the clock leaps only between
 * turns.
 */
const turnIsOver = () =>
  eventually(async () => {
    const { rows } = await sql`
      select 1 from webhook_jobs where account_id = ${owner.accountId} and leased_until > ${clock.now()}`.execute(
      db(),
    );
    return rows.length === 0;
  });

/** Longer than any rest: what is due then is tried, and its next time counts from there. */
const whilePassing = (isSo: () => Promise<boolean> | boolean) =>
  eventually(async () => {
    await turnIsOver();
    await passing(11 * MINUTE);
    return isSo();
  });

test('an event of one’s own arrives with what the other system said of it', async () => {
  await addEndpointOf(owner, receiver.url, { kinds: ['custom.event'] });
  const properties = { name: 'order placed', source: 'shop', 'data.total': 49.9, 'data.gift': true };
  const event = { ...joined(person(0), 'a', clock.now()), kind: 'custom.event' as const };
  await feed(harness(), owner.accountId, [{ ...event, properties: properties as never }]);
  await arrived(1);
  expect(receiver.received[0]).toMatchObject({
    type: 'custom.event',
    data: { name: 'order placed', source: 'shop', properties: { total: 49.9, gift: true } },
  });
});

test('an event arrives once, signed as the public library wants it, with number and ids', async () => {
  const { id, secret } = await addEndpointOf(owner, receiver.url);
  await feedJoins([person(0), 'a']);
  // The same fact again, and a kind that is not wanted.
  await feedJoins([person(0), 'a']);
  await feed(harness(), owner.accountId, [
    { ...joined(person(0), 'b', clock.now()), kind: 'list.left' } as never,
  ]);
  await arrived(1);
  const [logged] = await eventually(
    () => deliveries(id),
    (seen) => seen[0]?.state === 'delivered',
  );
  expect(receiver.received).toHaveLength(1);
  const [got] = receiver.received;
  if (!got) throw new Error('Nothing came.');
  expect(isSignedWith(secret, got)).toBe(true);
  expect(isSignedWith(`whsec_${Buffer.alloc(32).toString('base64')}`, got)).toBe(false);
  expect(isSignedWith(secret, { ...got, body: got.body.replace('7', '8') })).toBe(false);
  expect(got).toMatchObject({
    type: 'list.joined',
    timestamp: clock.now().toISOString(),
    data: { contact: { id: `con_${person(0)}`, phone: '+12125550001' }, list: 'lst_7' },
    headers: { 'content-type': 'application/json', 'user-agent': 'Parley' },
  });
  expect(logged).toMatchObject({ webhookId: got.id, status: 204, attempts: 1, kind: 'list.joined' });
  const shown = await owner.ask(calls.webhooks.delivery, { delivery: logged?.id ?? 0 });
  expect(shown.values.body).toBe(got.body);
  expect(await endpointOf(id)).toMatchObject({ failingSince: '', waiting: 0 });
  expect((await endpointOf(id))?.lastSuccess).not.toBe('');
});

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { id, secret: former } = await addEndpointOf(owner, receiver.url);
  const { secret } = (await owner.ask(calls.webhooks.rotate, { endpoint: id })).values;
  expect(secret).not.toBe(former);
  expect((await owner.ask(calls.webhooks.secret, { endpoint: id })).values.secret).toBe(secret);
  await feedJoins([person(0), 'a']);
  await arrived(1);
  const [both] = receiver.received;
  if (!both) throw new Error('Nothing came.');
  expect([isSignedWith(secret, both), isSignedWith(former, both)]).toEqual([true, true]);
  expect((await endpointOf(id))?.formerUntil).not.toBe('');
  await turnIsOver();
  clock.advance(DAY);
  await feedJoins([person(0), 'b']);
  await arrived(2);
  expect(String(receiver.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
});

test('a receiver that asks for a pause has it, also from what comes meanwhile, and then gets everything', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  receiver.answers(() => ({ status: 429, headers: { 'retry-after': '600' } }));
  await feedJoins([person(0), 'a']);
  await arrived(1);
  await turnIsOver();
  await feedJoins([person(1), 'b']);
  await eventually(async () => (await waitingAt(id)) === 2);
  const { rows } = await sql<{ due: Date }>`
    select due_at as due from webhook_jobs where account_id = ${owner.accountId} and endpoint_id = ${id}`.execute(
    db(),
  );
  expect(rows[0]?.due.getTime()).toBeGreaterThanOrEqual(clock.now().getTime() + 10 * MINUTE);
  await passing(5 * MINUTE);
  receiver.answers(() => ({ status: 204 }));
  await passing(5 * MINUTE + 1_000);
  await arrived(3);
  expect(byFact(person(0))).toHaveLength(2);
  expect(byFact(person(1))).toHaveLength(1);
});

test('one contact’s events come in their order and wait for each other, others overtake', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  let isBroken = true;
  receiver.answers(({ data }) =>
    isBroken && data.contact.id === `con_${person(0)}` ? { status: 500, body: 'no' } : { status: 200 },
  );
  await feedJoins([person(0), 'a'], [person(1), 'b'], [person(0), 'c'], [person(1), 'd']);
  await arrived(3);
  await eventually(
    () => deliveries(id, { state: 'delivered' }),
    (seen) => seen.length === 2,
  );
  expect(byFact(person(0))).toHaveLength(1);
  const waiting = await deliveries(id, { state: 'pending' });
  expect(waiting.map(({ attempts, status, answer }) => ({ attempts, status, answer }))).toEqual([
    { attempts: 0, status: 0, answer: '' },
    { attempts: 1, status: 500, answer: 'no' },
  ]);
  // What comes meanwhile goes behind what waits.
  await feedJoins([person(0), 'e'], [person(1), 'f']);
  await arrived(4);
  isBroken = false;
  await passing(WEBHOOK_LIMITS.retrySeconds[0] * 1000);
  await arrived(7);
  const [first, ...others] = byFact(person(0));
  expect(others).toHaveLength(3);
  expect(others[0]).toBe(first);
  const order = (await deliveries(id)).toReversed().filter(({ contact }) => contact === person(0));
  expect(order.map(({ webhookId }) => webhookId)).toEqual(others);
});

test('no more requests are open at once than an endpoint may have, each for another contact', async () => {
  await addEndpointOf(owner, receiver.url);
  receiver.answers(() => 'hang');
  await feedJoins(
    ...people.flatMap((one): [number, string][] => [
      [one, `a ${one}`],
      [one, `b ${one}`],
    ]),
  );
  await arrived(WEBHOOK_LIMITS.atOnce);
  expect(new Set(receiver.received.map(({ data }) => data.contact.id)).size).toBe(WEBHOOK_LIMITS.atOnce);
  receiver.answers(() => ({ status: 204 }));
  receiver.letGo();
  await arrived(40);
  expect(receiver.mostOpen()).toBe(WEBHOOK_LIMITS.atOnce);
  for (const one of people) expect(new Set(byFact(one)).size).toBe(2);
});

test('as many endpoints that hang as are sent to at once hold up no other', async () => {
  const hanging = [await harness().newUser(), await harness().newUser()];
  receiver.answers(() => 'hang');
  const endpoints = new Map<Owner, number[]>();
  for (const one of hanging)
    for (let n = 0; n < WEBHOOK_LIMITS.endpoints; n += 1) {
      const { id } = await addEndpointOf(one, `${receiver.url}?${n}`);
      endpoints.set(one, [...(endpoints.get(one) ?? []), id]);
    }
  for (const { accountId } of hanging) {
    const [contact = 0] = await addContacts(harness(), accountId, 1);
    await feed(harness(), accountId, [joined(contact, 'a', clock.now())]);
  }
  await arrived(32);

  const other = await startReceiver();
  owner = await harness().newUser();
  await addEndpointOf(owner, other.url);
  people = await addContacts(harness(), owner.accountId, 1);
  await feedJoins([person(0), 'b']);
  await eventually(() => other.received.length === 1);
  const answers = [...endpoints].map(async ([one, ids]) => {
    const { values } = await one.ask(calls.webhooks.deliveries, { endpoint: ids[0] ?? 0 });
    return values.deliveries.map(({ attempts }) => attempts);
  });
  expect(await Promise.all(answers)).toEqual([[0], [0]]);
  receiver.letGo();
  await other.stop();
});

test('a receiver that was away for hours gets all of 2,000 events when it is back, each contact’s in order', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  const port = Number(new URL(receiver.url).port);
  await receiver.stop();
  const facts = Array.from({ length: 2_000 }, (_, n): [number, string] => [person(n % 20), `fact ${n}`]);
  for (let from = 0; from < facts.length; from += 500) await feedJoins(...facts.slice(from, from + 500));
  await eventually(async () => (await stored(id))?.failingSince);
  for (let round = 0; round < 6; round += 1) {
    const before = await triesOf(id);
    await whilePassing(async () => (await triesOf(id)) > before);
  }
  expect(await waitingAt(id)).toBe(2_000);
  // It was asked now and then, and not with each event.
  expect(await triesOf(id)).toBeLessThan(200);
  receiver = await startReceiver(port);
  await whilePassing(() => receiver.received.length >= 2_000);
  await eventually(async () => (await waitingAt(id)) === 0);
  const seen = new Set(receiver.received.map(({ id: webhookId }) => webhookId));
  expect(seen.size).toBe(2_000);
  const { rows } = await sql<{ contact: number; ids: string[] }>`
    select contact_id as contact, array_agg(webhook_id order by place) as ids from webhook_deliveries
    where account_id = ${owner.accountId} group by 1`.execute(db());
  for (const { contact, ids } of rows) expect([...new Set(byFact(contact))]).toEqual(ids);
  expect(await stored(id)).toMatchObject({ enabled: true, failingSince: null, switchedOffAt: null });
}, 120_000);

const triesOf = async (endpoint: number) => {
  const { rows } = await sql<{ tries: number }>`
    select sum(attempts) as tries from webhook_deliveries where account_id = ${owner.accountId} and endpoint_id = ${endpoint}`.execute(
    db(),
  );
  return rows[0]?.tries ?? 0;
};

test('what a killed worker sent and did not write down is sent again under the same id', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  await sender.stop();
  await feedJoins([person(0), 'a'], [person(0), 'b']);
  const now = clock.now();
  const claimed = await claimDue(db(), { table: 'webhook_jobs', id: 'endpoint_id' }, 'dead', now, MINUTE);
  expect(claimed).toEqual({ accountId: owner.accountId, id });
  sender = startSender(harness().services);
  await passing(2 * MINUTE);
  await arrived(2);
  // As if it had been killed before it wrote: all is pending, the lease is nobody's.
  await eventually(
    () => deliveries(id, { state: 'delivered' }),
    (seen) => seen.length === 2,
  );
  await sql`
    update webhook_deliveries set state = 'pending' where account_id = ${owner.accountId}`.execute(db());
  await sql`
    insert into webhook_jobs (account_id, endpoint_id, due_at, worker, leased_until)
    values (${owner.accountId}, ${id}, ${now}, 'dead', ${clock.now()})
    on conflict (account_id, endpoint_id) do update set due_at = excluded.due_at`.execute(db());
  await passing(1);
  await arrived(4);
  const ids = receiver.received.map(({ id: webhookId }) => webhookId);
  expect(ids.slice(2)).toEqual(ids.slice(0, 2));
});

test('a contact’s next events go out in order while the first is being written down, and once although the writing breaks off', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  receiver.answers(() => 'hang');
  await feedJoins([person(0), 'a'], [person(0), 'b'], [person(0), 'c']);
  await arrived(1);
  await transact(db(), async (trx) => {
    await lockJob(trx, { accountId: owner.accountId, endpointId: id });
    receiver.answers(() => ({ status: 204 }));
    receiver.letGo();
    await arrived(3);
    await eventually(() => endLockWaits(db(), '%webhook_jobs%for update%'));
  });
  await eventually(
    () => deliveries(id, { state: 'delivered' }),
    (seen) => seen.length === 3,
  );
  const places = await sql<{ webhookId: string }>`
    select webhook_id as "webhookId" from webhook_deliveries where account_id = ${owner.accountId} order by place`.execute(
    db(),
  );
  expect(byFact(person(0))).toEqual(places.rows.map(({ webhookId }) => webhookId));
});

test('redirects are not followed, and the beginning of a long answer is kept', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  receiver.answers(() => ({ status: 302, headers: { location: `${receiver.url}/elsewhere` } }));
  await feedJoins([person(0), 'a']);
  const [moved] = await eventually(
    () => deliveries(id),
    (seen) => seen[0]?.status === 302,
  );
  expect([moved?.state, receiver.received.length]).toEqual(['pending', 1]);
  receiver.answers(() => ({ status: 400, body: 'é'.repeat(100_000) }));
  await feedJoins([person(1), 'b']);
  const [long] = await eventually(
    () => deliveries(id),
    (seen) => seen[0]?.status === 400,
  );
  expect(long?.answer).toMatch(/^é+\uFFFD?$/);
  expect(long?.answer.length).toBeLessThanOrEqual(WEBHOOK_LIMITS.answerBytes);
});

test('an endpoint that fails for three days is switched off, owners are told, and what waits goes out when it is on again', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  receiver.answers(() => ({ status: 500 }));
  await feedJoins([person(0), 'a'], [person(1), 'b'], [person(0), 'c']);
  await eventually(async () => (await stored(id))?.failingSince);
  const isOff = async () => !(await stored(id))?.enabled;
  await whilePassing(isOff);
  await signInAgain();
  expect(await endpointOf(id)).toMatchObject({ enabled: false, lastFailure: '500' });
  expect((await endpointOf(id))?.switchedOff).not.toBe('');
  const { overview } = (await owner.ask(calls.account.overview, {})).values;
  expect(overview.attention.webhooks).toBe(1);
  const { acts } = (await owner.ask(calls.audit.list, { before: 0, group: 'sending' })).values;
  expect(acts[0]).toMatchObject({ act: 'webhook-failed', kind: 'webhook', actor: '', name: receiver.url });
  const before = receiver.received.length;
  await feedJoins([person(2), 'while it is off']);
  receiver.answers(() => ({ status: 204 }));
  const refused = await owner.ask(calls.webhooks.replayFailed, {
    endpoint: id,
    since: '2000-01-01T00:00:00Z',
  });
  expect(refused.MESSAGE).toBe('This webhook is off. Turn it on first.');
  for (const [since, words] of [
    ['9999-06-01T00:00:00Z', 'That’s too late: the last day that can be chosen is 9998-12-31.'],
    ['soon', 'Choose a moment.'],
  ] as const)
    expect((await owner.ask(calls.webhooks.replayFailed, { endpoint: id, since })).MESSAGE).toBe(words);
  await owner.ask(calls.webhooks.update, {
    endpoint: id,
    url: receiver.url,
    kinds: ['list.joined'],
    enabled: true,
    description: '',
  });
  await eventually(async () => (await endpointOf(id))?.waiting === 0);
  expect((await owner.ask(calls.account.overview, {})).values.overview.attention.webhooks).toBe(0);
  const failed = await deliveries(id, { state: 'failed' });
  const again = await owner.ask(calls.webhooks.replayFailed, {
    endpoint: id,
    since: '2000-01-01T00:00:00Z',
  });
  expect(again.values.count).toBe(failed.length);
  await eventually(
    () => deliveries(id, { state: 'delivered' }),
    (seen) => seen.length === 3,
  );
  expect(new Set(receiver.received.slice(before).map(({ id: webhookId }) => webhookId)).size).toBe(3);
}, 120_000);

test('one that answers that it is gone is switched off at once', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  receiver.answers(() => ({ status: 410 }));
  await feedJoins([person(0), 'a']);
  await eventually(async () => (await endpointOf(id))?.switchedOff);
  expect((await endpointOf(id))?.enabled).toBe(false);
});

test('an address that says it is gone after it was changed does not switch off the new one', async () => {
  const { id } = await addEndpointOf(owner, `${receiver.url}/old`);
  receiver.answers(() => 'hang');
  await feedJoins(...people.slice(0, 6).map((one): [number, string] => [one, 'a']));
  await arrived(6);
  await owner.ask(calls.webhooks.update, { endpoint: id, url: receiver.url });
  receiver.answers(() => ({ status: 204 }));
  receiver.letGo(410);
  await turnIsOver();
  expect(await endpointOf(id)).toMatchObject({ enabled: true, switchedOff: '', failingSince: '' });
  await whilePassing(async () => (await endpointOf(id))?.waiting === 0);
  expect((await deliveries(id)).map(({ state }) => state)).toEqual(Array(6).fill('delivered'));
});

test('a pause that an address asks for after it was changed holds nothing back from the new one', async () => {
  const { id } = await addEndpointOf(owner, `${receiver.url}/old`);
  receiver.answers(() => 'hang');
  const six = people.slice(0, 6);
  await feedJoins(
    ...six.flatMap((one): [number, string][] => [
      [one, `a ${one}`],
      [one, `b ${one}`],
    ]),
  );
  await arrived(6);
  await owner.ask(calls.webhooks.update, { endpoint: id, url: receiver.url });
  receiver.answers(() => ({ status: 204 }));
  receiver.letGo(429, { 'retry-after': '3600' });
  // The clock stands still.
  await eventually(async () => (await endpointOf(id))?.waiting === 0);
  expect(await stored(id)).toMatchObject({ enabled: true, failures: 0, failingSince: null });
  for (const one of six) expect(new Set(byFact(one)).size).toBe(2);
  expect((await deliveries(id)).map(({ state }) => state)).toEqual(Array(12).fill('delivered'));
});

test('what waited while a webhook was off has days to be tried again, also when the first try fails', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  receiver.answers(() => ({ status: 500 }));
  await feedJoins([person(0), 'a']);
  await eventually(async () => (await deliveries(id))[0]?.attempts === 1);
  await owner.ask(calls.webhooks.update, { endpoint: id, enabled: false });
  await turnIsOver();
  await passing(4 * DAY);
  await signInAgain();
  await owner.ask(calls.webhooks.update, { endpoint: id, enabled: true });
  await eventually(async () => (await deliveries(id))[0]?.attempts === 2);
  expect(await deliveries(id)).toEqual([expect.objectContaining({ state: 'pending', status: 500 })]);
});

test('one that is deleted while deliveries are on their way gets nothing more, and leaves no work', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  receiver.answers(() => 'hang');
  await feedJoins(
    ...people.flatMap((one): [number, string][] => [
      [one, `a ${one}`],
      [one, `b ${one}`],
    ]),
  );
  await arrived(WEBHOOK_LIMITS.atOnce);
  await owner.ask(calls.webhooks.remove, { endpoint: id });
  receiver.answers(() => ({ status: 204 }));
  receiver.letGo(503, { 'retry-after': '60' });
  await turnIsOver();
  await passing(2 * MINUTE);
  await feedJoins([person(0), 'later']);
  const { rows } = await sql`
    select 1 from webhook_jobs where account_id = ${owner.accountId}`.execute(db());
  expect(rows).toEqual([]);
  expect(receiver.received).toHaveLength(WEBHOOK_LIMITS.atOnce);
});
