import { calls } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { type SignIn, seedDemo } from './index.ts';

const NOW = '2026-06-10T16:00:00Z';
const harness = useHarness({ clock: manualClock(NOW) });
let signIn: SignIn | null = null;
beforeAll(async () => {
  signIn = await seedDemo(harness().services);
});

const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
  (await first(harness().services.db, query))?.count ?? -1;
/** Rows of a statement that looks for what does not add up. */
const faults = (query: ReturnType<typeof sql>) => rows(harness().services.db, query);

async function owner() {
  const client = harness().stranger();
  const answer = await client.post('authentication/validateUser', {
    inpUserID: signIn?.email ?? '',
    inpPassword: signIn?.password ?? '',
    inpRememberMe: '1',
  });
  expect(answer.RESULT).toBe(1);
  return client;
}

test('the owner can sign in and finds six campaigns, lists, tags and two months of reports', async () => {
  const client = await owner();
  const campaigns = (await client.ask(calls.campaigns.list, {})).values.campaigns;
  expect(campaigns.map(({ name, keyword, finished }) => [name, keyword, finished])).toEqual([
    ['Birthday club (draft)', '', false],
    ['Tasting evening', 'TASTING', true],
    ['How was your visit?', '', true],
    ['One-day flash sale', '', true],
    ['Join the Blue Door Club', 'JOIN', true],
    ['Hours, directions, specials', 'COFFEE', true],
  ]);
  const lists = (await client.ask(calls.lists.list, {})).values.lists;
  expect(lists).toHaveLength(5);
  expect(lists.every((list) => list.count > 0)).toBe(true);
  expect((await client.ask(calls.tags.list, {})).values.tags).toHaveLength(5);
  const { segments } = (await client.ask(calls.segments.list, {})).values;
  expect(segments.map(({ name }) => name)).toEqual(['Clicked lately', 'Gone quiet']);
  for (const { id } of segments) {
    const { tree } = (await client.ask(calls.segments.info, { segment: id })).values;
    expect((await client.ask(calls.segments.count, { tree })).values.count).toBeGreaterThan(5);
  }
  const span = { from: '2026-04-11', to: '2026-06-10', datapoint: 0 };
  const { data } = (await client.ask(calls.tiles.responsesOverTime, span)).values;
  expect(data.filter(({ Responses }) => Number(Responses) > 0).length).toBeGreaterThan(50);
  expect((await client.ask(calls.tiles.totalClicks, span)).values.data.value).toBeGreaterThan(500);
  expect((await client.ask(calls.tiles.automata, span)).values.data.value).toBe(1);
});

describe('everything adds up', () => {
  test('no text names two days of the week in a row', async () => {
    const twice = sql`select body from messages where body ~ '\\w+day,? \\w+day' limit 3`;
    expect(await faults(twice)).toEqual([]);
  });

  test('credits: balance + reserved + spent = granted, and the ledger says the same', async () => {
    expect(
      await faults(sql`
        select * from balances b cross join lateral (
          select
            sum(case kind when 'grant' then credits else 0 end) as granted,
            sum(case kind when 'spend' then credits when 'spend-reserved' then credits when 'refund' then -credits else 0 end) as spent,
            sum(case kind when 'reserve' then credits when 'spend-reserved' then -credits when 'return' then -credits else 0 end) as reserved
          from ledger l where l.account_id = b.account_id) l
        where b.granted <> l.granted or b.spent <> l.spent or b.reserved <> l.reserved
          or b.balance + b.reserved + b.spent <> b.granted`),
    ).toEqual([]);
    expect(
      await faults(sql`
      select b.spent, m.credits from balances b cross join (
        select sum(credits) as credits from messages where status <> 'queued') m where b.spent <> m.credits`),
    ).toEqual([]);
  });

  test('daily counts are the events of the account’s days', async () => {
    expect(
      await faults(sql`
        select * from daily_campaign_counts d full join (
          select campaign_id, kind, (at at time zone 'America/New_York')::date as day, count(*) as count from events group by 1, 2, 3
        ) e on e.campaign_id = d.campaign_id and e.kind = d.kind and e.day = d.day
        where d.count is distinct from e.count`),
    ).toEqual([]);
    expect(await count(sql`select count(*) from events_default`)).toBe(0);
  });

  test('counts of lists are their members, and opt-outs are marked everywhere alike', async () => {
    expect(
      await faults(sql`
        select l.id from lists l left join lateral (
          select count(*) as members, count(*) filter (where c.opted_out) as opt_outs
          from list_members m join contacts c on c.account_id = m.account_id and c.id = m.contact_id
          where m.account_id = l.account_id and m.list_id = l.id) m on true
        where l.member_count <> m.members or l.optout_count <> m.opt_outs`),
    ).toEqual([]);
    expect(
      await faults(sql`
        select c.phone from contacts c full join suppressions o on o.account_id = c.account_id and o.phone = c.phone
        where coalesce(c.opted_out, false) <> (o.phone is not null)`),
    ).toEqual([]);
    const stops = await count(sql`select count(*) from suppressions`);
    expect(stops).toBeGreaterThan(5);
    expect(await count(sql`select count(*) from events where kind = 'optout'`)).toBe(stops);
    expect(await count(sql`select count(*) from consents where kind = 'opt-out'`)).toBe(stops);
    expect(await count(sql`select count(*) from inbound_messages where kind = 'stop'`)).toBe(stops);
    expect(await count(sql`select count(*) from messages where origin = 'system'`)).toBe(stops);
  });

  test('nobody got anything after opting out', async () => {
    expect(
      await faults(sql`
        select m.id from messages m
        join contacts c on c.account_id = m.account_id and c.id = m.contact_id
        join suppressions o on o.account_id = m.account_id and o.phone = c.phone
        where m.created_at > o.at and m.origin <> 'system'`),
    ).toEqual([]);
  });

  test('blasts: each contact is in one counter, and the counters are the messages', async () => {
    const blasts = await rows(
      harness().services.db,
      sql<{ state: string; count: number }>`select state, count(*) from blasts group by state order by state`,
    );
    expect(blasts).toEqual([
      { state: 'done', count: 5 },
      { state: 'scheduled', count: 1 },
    ]);
    expect(
      await faults(sql`
        select b.id from blasts b where total <> queued + sent + delivered + failed + unknown + skipped
          or list_count <> total + duplicates + opted_out_before + filtered`),
    ).toEqual([]);
    expect(
      await faults(sql`
        select b.id from blasts b cross join lateral (
          select count(*) as total, count(*) filter (where status = 'delivered') as delivered, coalesce(sum(credits), 0) as credits
          from messages m where m.account_id = b.account_id and m.blast_id = b.id and m.origin = 'blast') m
        where b.state = 'done' and (b.total <> m.total or b.delivered <> m.delivered or b.credits_spent <> m.credits)`),
    ).toEqual([]);
  });

  test('messages are in the order of their ids, none in the future, and belong to somebody', async () => {
    expect(
      await faults(sql`
        select id from (select id, created_at, lag(created_at) over (order by id) as before from messages where status <> 'queued') m
        where created_at < before or created_at > ${NOW}::timestamptz`),
    ).toEqual([]);
    expect(await count(sql`select count(*) from messages`)).toBeGreaterThan(3_000);
    expect(
      await faults(sql`
      select m.id from messages m left join contacts c on c.account_id = m.account_id and c.id = m.contact_id
      where c.id is null or m.created_at < c.created_at`),
    ).toEqual([]);
    expect(
      await faults(sql`
      select m.contact_id from list_members m join contacts c on c.account_id = m.account_id and c.id = m.contact_id
      where m.added_at < c.created_at`),
    ).toEqual([]);
  });
});

test('a second start changes nothing; a database of others is left alone', async () => {
  const before = await count(sql`select count(*) from messages`);
  expect(await seedDemo(harness().services)).toEqual(signIn);
  expect(await count(sql`select count(*) from messages`)).toBe(before);
  await sql`update users set email = 'x@example.com', email_key = 'x@example.com'`.execute(
    harness().services.db,
  );
  expect(await seedDemo(harness().services)).toBeNull();
});
