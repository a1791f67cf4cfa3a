import { calls } from '@parley/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { ensureContacts } from '../contacts/store.ts';
import { addMembers } from '../lists/membership.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { liftOptOuts, type NewOptOut, optedOut, recordOptOuts } from './store.ts';

const harness = useHarness();
const now = new Date('2026-03-02T15:00:00Z');
const later = new Date('2026-03-03T15:00:00Z');
const PHONES = ['+12125550100', '+12125550101', '+12125550102'];
let owner: Client & { accountId: number };
let list = 0;
let people: NewOptOut[] = [];

const dbOf = () => harness().services.db;
const inTransaction = <T>(work: (trx: Db) => Promise<T>) => dbOf().transaction().execute(work);

beforeEach(async () => {
  owner = await harness().newUser();
  list = (await owner.ask(calls.lists.add, { name: 'Friends' })).values.id;
  const channel = await firstChannel(dbOf(), owner.accountId);
  await inTransaction(async (trx) => {
    const contacts = await ensureContacts(trx, harness().services.secrets, owner.accountId, PHONES, now);
    await addMembers(
      trx,
      owner.accountId,
      list,
      contacts.map((each) => each.id),
      now,
    );
    people = contacts.map(({ id, phone }) => ({
      phone,
      contactId: id,
      channelId: channel?.id ?? null,
      source: 'keyword',
      words: 'STOP',
    }));
  });
});

const stop = (some: readonly NewOptOut[], at = now) =>
  inTransaction((trx) => recordOptOuts(trx, owner.accountId, some, at));
const optOutCount = async () =>
  (
    await first(
      dbOf(),
      sql<{
        n: number;
      }>`select optout_count as n from lists where account_id = ${owner.accountId} and id = ${list}`,
    )
  )?.n;

describe('an opt-out', () => {
  test('marks contacts, counts in lists, proves itself, and is new only once', async () => {
    const [one, two] = people;
    if (!one || !two) throw new Error('There are three people.');
    expect(await stop([one, two, one])).toEqual(new Set([one.phone, two.phone]));
    expect(await stop([one], later)).toEqual(new Set());
    expect(await optOutCount()).toBe(2);
    expect(await optedOut(dbOf(), owner.accountId, PHONES)).toEqual(new Set([one.phone, two.phone]));
    const kept = await rows(
      dbOf(),
      sql<{ phone: string; at: Date; source: string }>`
        select phone, at, source from suppressions where account_id = ${owner.accountId} order by phone`,
    );
    expect(kept).toEqual([
      { phone: PHONES[0], at: now, source: 'keyword' },
      { phone: PHONES[1], at: now, source: 'keyword' },
    ]);
    const proofs = await rows(
      dbOf(),
      sql`select phone, kind, words from consents where account_id = ${owner.accountId} order by id`,
    );
    expect(proofs).toEqual([
      { phone: PHONES[0], kind: 'opt-out', words: 'STOP' },
      { phone: PHONES[1], kind: 'opt-out', words: 'STOP' },
    ]);
  });

  test('is an event of the campaign that wrote last', async () => {
    const [one] = people;
    const channel = one?.channelId ?? 0;
    for (const [id, campaign] of [
      [1, 7],
      [2, 8],
      [3, null],
    ])
      await sql`
        insert into messages (account_id, id, channel_id, contact_id, campaign_id, origin, status, created_at)
        values (${owner.accountId}, ${id}, ${channel}, ${one?.contactId}, ${campaign}, 'flow', 'sent', ${now})`.execute(
        dbOf(),
      );
    await stop(people);
    const events = await rows(
      dbOf(),
      sql`
        select campaign_id as campaign, contact_id as contact, raw from events
        where account_id = ${owner.accountId} and kind = 'optout'`,
    );
    expect(events).toEqual([{ campaign: 8, contact: one?.contactId, raw: 'STOP' }]);
  });

  test('stays in its own account', async () => {
    const other = await harness().newUser();
    await stop(people);
    expect(await optedOut(dbOf(), other.accountId, PHONES)).toEqual(new Set());
  });

  test('outlives copying, moving, removing, adding again and deleting the list', async () => {
    await stop(people);
    const [phone = ''] = PHONES;
    const second = (await owner.ask(calls.lists.add, { name: 'Others' })).values.id;
    await owner.ask(calls.members.copy, { phone, target: second });
    await owner.ask(calls.members.remove, { phone, list });
    await owner.ask(calls.members.add, { phone, list });
    await owner.ask(calls.members.move, { phone, list, target: second });
    await owner.ask(calls.members.add, { phone, list });
    expect(await optOutCount()).toBe(3);
    await owner.ask(calls.lists.remove, { list });
    expect(await optedOut(dbOf(), owner.accountId, [phone])).toEqual(new Set([phone]));
    const contact = await first(
      dbOf(),
      sql<{ out: boolean }>`
        select opted_out as out from contacts where account_id = ${owner.accountId} and phone = ${phone}`,
    );
    expect(contact?.out).toBe(true);
  });

  test('is not taken back over a secret address when it was said in another way, too', async () => {
    const [one, two, three] = people;
    if (!one || !two || !three) throw new Error('There are three people.');
    const tested = people.map((each) => ({ ...each, channelId: 990, overAddressOf: 990 }));
    const byHand = { ...two, channelId: null, source: 'recorded', words: '', note: 'By letter' };
    await stop(tested);
    expect(await stop([one, byHand], later)).toEqual(new Set());
    const left = await inTransaction((trx) => liftOptOuts(trx, owner.accountId, tested, later));
    expect(left).toEqual(new Set([one.phone, two.phone]));
    expect(
      await rows(
        dbOf(),
        sql`select phone, channel_id as channel, source, note, at from suppressions where account_id = ${owner.accountId} order by phone`,
      ),
    ).toEqual([
      { phone: one.phone, channel: one.channelId, source: 'keyword', note: '', at: now },
      { phone: two.phone, channel: null, source: 'recorded', note: 'By letter', at: now },
    ]);
    await inTransaction((trx) => liftOptOuts(trx, owner.accountId, [one, two], later));
    expect(await optedOut(dbOf(), owner.accountId, PHONES)).toEqual(new Set());
    // Both at once: the one that is proved counts.
    await stop([three, { ...three, channelId: 990, overAddressOf: 990 }]);
    await inTransaction((trx) => liftOptOuts(trx, owner.accountId, tested, later));
    expect(await optedOut(dbOf(), owner.accountId, PHONES)).toEqual(new Set([three.phone]));
  });

  test('over one test phone is taken back over another, not once that one’s channel has a carrier', async () => {
    const [one] = people;
    if (!one) throw new Error('There is somebody.');
    const other = (await owner.ask(calls.channels.add, { name: 'Other' })).values.id;
    const over = (channelId: number) => ({ ...one, channelId, overAddressOf: channelId });
    const hasCarrier = (kind: string) =>
      sql`
        update channels set connection_kind = ${kind}
        where account_id = ${owner.accountId} and id = ${other}`.execute(dbOf());
    const lift = () =>
      inTransaction((trx) => liftOptOuts(trx, owner.accountId, [over(one.channelId ?? 0)], later));
    await stop([over(other)]);
    await hasCarrier('gateway');
    expect(await lift()).toEqual(new Set([one.phone]));
    await hasCarrier('simulator');
    expect(await lift()).toEqual(new Set());
    expect(await optedOut(dbOf(), owner.accountId, PHONES)).toEqual(new Set());
  });

  test('of a number that nobody knew holds when it becomes a contact', async () => {
    await sql`
      insert into suppressions (account_id, phone, source, at)
      values (${owner.accountId}, '+12125550109', 'import', ${now})`.execute(dbOf());
    await owner.ask(calls.members.add, { phone: '+12125550109', list });
    expect(await optOutCount()).toBe(1);
  });
});

describe('taking it back', () => {
  test('counts in lists again and is proved; who was not opted out is no news', async () => {
    const [one, two] = people;
    if (!one || !two) throw new Error('There are three people.');
    await stop([one]);
    const yes = [one, two].map((each) => ({ ...each, words: 'START' }));
    const left = await inTransaction((trx) => liftOptOuts(trx, owner.accountId, yes, later));
    expect(left).toEqual(new Set());
    expect(await optOutCount()).toBe(0);
    expect(await optedOut(dbOf(), owner.accountId, PHONES)).toEqual(new Set());
    const proof = await first(
      dbOf(),
      sql`select kind, words, at from consents where account_id = ${owner.accountId} and phone = ${one.phone} order by id desc limit 1`,
    );
    expect(proof).toEqual({ kind: 'opt-in', words: 'START', at: later });
  });

  test('two opposite words of one person at the same moment leave the marks true', async () => {
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        stop(people),
        inTransaction((trx) => liftOptOuts(trx, owner.accountId, people, now)),
        stop(people),
      ]);
      const out = await optedOut(dbOf(), owner.accountId, PHONES);
      const marked = await rows(
        dbOf(),
        sql<{
          phone: string;
        }>`select phone from contacts where account_id = ${owner.accountId} and opted_out`,
      );
      expect(new Set(marked.map((each) => each.phone))).toEqual(out);
      expect(await optOutCount()).toBe(out.size);
    }
  });
});
