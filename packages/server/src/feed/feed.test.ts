/** What is fed is handled in order, once in effect, through whatever becomes of a worker. */
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { erasePerson } from '../contacts/index.ts';
import { addMembers, removeMembers } from '../lists/index.ts';
import { manualClock } from '../platform/clock.ts';
import { type Db, first, openDatabase, rows, sql, transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { storeList } from '../testing/people.ts';
import { type FeedConsumer, type FeedEvent, handleNextGroup, startFeedConsumer } from './consumer.ts';
import { feedEvents, type NewContactEvent } from './feed-events.ts';
import { mayBeHeard } from './listened-kinds.ts';
import { setListenedKinds } from './listeners.ts';
import { hearNotices } from './notices.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const services = () => harness().services;
const db = () => services().db;

let accountId = 0;
beforeEach(async () => {
  await sql`delete from event_feed`.execute(db());
  ({ accountId } = await harness().newUser());
});

const listen = (...kinds: EventKindName[]) =>
  transact(db(), (trx) => setListenedKinds(trx, accountId, 'automations', kinds));

const joined = (contactId: number, fact: number | string): NewContactEvent => ({
  kind: 'list.joined',
  contactId,
  at: clock.now(),
  fact: String(fact),
  properties: { list: 7 },
});
const feed = (...events: NewContactEvent[]) => transact(db(), (trx) => feedEvents(trx, accountId, events));

const waiting = () =>
  rows(
    db(),
    sql<{ consumer: string; kind: string; contactId: number; fact: string; properties: object }>`
      select consumer, kind, contact_id as "contactId", fact, properties from event_feed
      where account_id = ${accountId} order by id`,
  );

/** What a consumer of these tests does: it notes each event in the transaction of its group. */
const note = async (trx: Db, account: number, events: readonly FeedEvent[]) => {
  for (const { contactId, fact } of events)
    await sql`
      insert into audit_log (account_id, at, actor, action, target_kind, target_id, name, detail, address)
      values (${account}, ${clock.now()}, '', 'noted', '', ${contactId}, '', ${fact}, '')`.execute(trx);
};
const noting: FeedConsumer = {
  consumer: 'automations',
  async handle(trx, account, events) {
    await note(trx, account, events);
    return undefined;
  },
};
const noted = (account = accountId) =>
  rows(
    db(),
    sql<{ contactId: number; fact: string }>`
      select target_id as "contactId", detail as fact from audit_log
      where account_id = ${account} and action = 'noted' order by id`,
  );

/** Another process on the same database. */
function anotherProcess(): { services: Services; close: () => Promise<void> } {
  const { db, pool, close } = openDatabase(String(services().pool.options.connectionString), 3, 6);
  return { services: { ...services(), db, pool }, close };
}

async function handleAll(consumer = noting, within = services()): Promise<void> {
  while (await handleNextGroup(within, consumer));
}

describe('feeding', () => {
  test('stores one row for each consumer that wants the kind, and none where nobody does', async () => {
    await feed(joined(1, 'before anybody listened'));
    await listen('list.joined', 'list.left');
    await transact(db(), (trx) => setListenedKinds(trx, accountId, 'webhooks', ['list.joined']));
    const clicked = {
      ...joined(2, 1),
      kind: 'link.clicked',
      properties: { link: 1, campaign: null, blast: null },
    };
    await feed(
      joined(1, 'a'),
      clicked as NewContactEvent,
      { ...joined(1, 'b'), kind: 'list.left' } as NewContactEvent,
    );
    const row = { kind: 'list.joined', contactId: 1, fact: 'a', properties: { list: 7 } };
    const stored = await waiting();
    expect(stored).toHaveLength(3);
    expect(stored).toEqual(
      expect.arrayContaining([
        { consumer: 'automations', ...row },
        { consumer: 'webhooks', ...row },
        { consumer: 'automations', ...row, kind: 'list.left', fact: 'b' },
      ]),
    );
    await listen();
    await feed({ ...joined(1, 'c'), kind: 'list.left' } as NewContactEvent);
    expect(await waiting()).toHaveLength(3);
  });

  test('asks nothing of the database where nobody listens', async () => {
    const notices = hearNotices(services());
    await eventually(() => !mayBeHeard(db(), accountId, 'list.joined'));
    const statements: string[] = [];
    const watched: Db = db().withPlugin({
      transformQuery({ node }) {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await feedEvents(watched, accountId, [joined(1, 'a')]);
    expect(statements).toEqual([]);
    await listen('list.left');
    await eventually(() => mayBeHeard(db(), accountId, 'list.left'));
    await eventually(() => !mayBeHeard(db(), accountId, 'list.joined'));
    await feedEvents(watched, accountId, [joined(1, 'a')]);
    expect(statements).toEqual([]);
    await listen('list.joined');
    await feedEvents(watched, accountId, [joined(1, 'a'), joined(2, 'b')]);
    expect(statements).toHaveLength(1);
    expect(await waiting()).toHaveLength(2);
    await notices.stop();
    expect(mayBeHeard(db(), accountId, 'link.clicked')).toBe(true);
  });

  test('another process hears who listens, also after its connection was lost', async () => {
    const other = anotherProcess();
    const notices = hearNotices(other.services);
    const heard = (kind: EventKindName) => mayBeHeard(other.services.db, accountId, kind);
    await eventually(() => !heard('list.joined'));
    await listen('list.joined');
    await eventually(() => heard('list.joined') && !heard('list.left'));
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select distinct account_id as account%'`.execute(
      db(),
    );
    await listen('list.left');
    await eventually(() => heard('list.left') && !heard('list.joined'));
    await notices.stop();
    await other.close();
  });

  test('an erased contact’s events are gone, but for the erasure itself', async () => {
    const { services: own } = harness();
    const list = await storeList(own.db, accountId, 'Friends', [{ phone: '+12125550155' }]);
    await listen('list.joined', 'contact.erased');
    const contact = await first(
      db(),
      sql<{
        id: number;
      }>`select contact_id as id from list_members where account_id = ${accountId} and list_id = ${list}`,
    );
    const contactId = contact?.id ?? 0;
    await feed(joined(contactId, 'a'), joined(contactId + 1, 'b'));
    await erasePerson(own, accountId, {
      contactId,
      phone: '+12125550155',
      caller: { userId: 1 },
      block: false,
    });
    const left = await waiting();
    expect(left.map(({ kind, contactId: whose }) => [kind, whose])).toEqual([
      ['list.joined', contactId + 1],
      ['contact.erased', contactId],
    ]);
  });

  test('people who join and leave a list are told, each once', async () => {
    const list = await storeList(db(), accountId, 'Friends', [
      { phone: '+12125550161' },
      { phone: '+12125550162' },
    ]);
    const members = await rows(
      db(),
      sql<{
        id: number;
      }>`select contact_id as id from list_members where account_id = ${accountId} order by 1`,
    );
    const ids = members.map(({ id }) => id);
    await listen('list.joined', 'list.left');
    await transact(db(), (trx) => removeMembers(trx, accountId, list, ids.slice(0, 1), clock.now()));
    await transact(db(), (trx) => addMembers(trx, accountId, list, ids, clock.now()));
    await transact(db(), (trx) => removeMembers(trx, accountId, list, ids.slice(1), { undone: clock.now() }));
    const [contactId, fact] = [ids[0], `${list} ${clock.now().toISOString()}`];
    const row = { consumer: 'automations', contactId, fact, properties: { list } };
    expect(await waiting()).toEqual([
      { ...row, kind: 'list.left' },
      { ...row, kind: 'list.joined' },
    ]);
  });
});

describe('a consumer', () => {
  test('gets the events of a contact in order, groups and writers aside', async () => {
    await listen('list.joined');
    const facts = Array.from({ length: 1_203 }, (_, n) => n);
    for (let from = 0; from < facts.length; from += 401)
      await feed(...facts.slice(from, from + 401).map((fact) => joined(fact % 3, fact)));
    await handleAll();
    const seen = await noted();
    expect(seen).toHaveLength(facts.length);
    for (const contact of [0, 1, 2])
      expect(seen.flatMap(({ contactId, fact }) => (contactId === contact ? [Number(fact)] : []))).toEqual(
        facts.filter((fact) => fact % 3 === contact),
      );
    expect(await waiting()).toEqual([]);
  });

  test('loses none and has no effect twice when its process dies in the middle', async () => {
    await listen('list.joined');
    await feed(...Array.from({ length: 700 }, (_, n) => joined(n, n)));
    const other = anotherProcess();
    let deaths = 0;
    const dying: FeedConsumer = {
      consumer: 'automations',
      async handle(trx, account, events) {
        await note(trx, account, events);
        deaths += 1;
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
        return undefined;
      },
    };
    await expect(handleNextGroup(other.services, dying)).rejects.toThrow();
    expect(deaths).toBe(1);
    expect(await noted()).toEqual([]);
    await handleAll();
    const facts = (await noted()).map(({ fact }) => Number(fact));
    expect(facts).toEqual(Array.from({ length: 700 }, (_, n) => n));
    await other.close();
  });

  test('two workers share the accounts, and never one account’s groups', async () => {
    const accounts = [accountId];
    for (let n = 0; n < 3; n += 1) accounts.push((await harness().newUser()).accountId);
    for (const account of accounts)
      await transact(db(), async (trx) => {
        await setListenedKinds(trx, account, 'automations', ['list.joined']);
        await feedEvents(
          trx,
          account,
          Array.from({ length: 1_100 }, (_, n) => joined(n % 5, n)),
        );
      });
    const other = anotherProcess();
    const inWork = new Set<number>();
    const watching: FeedConsumer = {
      consumer: 'automations',
      async handle(trx, account, events) {
        expect(inWork.has(account)).toBe(false);
        inWork.add(account);
        await note(trx, account, events);
        inWork.delete(account);
        return undefined;
      },
    };
    const work = async (within: Services) => {
      for (;;) if (!(await handleNextGroup(within, watching))) break;
    };
    await Promise.all([work(services()), work(other.services), work(services())]);
    await work(services());
    for (const account of accounts)
      expect((await noted(account)).map(({ fact }) => Number(fact))).toEqual(
        Array.from({ length: 1_100 }, (_, n) => n),
      );
    await other.close();
  });

  test('a group that fails rests, longer each time, and holds up no other account', async () => {
    const { accountId: another } = await harness().newUser();
    for (const account of [accountId, another])
      await transact(db(), async (trx) => {
        await setListenedKinds(trx, account, 'automations', ['list.joined']);
        await feedEvents(trx, account, [joined(1, 'a')]);
      });
    let isBroken = true;
    const failing: FeedConsumer = {
      consumer: 'automations',
      async handle(trx, account, events) {
        await note(trx, account, events);
        if (account === accountId && isBroken) throw new Error('Not today.');
        return undefined;
      },
    };
    await handleAll(failing);
    expect([await noted(), (await noted(another)).length]).toEqual([[], 1]);
    clock.advance(1_001);
    expect(await handleNextGroup(services(), failing)).toBe(true);
    clock.advance(1_001);
    expect(await handleNextGroup(services(), failing)).toBe(false);
    isBroken = false;
    clock.advance(1_000);
    await handleAll(failing);
    expect(await noted()).toEqual([{ contactId: 1, fact: 'a' }]);
    expect(
      harness()
        .logged()
        .some((line) => line.includes('could not be handled')),
    ).toBe(true);
  });

  test('the loop wakes for what is fed, and does afterwards what the group asked for', async () => {
    const told: string[] = [];
    const parts = [
      hearNotices(services()),
      startFeedConsumer(services(), {
        consumer: 'webhooks',
        async handle(_trx, _account, events) {
          return () => told.push(...events.map(({ fact }) => fact));
        },
      }),
    ];
    await transact(db(), (trx) => setListenedKinds(trx, accountId, 'webhooks', ['list.joined']));
    await feed(joined(1, 'a'));
    await eventually(() => told.length > 0);
    expect(told).toEqual(['a']);
    for (const part of parts) await part.stop();
  });
});
