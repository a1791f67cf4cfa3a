/** Figures of the people of a segment alone: against memory, against everybody's, and refused. */
import { calls, type LineData, type TableData } from '@parley/contract';
import { parseSegment, type SegmentGroup } from '@parley/rules/segment.ts';
import { type ContactFacts, isInSegment } from '@parley/rules/segment-evaluate.ts';
import { planSegment } from '@parley/rules/segment-plan.ts';
import { dayOf } from '@parley/rules/time-zone.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordEvents } from '../events/record.ts';
import { storeClicks } from '../links/click-store.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { anyPeople, anySegment, NESTED, NOW, storePeople, ZONE } from '../testing/random-segments.ts';
import { countsByDay, responses, subscribersOf } from './campaign-reports.ts';
import { clickersOf, clicksByDay, uniqueClickers } from './click-reports.ts';

const harness = useHarness();
const { lists, reports, segments, tiles } = calls;
const onList = (...value: number[]): SegmentGroup => ({
  match: 'all',
  of: [{ on: 'list', is: 'in', value }],
});
const segmentOf = async (of: Client, name: string, tree: SegmentGroup) =>
  (await of.ask(segments.add, { name, tree })).values.id;

test('whatever the segment, each figure is that of the people whom memory finds', async () => {
  const { accountId } = await harness().newUser();
  const { db } = harness().services;
  for (const table of ['channels', 'lists'])
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db);
  await sql`update accounts set time_zone = ${ZONE} where id = ${accountId}`.execute(db);
  const people = await storePeople(db, accountId, anyPeople(60));
  // Opt-ins of every second one, some of them twice; no segment knows of them.
  await sql`
    insert into events (account_id, campaign_id, at, kind, contact_id, phone)
    select ${accountId}, 1, timestamptz '2026-03-08' + n * interval '1 hour', 'optin', c.id, c.phone
    from contacts c cross join generate_series(0, 1) n
    where c.account_id = ${accountId} and c.id % 2 = 0 and (n = 0 or c.id % 3 = 0)`.execute(db);
  await sql`
    update link_clicks k set phone = c.phone from contacts c
    where k.account_id = ${accountId} and c.account_id = k.account_id and c.id = k.contact_id`.execute(db);
  const asked = { from: '2026-03-07', to: '2026-03-09', datapoint: 0 };
  const page = { limit: 100, page: 0, order: 'asc', orderBy: 'phone' } as const;
  const days = ['2026-03-07', '2026-03-08', '2026-03-09'];
  let partly = 0;
  await fc.assert(
    fc.asyncProperty(anySegment, async (given) => {
      const { tree, problems } = parseSegment(given);
      if (!tree) throw new Error(JSON.stringify(problems));
      const plan = planSegment(tree, { now: NOW, zone: ZONE, segments: NESTED });
      const span = { ...asked, people: plan };
      const found = [...people].filter(([, facts]) => isInSegment(plan, facts));
      const did = (kind: string) =>
        found.flatMap(([id, { phone, events }]: [number, ContactFacts]) =>
          events
            .filter((event) => event.kind === kind)
            .map(({ at }) => ({ id, phone, day: dayOf(at, ZONE) }))
            .filter(({ day }) => days.includes(day)),
        );
      const [replies, clicks] = [did('contact.replied'), did('link.clicked')];
      const byDay = (all: readonly { day: string }[]) =>
        days.map((day) => all.filter((each) => each.day === day).length);
      const clickers = Map.groupBy(clicks, ({ phone }) => phone);
      const optedIn = found.filter(([id]) => id % 2 === 0).map(([, { phone }]) => phone);

      const lines = await countsByDay(db, accountId, span, 'response', 'n');
      expect(lines.map(({ n }) => n)).toEqual(byDay(replies));
      const answers = await responses(db, accountId, span, page, new Date(NOW));
      expect(answers.count).toBe(replies.length);
      expect(answers.records.map(({ phone }) => phone)).toEqual(
        replies
          .map(({ phone }) => phone)
          .toSorted()
          .slice(0, 100),
      );
      expect((await clicksByDay(db, accountId, span)).map(({ Clicks }) => Clicks)).toEqual(byDay(clicks));
      const unique = await uniqueClickers(db, accountId, span);
      expect(unique.people).toBe(clickers.size);
      const perDay = new Map(clicks.map((click) => [`${click.day} ${click.id}`, click]));
      expect(unique.series).toEqual(byDay([...perDay.values()]));
      const table = await clickersOf(db, accountId, span, page);
      expect(table.records.map(({ phone, clicks: count }) => [phone, count])).toEqual(
        [...clickers].map(([phone, of]) => [phone, of.length]).toSorted(),
      );
      const members = await subscribersOf(db, accountId, span, page);
      expect(members.records.map(({ phone }) => phone)).toEqual(optedIn.toSorted());
      if (replies.length > 0 && found.length < people.size) partly += 1;
    }),
    { numRuns: 50 },
  );
  expect(partly).toBeGreaterThan(10);
}, 120_000);

describe('the tiles of a report', () => {
  const CAMPAIGN = 7_001;
  const LINK = 7_101;
  const span = { from: '2026-03-01', to: '2026-03-05', datapoint: 0 };
  const FIGURES = [
    tiles.totalClicks,
    tiles.uniqueClicks,
    tiles.clickers,
    tiles.clicksOverTime,
    tiles.responses,
    tiles.responsesOverTime,
    tiles.subscribers,
    tiles.optInsOverTime,
  ] as const;
  const FILES = [tiles.exportClickers, tiles.exportResponses, tiles.exportSubscribers] as const;
  let user: Client & { accountId: number };
  let everybody: number;
  let two: number;
  const figure = async <T>(call: (typeof FIGURES)[number], segment: number, datapoint = 0) =>
    (await user.ask(call as unknown as typeof tiles.totalClicks, { ...span, datapoint, segment })).values
      .data as unknown as T;
  const fileOf = async (call: (typeof FILES)[number], segment: number) => {
    const query = new URLSearchParams({
      ...{ startDate: span.from, endDate: span.to },
      inpSegmentId: String(segment),
    });
    const { text } = await user.get(`${call.path}?${query}`);
    return parse(text, { bom: true }) as string[][];
  };

  beforeAll(async () => {
    user = await harness().newUser();
    const { db } = harness().services;
    const { accountId } = user;
    await storeSketch(db, accountId, CAMPAIGN, [{ type: 'open-question', id: 70_010, text: 'Why?' }]);
    await sql`
      insert into short_links (account_id, id, name, url, created_at)
      values (${accountId}, ${LINK}, 'x', 'https://shop.example/', now())`.execute(db);
    const numbers = phones(10, 90_000);
    const all = await storeList(
      db,
      accountId,
      'All',
      numbers.map((phone) => ({ phone })),
    );
    const few = await storeList(
      db,
      accountId,
      'Few',
      numbers.slice(0, 2).map((phone) => ({ phone })),
    );
    const people = await rows(
      db,
      sql<{ id: number }>`select id from contacts where account_id = ${accountId} order by id`,
    );
    const at = (n: number) => new Date(Date.parse('2026-03-02T12:00:00Z') + n * 3_600_000);
    await recordEvents(
      db,
      accountId,
      'UTC',
      people.flatMap(({ id: contactId }, n) => [
        {
          campaignId: CAMPAIGN,
          kind: 'response' as const,
          at: at(n),
          contactId,
          stepId: 70_010,
          raw: `no ${n}`,
        },
        { campaignId: CAMPAIGN, kind: 'optin' as const, at: at(n + 1), contactId, listId: all },
      ]),
    );
    const to = { accountId, linkId: LINK, campaignId: CAMPAIGN, blastId: null, url: '', timeZone: 'UTC' };
    await storeClicks(
      db,
      accountId,
      'UTC',
      people.flatMap(({ id: contactId }, n) =>
        [0, 5].map((later) => ({
          ...{ at: at(n + later), kind: 'person' as const, agent: '', reason: '' },
          to: { ...to, contactId },
        })),
      ),
    );
    await sql`update accounts set time_zone = 'UTC' where id = ${accountId}`.execute(db);
    everybody = await segmentOf(user, 'Everybody', onList(all));
    two = await segmentOf(user, 'Two', onList(few));
  });

  test('of everybody’s segment are those without one: facts and counts by days agree', async () => {
    for (const call of FIGURES) {
      const unlimited = await figure(call, 0);
      expect(await figure(call, everybody), call.path).toEqual(unlimited);
      expect(JSON.stringify(unlimited), call.path).not.toBe(JSON.stringify(await figure(call, two)));
    }
    for (const call of FILES) {
      const [unlimited, limited] = [await fileOf(call, 0), await fileOf(call, everybody)];
      expect(limited).toEqual(unlimited);
      expect(limited).toHaveLength(11);
    }
  });

  test('are of its people alone, over all campaigns and of one, in numbers, lines, tables and files', async () => {
    const sum = (line: LineData, series: string) => line.reduce((all, day) => all + Number(day[series]), 0);
    for (const [campaign, link] of [
      [0, 0],
      [CAMPAIGN, LINK],
    ] as const) {
      expect(await figure(tiles.totalClicks, two, link)).toMatchObject({ value: 4 });
      expect(await figure(tiles.uniqueClicks, two, link)).toMatchObject({ value: 2 });
      expect((await figure<TableData>(tiles.clickers, two, link)).count).toBe(2);
      expect(sum(await figure<LineData>(tiles.clicksOverTime, two, link), 'Clicks')).toBe(4);
      expect((await figure<TableData>(tiles.responses, two, campaign)).records).toHaveLength(2);
      expect(sum(await figure<LineData>(tiles.responsesOverTime, two, campaign), 'Responses')).toBe(2);
      expect((await figure<TableData>(tiles.subscribers, two, campaign)).count).toBe(2);
      expect(sum(await figure<LineData>(tiles.optInsOverTime, two, campaign), 'Opt-ins')).toBe(2);
    }
    for (const call of FILES) expect(await fileOf(call, two)).toHaveLength(3);
    expect((await user.ask(reports.unpaid, { ...span, segment: two })).values.count).toBe(0);
  });

  test('a foreign segment looks like an unknown one; one that names something gone is refused, not ignored', async () => {
    const other = await harness().newUser();
    const { id: theirs } = (await other.ask(lists.add, { name: 'Theirs' })).values;
    const foreign = await segmentOf(other, 'Theirs', onList(theirs));
    const { id: list } = (await user.ask(lists.add, { name: 'For a day' })).values;
    const broken = await segmentOf(user, 'Broken', onList(list));
    await user.ask(lists.remove, { list });
    for (const call of [...FIGURES, ...FILES, reports.unpaid]) {
      const [strange, unknown] = await Promise.all(
        [foreign, 987_654].map((segment) => user.ask(call as typeof reports.unpaid, { ...span, segment })),
      );
      expect([call.path, strange?.status]).toEqual([call.path, 404]);
      expect(strange?.body).toEqual(unknown?.body);
      const refused = await user.ask(call as typeof reports.unpaid, { ...span, segment: broken });
      expect(refused, call.path).toMatchObject({ RESULT: 0, MESSAGE: expect.stringMatching(/was deleted/) });
    }
  });

  test('a report is saved with its segment, and tells when that changes, breaks and goes', async () => {
    const { id: list } = (await user.ask(lists.add, { name: 'Guests' })).values;
    const segment = await segmentOf(user, 'Guests', onList(list));
    const outer = await segmentOf(user, 'Outer', {
      match: 'any',
      of: [{ on: 'segment', is: 'in', value: [segment] }],
    });
    const given = { title: 'Guests', description: '', layout: {} };
    const save = async (of: number) =>
      (await user.ask(reports.saveNew, { report: { ...given, segment: of } })).values.id;
    const [own, nesting] = [await save(segment), await save(outer)];
    const loaded = async (report: number) =>
      JSON.parse(String((await user.ask(reports.load, { report })).values.data));
    const told = async (of: number, report: number) =>
      (await user.ask(reports.segment, { segment: of, report })).values;
    expect(await loaded(own)).toMatchObject({ title: 'Guests', segment });
    expect(await told(segment, own)).toMatchObject({ name: 'Guests', problem: '', changed: false });
    await user.ask(segments.rename, { segment, name: 'All guests' });
    expect(await told(segment, own)).toMatchObject({ name: 'All guests', changed: false });
    const { info } = (await user.ask(segments.info, { segment })).values;
    await user.ask(segments.update, {
      ...{ segment, name: info.name, version: info.version },
      tree: { match: 'none', of: onList(list).of },
    });
    expect([(await told(segment, own)).changed, (await told(outer, nesting)).changed]).toEqual([true, true]);
    expect((await told(two, own)).changed).toBe(false);
    await user.ask(reports.save, { id: own, report: { ...given, segment } });
    expect((await told(segment, own)).changed).toBe(false);
    expect((await user.ask(segments.uses, { segment })).values.uses).toEqual([
      { kind: 'segment', id: outer, name: 'Outer' },
      { kind: 'report', id: own, name: 'Guests' },
    ]);
    await user.ask(lists.remove, { list });
    expect((await told(segment, own)).problem).toBe('This list was deleted. Choose another one.');
    await user.ask(segments.remove, { segment: outer });
    expect((await user.ask(segments.remove, { segment })).RESULT).toBe(1);
    expect((await user.ask(reports.segment, { segment, report: own })).status).toBe(404);
    expect(await loaded(own)).toMatchObject({ segment });
    const again = await user.ask(reports.save, { id: own, report: { ...given, title: 'New', segment } });
    expect(again).toMatchObject({ RESULT: 0, MESSAGE: expect.stringMatching(/was deleted/) });
    expect(await loaded(own)).toMatchObject({ title: 'Guests', segment });
    await user.ask(reports.save, { id: own, report: given });
    expect(await loaded(own)).not.toHaveProperty('segment');
  });

  test('the segment of a saved report is one of the account: a foreign one is refused like an unknown one', async () => {
    const other = await harness().newUser();
    const { id: list } = (await other.ask(lists.add, { name: 'Theirs' })).values;
    const foreign = await segmentOf(other, 'Theirs', onList(list));
    const given = { title: 'Theirs', description: '', layout: {} };
    const answers = await Promise.all(
      [foreign, 987_654].map((segment) => user.ask(reports.saveNew, { report: { ...given, segment } })),
    );
    expect(answers[0]?.RESULT).toBe(0);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const told = await Promise.all(
      [foreign, 987_654].map((segment) => user.ask(reports.segment, { segment })),
    );
    expect(told[0]?.status).toBe(404);
    expect(told[0]?.body).toEqual(told[1]?.body);
    for (const odd of ['"5"', '-1', '1.5', 'true']) {
      const sent = { inpReportString: `{"title":"Odd","segment":${odd}}` };
      expect((await user.post('report/saveNewCustomReport', sent)).status, odd).toBe(400);
    }
  });
});
