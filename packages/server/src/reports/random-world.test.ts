/**
 * Every metric over a random world, against a calculation of its own: days by Intl, tables by sorting arrays,
 * in zones whose clocks change.
 */
import { type Call, calls, type FormOf, type LineData, type TableData } from '@parley/contract';
import { REPORT_GRID } from '@parley/rules/limits.ts';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDice, type Dice } from '../demo/random.ts';
import { type NewEvent, recordEvents } from '../events/record.ts';
import { type Click, storeClicks } from '../links/click-store.ts';
import { recountLists } from '../lists/member-counts.ts';
import { rows, sql, transact } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { markRepeats } from './repeat-index.ts';

const harness = useHarness();

/**
 * Where clocks go forward or back in the range: also by half an hour, and at midnight, where a day has no
 * midnight or two of them.
 */
const WORLDS = [
  { zone: 'America/New_York', from: '2026-03-01', days: 14, size: 300 },
  { zone: 'Australia/Lord_Howe', from: '2026-03-28', days: 14, size: 300 },
  { zone: 'Asia/Beirut', from: '2026-03-24', days: 9, size: 300 },
  { zone: 'America/Havana', from: '2026-10-28', days: 9, size: 300 },
  { zone: 'America/Havana', from: '2026-10-30', days: 5, size: 9_000 },
];
const CAMPAIGNS = [7_001, 7_002];
const LINKS = [7_101, 7_102];
const LISTS = ['Readers', 'Members'];
const DAY_MS = 86_400_000;

type Person = { id: number; phone: string; optedOut: boolean };
type World = {
  client: Client;
  dice: Dice;
  from: string;
  days: number;
  people: Map<number, Person>;
  lists: Map<number, string>;
  events: NewEvent[];
  clicks: Click[];
  wall: (at: Date) => string;
};

const wallOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  // The same moments are asked for again and again, and Intl is slow.
  const known = new Map<number, string>();
  return (at: Date) => {
    const wall = known.get(at.getTime()) ?? format.format(at);
    known.set(at.getTime(), wall);
    return wall;
  };
};
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
/** A millisecond each, so that no two things happen at once. */
const momentsFrom = (dice: Dice, from: string, days: number, count: number) =>
  [
    ...new Set(
      Array.from({ length: count }, () => Date.parse(from) - DAY_MS + dice.between(0, (days + 2) * DAY_MS)),
    ),
  ]
    .toSorted((one, other) => one - other)
    .map((ms) => new Date(ms));

async function makeWorld({ zone, from, days, size }: (typeof WORLDS)[number], seed: number): Promise<World> {
  const { db } = harness().services;
  const dice = createDice(seed);
  const client = await harness().newUser();
  const neighbour = await harness().newUser();
  const lists = new Map<number, string>();
  for (const { accountId, ask } of [client, neighbour]) {
    await sql`update accounts set time_zone = ${zone} where id = ${accountId}`.execute(db);
    for (const id of CAMPAIGNS)
      await storeSketch(db, accountId, id, [{ type: 'open-question', id: id * 10, text: `question ${id}` }]);
    for (const id of LINKS)
      await sql`
        insert into short_links (account_id, id, name, url, created_at)
        values (${accountId}, ${id}, 'x', ${`https://shop.example/${id}`}, now())`.execute(db);
    for (const name of accountId === client.accountId ? LISTS : [])
      lists.set((await ask(calls.lists.add, { name })).values.id, name);
  }
  const contacts = (accountId: number, count: number) =>
    rows(
      db,
      sql<Person>`
        insert into contacts (account_id, phone, opted_out, created_at)
        select ${accountId}, '+1212555' || lpad(((n * 7919) % 10000)::text, 4, '0'), n % 5 = 0, now()
        from generate_series(1, ${count}::int) n returning id, phone, opted_out as "optedOut"`,
    );
  const people = await contacts(client.accountId, size);
  // Every third one was never a member, or was removed.
  await sql`
    insert into list_members (account_id, list_id, contact_id, added_at)
    select ${client.accountId}, l.id, c.id, now() from lists l join contacts c on c.account_id = ${client.accountId}
    where l.account_id = ${client.accountId} and l.id = any(${[...lists.keys()]}::bigint[]) and c.id % 3 > 0`.execute(
    db,
  );
  await transact(db, (trx) => recountLists(trx, client.accountId));
  const others = await contacts(neighbour.accountId, 20);
  const eventOf = (at: Date, of: readonly Person[]): NewEvent => {
    const campaignId = dice.pick(CAMPAIGNS);
    const kind = dice.pick(['response', 'response', 'response', 'optin', 'optin', 'optout'] as const);
    const contactId = dice.pick(of).id;
    if (kind !== 'response')
      return { campaignId, kind, at, contactId, listId: dice.pick([0, ...lists.keys()]) || undefined };
    return {
      campaignId,
      kind,
      at,
      contactId,
      stepId: dice.pick([0, campaignId * 10]) || undefined,
      raw: dice.pick(['', 'yes', `answer ${dice.between(1, 500)}`, '=1+1, "quoted"']),
      intent: dice.pick(['', 'great', 'poor']),
      score: dice.pick(['', '1', '2', '9', '10', '-3', '2.5', 'none']),
    };
  };
  const clickOf = (at: Date, accountId: number, of: readonly Person[]): Click => ({
    at,
    kind: dice.pick(['person', 'person', 'preview', 'scanner'] as const),
    agent: '',
    reason: '',
    to: {
      accountId,
      linkId: dice.pick(LINKS),
      contactId: dice.pick(of).id,
      campaignId: dice.pick(CAMPAIGNS),
      blastId: null,
      url: '',
      timeZone: zone,
    },
  });
  const moments = () => momentsFrom(dice, from, days, size * 2);
  const events = moments().map((at) => eventOf(at, people));
  const clicks = moments().map((at) => clickOf(at, client.accountId, people));
  // In batches, and not in the order of time.
  const batch = Math.ceil(size / 3);
  for (let n = 0; n < size * 2; n += batch) {
    await recordEvents(db, client.accountId, zone, events.slice(n, n + batch).toReversed());
    await storeClicks(db, client.accountId, zone, clicks.slice(n, n + batch).toReversed());
  }
  const strange = momentsFrom(dice, from, days, 40);
  await recordEvents(
    db,
    neighbour.accountId,
    zone,
    strange.map((at) => ({ ...eventOf(at, others), listId: undefined })),
  );
  await storeClicks(
    db,
    neighbour.accountId,
    zone,
    strange.map((at) => clickOf(at, neighbour.accountId, others)),
  );
  return {
    client,
    dice,
    from,
    days,
    people: new Map(people.map((each) => [each.id, each])),
    lists,
    events,
    clicks,
    wall: wallOf(zone),
  };
}

type Cut = { from: string; to: string; datapoint: number };
type Row = Record<string, string | number>;

const isIn = ({ wall }: World, { from, to }: Cut, at: Date) => {
  const day = wall(at).slice(0, 10);
  return day >= from && day <= to;
};
const eventsIn = (world: World, cut: Cut, kind: string) =>
  world.events
    .filter(
      (each) =>
        each.kind === kind && isIn(world, cut, each.at) && [0, each.campaignId].includes(cut.datapoint),
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
const clicksIn = (world: World, cut: Cut) =>
  world.clicks
    .filter(
      ({ at, kind, to }) =>
        kind === 'person' && isIn(world, cut, at) && [0, to.linkId].includes(cut.datapoint),
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());

/** The wall clock does not tell: in the hour that comes twice it goes back. */
const firstClickOf = new WeakMap<Row, number>();

/** Of every list; the others never were, or were removed. */
const isMember = (contactId: number) => contactId % 3 > 0;

/** Rows of a table by time, oldest first. */
const EXPECTED = {
  responses: (world: World, cut: Cut): Row[] =>
    eventsIn(world, cut, 'response').map((each) => ({
      at: world.wall(each.at),
      phone: world.people.get(each.contactId)?.phone ?? '',
      question: each.stepId ? `question ${each.campaignId}` : '',
      answer: each.raw ?? '',
      intent: each.intent ?? '',
      score: each.score ?? '',
    })),
  subscribers: (world: World, cut: Cut): Row[] => {
    const latest = new Map<string, NewEvent>();
    for (const each of eventsIn(world, cut, 'optin')) {
      const key = `${each.contactId} ${each.listId}`;
      latest.delete(key);
      if (each.listId === undefined || isMember(each.contactId)) latest.set(key, each);
    }
    return [...latest.values()].map(({ contactId, listId, at }) => ({
      phone: world.people.get(contactId)?.phone ?? '',
      list: world.lists.get(listId ?? 0) ?? '',
      at: world.wall(at),
      status: world.people.get(contactId)?.optedOut ? 'Opted out' : 'Subscribed',
    }));
  },
  clickers: (world: World, cut: Cut): Row[] => {
    const people = new Map<number, Row>();
    for (const { at, to } of clicksIn(world, cut)) {
      const before = people.get(to.contactId);
      const row = {
        phone: world.people.get(to.contactId)?.phone ?? '',
        clicks: Number(before?.clicks ?? 0) + 1,
        first: before?.first ?? world.wall(at),
        last: world.wall(at),
      };
      firstClickOf.set(row, (before && firstClickOf.get(before)) ?? at.getTime());
      people.delete(to.contactId);
      people.set(to.contactId, row);
    }
    return [...people.values()];
  },
};

const numberOr = (value: unknown) =>
  /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : Number.POSITIVE_INFINITY;
const compare = (one: string | number, other: string | number) => (one === other ? 0 : one < other ? -1 : 1);

const keyOf = (row: Row, by: string) =>
  by === 'score' ? numberOr(row[by]) : by === 'first' ? (firstClickOf.get(row) ?? 0) : (row[by] ?? '');

/** In the order of a column; rows that are alike in it stay in that of time. */
function inOrder(found: readonly Row[], by: string, usual: string): Row[] {
  if (by === usual) return [...found];
  return found
    .map((row) => ({ row, key: keyOf(row, by) }))
    .toSorted((one, other) => compare(one.key, other.key) || compare(one.row[by] ?? '', other.row[by] ?? ''))
    .map(({ row }) => row);
}

const TABLES = [
  { name: 'responses', call: calls.tiles.responses, usual: 'at', of: CAMPAIGNS },
  { name: 'subscribers', call: calls.tiles.subscribers, usual: 'at', of: CAMPAIGNS },
  { name: 'clickers', call: calls.tiles.clickers, usual: 'last', of: LINKS },
] as const;
const LINES = [
  {
    call: calls.tiles.responsesOverTime,
    of: CAMPAIGNS,
    things: (w: World, c: Cut) => eventsIn(w, c, 'response'),
  },
  { call: calls.tiles.optInsOverTime, of: CAMPAIGNS, things: (w: World, c: Cut) => eventsIn(w, c, 'optin') },
  { call: calls.tiles.clicksOverTime, of: LINKS, things: clicksIn },
];

/** Some ranges of days, single ones among them, for one datapoint and for all. */
function cutsOf({ dice, from, days }: World, of: readonly number[]): Cut[] {
  const all = { from, to: dayAfter(from, days - 1) };
  const some = Array.from({ length: 4 }, () => {
    const start = dice.between(0, days - 1);
    return { from: dayAfter(from, start), to: dayAfter(from, dice.between(start, days - 1)) };
  });
  const single = Array.from({ length: days }, (_, n) => ({ from: dayAfter(from, n), to: dayAfter(from, n) }));
  return [all, ...some, ...single].map((range) => ({ ...range, datapoint: dice.pick([0, ...of]) }));
}

describe.each(WORLDS.map((world, n) => ({ ...world, seed: n + 1 })))(
  '$zone from $from, $size people, seed $seed',
  (given) => {
    let world: World;
    const dataOf = async <T>(call: Call, form: object) => {
      for (;;) {
        const { data } = (await world.client.ask(call, form as Partial<FormOf<Call>>)).values as {
          data: unknown;
        };
        // A long table is put in order meanwhile.
        if ((data as Partial<TableData>).sorting === undefined) return data as T;
      }
    };
    beforeAll(async () => {
      world = await makeWorld(given, given.seed);
      // A running installation counts its tables by itself (platform/db/statistics.ts); without that, orders
      // of 9,000 people take a minute.
      await harness().services.pool.query('analyze');
      // In every second world what people repeated is marked.
      if (given.seed % 2 === 1) while (await markRepeats(harness().services.db, new Date()));
    });

    test('lines and numbers', async () => {
      for (const { call, of, things } of LINES)
        for (const cut of cutsOf(world, of)) {
          const line = await dataOf<LineData>(call as Call, cut);
          const days = things(world, cut).map(({ at }) => world.wall(at).slice(0, 10));
          const expected = [];
          for (let day = cut.from; day <= cut.to; day = dayAfter(day, 1))
            expected.push([day, days.filter((each) => each === day).length]);
          expect([cut, line.map((row) => Object.values(row))]).toEqual([cut, expected]);
        }
      for (const cut of cutsOf(world, LINKS)) {
        const clicks = clicksIn(world, cut);
        const people = new Set(clicks.map(({ to }) => to.contactId)).size;
        expect(await dataOf(calls.tiles.totalClicks as Call, cut)).toMatchObject({ value: clicks.length });
        expect(await dataOf(calls.tiles.uniqueClicks as Call, cut)).toMatchObject({ value: people });
      }
    });

    test.each(TABLES)('$name: every order, any page', async ({ name, call, usual, of }) => {
      for (const cut of cutsOf(world, of).slice(0, 8)) {
        const all = EXPECTED[name](world, cut);
        const reach = all.length <= REPORT_GRID.tableWhole ? all.length : REPORT_GRID.tableReach;
        for (const by of Object.keys(all[0] ?? {})) {
          const ascending = inOrder(all, by, usual);
          for (const [order, sorted] of [
            ['asc', ascending],
            ['desc', ascending.toReversed()],
          ] as const) {
            const limit = world.dice.between(1, 100);
            const page = world.dice.between(0, Math.ceil(reach / limit));
            const form = { ...cut, limit, page, order, orderBy: by };
            const data = await dataOf<TableData>(call as Call, form);
            const start = limit * page;
            expect([form, data.count, data.reach, data.records]).toEqual([
              form,
              all.length,
              reach,
              sorted.slice(start, Math.min(start + limit, reach)),
            ]);
          }
        }
      }
    });

    test('files', async () => {
      const paths = {
        responses: 'campaign/exportCampaignResponses',
        subscribers: 'lists/exportSubscribersFromCampaign',
        clickers: 'shortURL/exportClickers',
      };
      for (const { name, of } of TABLES)
        for (const cut of cutsOf(world, of).slice(0, 3)) {
          const form = new URLSearchParams({
            startDate: cut.from,
            endDate: cut.to,
            id: String(cut.datapoint),
          });
          const { text } = await world.client.get(`${paths[name]}?${form}`);
          const lines: string[][] = parse(text, { bom: true });
          const expected = EXPECTED[name](world, cut).map((row) =>
            Object.values(row).map((value) => String(value).replace(/^(?=[=@\t\r]|[+-](?![\d.]+$))/, "'")),
          );
          const sorted = (found: string[][]) => found.map((line) => line.join('\t')).toSorted();
          expect(sorted(lines.slice(1))).toEqual(sorted(expected));
        }
    });
  },
);
