/** Events of one's own: told by other systems, each once; in timelines, segments and the feed. */
import { calls } from '@parley/contract';
import { readId } from '@parley/contract/api/index.ts';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import { describe, expect, test } from 'vitest';
import { forgetOldCustomEvents } from '../custom-events/store.ts';
import { setListenedKinds } from '../feed/index.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, sql, transact } from '../platform/db/database.ts';
import { type ApiClient, apiClient, apiKeyOf } from '../testing/api-world.ts';
import { useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const db = () => harness().services.db;

const PHONE = '+12125550142';
const ORDER = { name: 'order placed', phone: PHONE, id: '10042', source: 'shop' };
const BOOTS = { total: 49.9, color: 'Blue', gift: true };

async function shop() {
  const user = await harness().newUser();
  const live = apiClient(harness(), await apiKeyOf(user));
  return { user, live, accountId: user.accountId };
}

const stored = (accountId: number) =>
  rows(
    db(),
    sql<{ name: string; at: Date; data: object }>`
      select name, at, data from custom_events where account_id = ${accountId} order by id`,
  );

const post = (live: ApiClient, body: unknown, path = '/events') => live('POST', path, { body });

describe('an event', () => {
  test('makes the number a contact, and is stored once by its id', async () => {
    const { live, accountId } = await shop();
    const first = await post(live, { ...ORDER, properties: BOOTS });
    expect(first).toMatchObject({ status: 200, body: { recorded: 1, repeated: 0 } });
    const again = await post(live, ORDER);
    expect(again.body).toEqual({ recorded: 0, repeated: 1, contacts: first.body.contacts });
    const [contact] = first.body.contacts as [string];
    const { body } = await live('GET', `/contacts/${contact}`);
    expect(body.phone).toBe(PHONE);
    expect(await stored(accountId)).toEqual([{ name: 'order placed', at: clock.now(), data: BOOTS }]);
  });

  test('of another source, or without an id, is another one', async () => {
    const { live, accountId } = await shop();
    await post(live, ORDER);
    await post(live, { ...ORDER, source: 'till' });
    for (const at of ['2026-03-01T10:00:00+01:00', '2026-03-01T10:00:00Z'])
      await post(live, { name: 'visited', phone: PHONE, at });
    expect((await stored(accountId)).map(({ at }) => at.toISOString())).toEqual([
      '2026-03-02T15:00:00.000Z',
      '2026-03-02T15:00:00.000Z',
      '2026-03-01T09:00:00.000Z',
      '2026-03-01T10:00:00.000Z',
    ]);
  });

  test.each([
    ['nobody', { phone: undefined }, '#/'],
    ['two people', { contact: 'con_1' }, '#/'],
    ['a contact of nobody', { phone: undefined, contact: 'con_999999' }, '#/contact'],
    ['the future', { at: '2026-03-04T15:00:00Z' }, '#/at'],
    ['a time long past', { at: '2024-02-02T15:00:00Z' }, '#/at'],
    ['no name', { name: ' ' }, '#/name'],
    ['a property in a property', { properties: { total: { of: 1 } } }, '#/properties/total'],
    ['a list as a property', { properties: { items: ['a'] } }, '#/properties/items'],
    ['a long property', { properties: { words: 'x'.repeat(501) } }, '#/properties/words'],
    ['a NUL', { properties: { words: 'a\0' } }, '#/properties/words'],
    [
      'many properties',
      { properties: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, 1])) },
      '#/properties',
    ],
    ['an unknown field', { amount: 1 }, '#/amount'],
  ])('with %s is refused, and nothing is stored', async (_what, change, pointer) => {
    const { live, accountId } = await shop();
    const answer = await post(live, { ...ORDER, ...change });
    expect(answer.status).toBe(pointer === '#/contact' ? 404 : 422);
    expect(answer.body.errors[0].pointer ?? '').toContain(pointer === '#/' ? '#' : pointer);
    expect(await stored(accountId)).toEqual([]);
    expect((await live('GET', '/contacts')).body.data).toEqual([]);
  });

  test('one of a batch that is wrong keeps all of it out', async () => {
    const { live, accountId } = await shop();
    const events = [ORDER, { ...ORDER, id: '2', phone: undefined, contact: 'con_999999' }];
    const refused = await post(live, { events }, '/events/batch');
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([404, '#/events/1/contact']);
    expect(await stored(accountId)).toEqual([]);
    const many = Array.from({ length: 1_000 }, (_, n) => ({ ...ORDER, id: `o${n % 900}` }));
    const taken = await post(live, { events: many }, '/events/batch');
    expect(taken.body).toMatchObject({ recorded: 900, repeated: 100 });
    expect(new Set(taken.body.contacts).size).toBe(1);
  });

  test('of a contact of another account is like one of nobody', async () => {
    const [{ live }, other] = [await shop(), await shop()];
    const theirs = (await post(other.live, ORDER)).body.contacts[0];
    const foreign = await post(live, { name: 'visited', contact: theirs });
    const unknown = await post(live, { name: 'visited', contact: 'con_999999' });
    expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
  });

  test('with a test key is taken back', async () => {
    const { user, accountId } = await shop();
    const client = apiClient(harness(), await apiKeyOf(user, 'test'));
    expect((await post(client, ORDER)).body.recorded).toBe(1);
    expect(await stored(accountId)).toEqual([]);
  });
});

describe('what follows from it', () => {
  test('the timeline shows it, and an erasure takes it away', async () => {
    const { user, live, accountId } = await shop();
    const [contact] = (await post(live, { ...ORDER, properties: BOOTS })).body.contacts as [string];
    const id = readId('contact', contact) ?? 0;
    const { events } = (await user.ask(calls.members.timeline, { contact: id })).values;
    expect(events).toMatchObject([
      { kind: 'custom', title: 'order placed', detail: 'color: Blue, gift: true, total: 49.9' },
    ]);
    await user.ask(calls.members.erase, { contact: id, phone: PHONE, block: false });
    expect(await stored(accountId)).toEqual([]);
  });

  test('segments ask for its name and its properties', async () => {
    const { user, live } = await shop();
    await post(live, { ...ORDER, properties: BOOTS });
    await post(live, { ...ORDER, phone: '+12125550143', id: '2', properties: { total: 200, color: 'Red' } });
    const count = async (...where: { property: string; is: string; value?: unknown }[]) => {
      const tree = { match: 'all', of: [{ on: 'event', event: 'custom.event', where }] };
      const answer = await user.ask(calls.segments.count, { tree: tree as unknown as SegmentGroup });
      expect(answer.RESULT).toBe(1);
      return answer.values.count;
    };
    const order = { property: 'name', is: 'is', value: 'Order placed' };
    expect(await count(order)).toBe(2);
    expect(await count(order, { property: 'data.color', is: 'is', value: 'blue' })).toBe(1);
    expect(await count(order, { property: 'number.total', is: 'at-least', value: '49.90' })).toBe(2);
    expect(await count(order, { property: 'number.total', is: 'more', value: 50 })).toBe(1);
    expect(await count({ property: 'name', is: 'is', value: 'visited' })).toBe(0);
  });

  test('who listens is told, once', async () => {
    const { live, accountId } = await shop();
    await transact(db(), (trx) => setListenedKinds(trx, accountId, 'automations', ['custom.event']));
    await post(live, { ...ORDER, properties: BOOTS });
    await post(live, ORDER);
    const fed = await rows(
      db(),
      sql<{ properties: object }>`select properties from event_feed where account_id = ${accountId}`,
    );
    const data = { 'data.total': 49.9, 'data.color': 'Blue', 'data.gift': true };
    expect(fed).toEqual([{ properties: { name: 'order placed', source: 'shop', ...data } }]);
  });

  test('a batch is told in the order in which it was sent, with ids and without', async () => {
    const { live, accountId } = await shop();
    await transact(db(), (trx) => setListenedKinds(trx, accountId, 'automations', ['custom.event']));
    const names = ['cart started', 'coupon used', 'order placed', 'order shipped', 'parcel came'];
    const withIds = names.map((name, n) => ({ ...ORDER, name, id: `${9 - n}` }));
    const without = names.map((name) => ({ name, phone: PHONE }));
    for (const events of [withIds, without]) await post(live, { events }, '/events/batch');
    const told = await rows(
      db(),
      sql<{ name: string }>`
        select properties ->> 'name' as name from event_feed where account_id = ${accountId} order by id`,
    );
    expect(told.map(({ name }) => name)).toEqual([...names, ...names]);
  });

  test('it is forgotten after two years, unless its account says otherwise', async () => {
    const { live, accountId } = await shop();
    await post(live, { ...ORDER, at: '2024-03-02T15:00:00Z' });
    await post(live, { ...ORDER, id: '2' });
    expect(await forgetOldCustomEvents(db(), clock.now())).toBe(0);
    const later = new Date(clock.now().getTime() + 2 * 24 * 3_600_000);
    expect(await forgetOldCustomEvents(db(), later)).toBe(1);
    expect(await stored(accountId)).toHaveLength(1);
  });
});
