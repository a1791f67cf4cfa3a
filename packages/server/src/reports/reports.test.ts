import { type Call, calls, METRICS, type StoredLayout } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordEvents } from '../events/record.ts';
import { type Click, storeClicks } from '../links/click-store.ts';
import type { Visit } from '../links/visitors.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { makeMonths } from '../platform/db/month-partitions.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
const ZONE = 'America/New_York';
let ann: User;
let bob: User;
const campaign = 9001;
const other = 9002;
const question = 9101;
let contacts: number[] = [];
let list = 0;
let link = 0;

const newContact = async (accountId: number, phone: string) =>
  (
    await first(
      harness().services.db,
      sql<{ id: number }>`
        insert into contacts (account_id, phone, created_at) values (${accountId}, ${phone}, ${new Date()}) returning id`,
    )
  )?.id ?? 0;

beforeAll(async () => {
  const { db } = harness().services;
  ann = await harness().newUser();
  bob = await harness().newUser();
  await sql`update accounts set time_zone = ${ZONE} where id = ${ann.accountId}`.execute(db);
  await storeSketch(db, ann.accountId, campaign, [
    { type: 'open-question', id: question, text: 'How was it?' },
  ]);
  await storeSketch(db, ann.accountId, other, [{ type: 'message', id: 9102, text: 'x' }]);
  list = (await ann.ask(calls.lists.add, { name: 'Readers' })).values.id;
  contacts = [];
  for (let i = 0; i < 5; i += 1) contacts.push(await newContact(ann.accountId, `+1212555010${i}`));
  for (const phone of ['+12125550100', '+12125550101']) await ann.ask(calls.members.add, { phone, list });
  const at = (text: string) => new Date(text);
  const response = { campaignId: campaign, kind: 'response' as const, stepId: question };
  await recordEvents(db, ann.accountId, ZONE, [
    // 23:30 on 3 March in New York.
    {
      ...response,
      at: at('2026-03-04T04:30:00Z'),
      contactId: contacts[0] ?? 0,
      raw: '=HYPERLINK("x")',
      intent: 'Great',
      score: '3',
    },
    {
      ...response,
      at: at('2026-03-04T05:00:00Z'),
      contactId: contacts[1] ?? 0,
      raw: 'fine, thanks',
      intent: 'OK',
      score: '2',
    },
    // The clock goes forward on 8 March.
    { ...response, at: at('2026-03-09T03:59:59Z'), contactId: contacts[2] ?? 0, raw: 'late on the 8th' },
    { ...response, at: at('2026-03-09T04:00:00Z'), contactId: contacts[3] ?? 0, raw: 'early on the 9th' },
    {
      campaignId: other,
      kind: 'response',
      at: at('2026-03-04T15:00:00Z'),
      contactId: contacts[4] ?? 0,
      raw: 'elsewhere',
    },
    {
      campaignId: campaign,
      kind: 'optin',
      at: at('2026-03-04T15:00:00Z'),
      contactId: contacts[0] ?? 0,
      listId: list,
    },
    {
      campaignId: campaign,
      kind: 'optin',
      at: at('2026-03-05T15:00:00Z'),
      contactId: contacts[0] ?? 0,
      listId: list,
    },
    {
      campaignId: campaign,
      kind: 'optin',
      at: at('2026-03-05T16:00:00Z'),
      contactId: contacts[1] ?? 0,
      listId: list,
    },
  ]);
  await sql`update contacts set opted_out = true where account_id = ${ann.accountId} and id = ${contacts[1]}`.execute(
    db,
  );
  link =
    (
      await first(
        db,
        sql<{ id: number }>`
          insert into short_links (account_id, name, url, created_at)
          values (${ann.accountId}, 'Spring page', 'https://example.com', ${new Date()}) returning id`,
      )
    )?.id ?? 0;
  const click = (contact: number | undefined, moment: string, kind: Visit['kind'] = 'person'): Click => ({
    to: {
      accountId: ann.accountId,
      linkId: link,
      contactId: contact ?? 0,
      campaignId: campaign,
      blastId: null,
      url: '',
      timeZone: ZONE,
    },
    at: at(moment),
    agent: '',
    kind,
    reason: '',
  });
  await storeClicks(db, ann.accountId, ZONE, [
    click(contacts[0], '2026-03-04T12:00:00Z'),
    click(contacts[0], '2026-03-05T11:00:00Z'),
    click(contacts[0], '2026-03-05T12:00:00Z'),
    click(contacts[1], '2026-03-05T13:00:00Z'),
    click(contacts[1], '2026-03-05T14:00:00Z'),
    click(contacts[2], '2026-03-05T14:00:00Z', 'preview'),
    click(contacts[3], '2026-03-05T14:00:00Z', 'scanner'),
  ]);
});

const march = { from: '2026-03-01', to: '2026-03-31' };
const download = (user: User, path: string, form: Record<string, string>) =>
  user.get(`${path}?${new URLSearchParams(form)}`);

describe('lines', () => {
  test('have one row a day of the account’s zone, zeros filled in', async () => {
    const { data } = (
      await ann.ask(calls.tiles.responsesOverTime, {
        from: '2026-03-02',
        to: '2026-03-09',
        datapoint: campaign,
      })
    ).values;
    expect(data).toEqual([
      { sysDate: '2026-03-02', Responses: 0 },
      { sysDate: '2026-03-03', Responses: 1 },
      { sysDate: '2026-03-04', Responses: 1 },
      { sysDate: '2026-03-05', Responses: 0 },
      { sysDate: '2026-03-06', Responses: 0 },
      { sysDate: '2026-03-07', Responses: 0 },
      { sysDate: '2026-03-08', Responses: 1 },
      { sysDate: '2026-03-09', Responses: 1 },
    ]);
    const one = await ann.ask(calls.tiles.responsesOverTime, {
      from: '2026-03-04',
      to: '2026-03-04',
      datapoint: 0,
    });
    expect(one.values.data).toEqual([{ sysDate: '2026-03-04', Responses: 2 }]);
  });

  test('count opt-ins and clicks', async () => {
    const span = { from: '2026-03-04', to: '2026-03-05' };
    const optIns = await ann.ask(calls.tiles.optInsOverTime, { ...span, datapoint: campaign });
    expect(optIns.values.data).toEqual([
      { sysDate: '2026-03-04', 'Opt-ins': 1 },
      { sysDate: '2026-03-05', 'Opt-ins': 2 },
    ]);
    const clicks = await ann.ask(calls.tiles.clicksOverTime, { ...span, datapoint: link });
    expect(clicks.values.data).toEqual([
      { sysDate: '2026-03-04', Clicks: 1 },
      { sysDate: '2026-03-05', Clicks: 4 },
    ]);
  });
});

describe('tables', () => {
  const responses = async (form: object) =>
    (await ann.ask(calls.tiles.responses, { ...march, datapoint: campaign, limit: 100, ...form })).values
      .data;

  test('show the answers newest first, in the words of a person', async () => {
    const { headers, records, count } = await responses({});
    expect(headers).toEqual([
      { id: 'at', numeric: false, label: 'Date' },
      { id: 'phone', numeric: false, label: 'Phone' },
      { id: 'question', numeric: false, label: 'Question' },
      { id: 'answer', numeric: false, label: 'Answer' },
      { id: 'intent', numeric: false, label: 'Intent' },
      { id: 'score', numeric: false, label: 'Score' },
    ]);
    expect(count).toBe(4);
    expect(records.map(({ at }) => at)).toEqual([
      '2026-03-09 00:00:00',
      '2026-03-08 23:59:59',
      '2026-03-04 00:00:00',
      '2026-03-03 23:30:00',
    ]);
    expect(records[2]).toEqual({
      at: '2026-03-04 00:00:00',
      phone: '+12125550101',
      question: 'How was it?',
      answer: 'fine, thanks',
      intent: 'OK',
      score: '2',
    });
  });

  test('page from 0 and order by each header', async () => {
    const pages = await Promise.all(
      [0, 1, 2].map((page) => responses({ limit: 3, page, order: 'asc', orderBy: 'phone' })),
    );
    expect(pages.map(({ records }) => records.map(({ phone }) => String(phone).slice(-1)))).toEqual([
      ['0', '1', '2'],
      ['3'],
      [],
    ]);
    expect(pages.map(({ count }) => count)).toEqual([4, 4, 4]);
    for (const orderBy of ['at', 'question', 'answer', 'intent', 'score'])
      expect((await responses({ orderBy, order: 'asc' })).records).toEqual(
        (await responses({ orderBy, order: 'desc' })).records.toReversed(),
      );
    for (const orderBy of ['id', 'contact_id', 'phone desc', 'constructor'])
      expect(await ann.ask(calls.tiles.responses, { ...march, orderBy })).toMatchObject({
        status: 400,
        DETAIL: 'orderBy',
      });
  });

  test('list each subscriber once, with the list and whether they stayed', async () => {
    const form = { ...march, datapoint: campaign, limit: 10, orderBy: 'phone', order: 'asc' as const };
    const { data } = (await ann.ask(calls.tiles.subscribers, form)).values;
    expect(data.count).toBe(2);
    expect(data.records).toEqual([
      { phone: '+12125550100', list: 'Readers', at: '2026-03-05 10:00:00', status: 'Subscribed' },
      { phone: '+12125550101', list: 'Readers', at: '2026-03-05 11:00:00', status: 'Opted out' },
    ]);
    const past = await ann.ask(calls.tiles.subscribers, { ...form, page: 7 });
    expect(past.values.data).toMatchObject({ count: 2, records: [] });
  });

  test('count clicks and people; previews do not count', async () => {
    const span = { ...march, datapoint: link };
    const total = (await ann.ask(calls.tiles.totalClicks, span)).values.data;
    expect(total).toMatchObject({ value: 5, label: 'clicks' });
    expect([total.series?.length, total.series?.slice(3, 5)]).toEqual([31, [1, 4]]);
    const unique = (await ann.ask(calls.tiles.uniqueClicks, span)).values.data;
    expect(unique).toMatchObject({ value: 2, label: 'people' });
    expect(unique.series?.slice(2, 6)).toEqual([0, 1, 2, 0]);
    const oneDay = { from: '2026-03-05', to: '2026-03-05' };
    for (const datapoint of [link, 0])
      expect((await ann.ask(calls.tiles.uniqueClicks, { ...oneDay, datapoint })).values.data).toMatchObject({
        value: 2,
      });
    const { data } = (await ann.ask(calls.tiles.clickers, { ...span, orderBy: 'clicks' })).values;
    expect(data).toEqual({
      headers: [
        { id: 'phone', numeric: false, label: 'Phone' },
        { id: 'clicks', numeric: true, label: 'Clicks' },
        { id: 'first', numeric: false, label: 'First click' },
        { id: 'last', numeric: false, label: 'Last click' },
      ],
      records: [
        { phone: '+12125550100', clicks: 3, first: '2026-03-04 07:00:00', last: '2026-03-05 07:00:00' },
        { phone: '+12125550101', clicks: 2, first: '2026-03-05 08:00:00', last: '2026-03-05 09:00:00' },
      ],
      count: 2,
      reach: 2,
    });
  });
});

describe('files', () => {
  const span = { startDate: march.from, endDate: march.to, id: String(campaign) };

  test('hold every row with a header; formulas are harmless, phones stay', async () => {
    const { status, text } = await download(ann, 'campaign/exportCampaignResponses', span);
    expect(status).toBe(200);
    expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
      '"Date","Phone","Question","Answer","Intent","Score"',
      `"2026-03-03 23:30:00","+12125550100","How was it?","'=HYPERLINK(""x"")","Great","3"`,
      '"2026-03-04 00:00:00","+12125550101","How was it?","fine, thanks","OK","2"',
      '"2026-03-08 23:59:59","+12125550102","How was it?","late on the 8th","",""',
      '"2026-03-09 00:00:00","+12125550103","How was it?","early on the 9th","",""',
      '',
    ]);
  });

  test('of subscribers and clickers', async () => {
    const subscribers = await download(ann, 'lists/exportSubscribersFromCampaign', span);
    expect(subscribers.text).toContain('"+12125550101","Readers","2026-03-05 11:00:00","Opted out"');
    const clickers = await download(ann, 'shortURL/exportClickers', { ...span, id: String(link) });
    expect(clickers.text).toContain('"+12125550100","3","2026-03-04 07:00:00","2026-03-05 07:00:00"');
  });

  test('longer than a batch are whole', async () => {
    const { db } = harness().services;
    const id = contacts[0] ?? 0;
    // Many at the same instant: the batches must not lose or repeat any.
    await recordEvents(
      db,
      ann.accountId,
      ZONE,
      Array.from({ length: 12_345 }, (_, i) => {
        return {
          campaignId: other,
          kind: 'response' as const,
          at: new Date('2026-05-01T12:00:00Z'),
          contactId: id,
          raw: `n${i}`,
        };
      }),
    );
    const { text } = await download(ann, 'campaign/exportCampaignResponses', {
      startDate: '2026-05-01',
      endDate: '2026-05-01',
      id: String(other),
    });
    const answers = text.match(/n\d+/g) ?? [];
    expect([answers.length, new Set(answers).size]).toEqual([12_345, 12_345]);
  });

  test('of a day that goes on hold what came until they were asked for', async () => {
    const { db } = harness().services;
    const now = Date.now();
    const day = (at: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short' }).format(at);
    // As if it came while the file is being read.
    await recordEvents(
      db,
      ann.accountId,
      ZONE,
      [now - 1_000, now + 600_000].map((at) => ({
        campaignId: other,
        kind: 'response' as const,
        at: new Date(at),
        contactId: contacts[0] ?? 0,
        raw: at < now ? 'before' : 'meanwhile',
      })),
    );
    const { text } = await download(ann, 'campaign/exportCampaignResponses', {
      startDate: day(now - 86_400_000),
      endDate: day(now + 86_400_000),
      id: String(other),
    });
    expect(text).toContain('before');
    expect(text).not.toContain('meanwhile');
    await sql`delete from events where account_id = ${ann.accountId} and raw in ('before', 'meanwhile')`.execute(
      db,
    );
  });
});

test('a range that ends before it starts, or is endless, is malformed', async () => {
  for (const span of [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '1900-01-01', to: '2026-01-01' },
  ])
    for (const call of [
      calls.tiles.totalClicks,
      calls.tiles.responsesOverTime,
      calls.tiles.responses,
      calls.tiles.automata,
    ])
      expect(await ann.ask(call as Call, span)).toMatchObject({ status: 400, DETAIL: 'endDate' });
  const form = { startDate: '2026-03-02', endDate: '2026-03-01', id: String(campaign) };
  expect((await download(ann, 'campaign/exportCampaignResponses', form)).status).toBe(400);
});

test('whoever asks for all there ever was names a century', async () => {
  const century = { from: '2000-01-01', to: '2099-12-31', datapoint: campaign };
  const { data } = (await ann.ask(calls.tiles.responsesOverTime, century)).values;
  expect(data).toHaveLength(36_525);
  const rows = await ann.ask(calls.tiles.responses, { ...century, limit: 3, page: 0, order: 'asc' });
  expect(rows.values.data.count).toBe(data.reduce((sum, day) => sum + Number(day.Responses), 0));
});

test('tiles about what another account has answer like tiles about nothing known', async () => {
  for (const { report, exportAs } of METRICS.filter((metric) => metric.list !== null)) {
    const ask = (id: number) => bob.ask(report, { ...march, datapoint: id } as never);
    const unknown = await ask(9_999_999);
    expect(unknown.status).toBe(404);
    expect(await ask(report.path.includes('MLP') ? link : campaign)).toEqual(unknown);
    if (exportAs) {
      const form = { startDate: march.from, endDate: march.to, id: String(campaign) };
      expect((await download(bob, exportAs.path, form)).status).toBe(404);
    }
  }
  const all = (await bob.ask(calls.tiles.responses, { ...march, datapoint: 0 })).values.data;
  expect(all).toMatchObject({ count: 0, records: [] });
});

test('datapoints are the account’s campaigns, deleted ones named so, and its links', async () => {
  await ann.ask(calls.campaigns.remove, { campaign: other });
  const found = JSON.parse((await ann.get('campaign/reportCampaignList')).text);
  expect(found.DATA).toEqual([
    { Id: campaign, Desc: `Campaign ${campaign}` },
    { Id: other, Desc: `Campaign ${other} (deleted)` },
  ]);
  await ann.ask(calls.campaigns.restore, { campaign: other });
  expect(JSON.parse((await ann.get('shortURL/getMLPList')).text).DATA).toEqual([
    { Id: link, Desc: 'Spring page' },
  ]);
});

test('automata that are switched on are counted', async () => {
  const { db } = harness().services;
  for (const enabled of [true, true, false])
    await sql`
      insert into automata (account_id, name, enabled, created_at)
      values (${bob.accountId}, 'a', ${enabled}, ${new Date()})`.execute(db);
  expect((await bob.ask(calls.tiles.automata, march)).values.data).toMatchObject({ value: 2 });
});

describe('template reports', () => {
  const load = async (report: number, datapoint: number) =>
    ann.ask(calls.reports.template, { report, datapoint });

  test('have the tiles of their group for the datapoint, none over another', async () => {
    for (const [id, datapoint, group] of [
      [1, campaign, 'Campaigns'],
      [2, link, 'Short URL'],
    ] as const) {
      const report = JSON.parse(String((await load(id, datapoint)).values.data));
      const expected = METRICS.filter((metric) => metric.group === group);
      const layout = report.layout as StoredLayout;
      expect(layout.md.map(({ title, metric }) => [title, metric.metricId])).toEqual(
        expected.map((metric) => [metric.title, metric.id]),
      );
      expect(new Set(layout.md.map(({ metric }) => metric.datapointId))).toEqual(new Set([datapoint]));
      for (const [breakpoint, columns] of [
        ['md', 6],
        ['sm', 4],
        ['xxs', 1],
      ] as const) {
        const cells = layout[breakpoint].flatMap(({ x, y, w, h }) =>
          Array.from({ length: w * h }, (_, i) => `${x + (i % w)}/${y + Math.floor(i / w)}`),
        );
        expect(new Set(cells).size).toBe(cells.length);
        // No holes: the tiles fill their rows.
        expect(cells.length).toBe(columns * new Set(cells.map((cell) => cell.split('/')[1])).size);
        expect(Math.max(...cells.map((cell) => Number(cell.split('/')[0])))).toBeLessThan(columns);
      }
    }
  });

  test('unknown ones and foreign datapoints are not found', async () => {
    expect((await load(3, 0)).status).toBe(404);
    expect((await load(1, 9_999_999)).status).toBe(404);
    expect((await bob.ask(calls.reports.template, { report: 1, datapoint: campaign })).status).toBe(404);
    expect((await load(1, 0)).RESULT).toBe(1);
  });
});

test('months become partitions; what came before its month was made moves along', async () => {
  const { db } = harness().services;
  const before = await rows(db, sql`select * from events order by at, id`);
  await makeMonths(db, 'events', new Date('2026-03-15T00:00:00Z'));
  await Promise.all([1, 2, 3].map(() => makeMonths(db, 'events', new Date('2026-04-15T00:00:00Z'))));
  const partitions = await rows(
    db,
    sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`,
  );
  expect(partitions.map(({ name }) => name)).toEqual([
    'events_2026_03',
    'events_2026_04',
    'events_2026_05',
    'events_2026_06',
    'events_default',
  ]);
  expect(await rows(db, sql`select * from events order by at, id`)).toEqual(before);
  expect(await rows(db, sql`select 1 from events_default`)).toEqual([]);
  await recordEvents(db, ann.accountId, ZONE, [
    { campaignId: campaign, kind: 'optin', at: new Date('2026-06-30T23:59:59Z'), contactId: 1 },
  ]);
  expect(await rows(db, sql`select kind from events_2026_06`)).toEqual([{ kind: 'optin' }]);
});
