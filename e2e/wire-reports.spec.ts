/** Report calls: tiles, paging, ranges, exports, saved reports. */
import { beforeAll, expect, inject, test } from 'vitest';
import { addList, campaignOf, type Fields, heard, keyword, register, texts, until } from './wire.ts';

const address = inject('address');
let client: Awaited<ReturnType<typeof register>>;
let campaign = 0;
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(new Date());
const NUMBERS = ['2125550101', '2125550102', '2125550103'];

type Table = {
  headers: { id: string; numeric: boolean; label: string }[];
  records: Record<string, unknown>[];
  count: number;
};
const range = { startDate: today, endDate: today };
const table = async (path: string, fields: Fields = {}) =>
  (await client.post(path, { ...range, id: campaign, ...fields })).DATA as Table;

beforeAll(async () => {
  client = await register(address);
  const list = await addList(client, 'Joined');
  campaign = (
    await campaignOf(
      client,
      { TYPE: 'SHORTANSWER', TEXT: 'Why?' },
      { TYPE: 'OPTIN', OIG: list },
      { TYPE: 'TRAILER', TEXT: 'Thanks' },
    )
  ).campaign;
  await keyword(client, campaign, 'report');
  for (const [index, number] of NUMBERS.entries()) {
    await texts(client, number, 'report');
    await heard(client, number, 1);
    await texts(client, number, `=answer ${'cab'[index]}, "quoted"`);
    await heard(client, number, 2);
  }
  await until(async () => (await table('campaign/responsesForCampaign')).count === 3);
});

test('table tiles: headers, pages from 0, order by any header', async () => {
  for (const path of [
    'campaign/responsesForCampaign',
    'lists/subscribersFromCampaign',
    'shortURL/getMLPClickers',
  ]) {
    const id = path.startsWith('shortURL') ? 0 : campaign;
    const whole = await table(path, { id });
    expect(whole.headers.length).toBeGreaterThan(0);
    for (const header of whole.headers)
      expect([path, header]).toMatchObject([
        path,
        { id: expect.any(String), numeric: expect.any(Boolean), label: expect.any(String) },
      ]);
    expect([path, whole.count]).toEqual([path, id === 0 ? 0 : 3]);
    for (const { id: orderBy } of whole.headers) {
      const rising = await table(path, { id, order: 'asc', orderBy, page: 0, limit: 10 });
      const falling = await table(path, { id, order: 'desc', orderBy, page: 0, limit: 10 });
      expect([path, orderBy, rising.records.map((record) => record[orderBy])]).toEqual([
        path,
        orderBy,
        falling.records.map((record) => record[orderBy]).toReversed(),
      ]);
    }
    expect(await client.post(path, { ...range, id, orderBy: 'nothing', order: 'asc' })).toMatchObject({
      status: 400,
      RESULT: 0,
    });
  }
  const path = 'campaign/responsesForCampaign';
  const [orderBy = ''] = (await table(path)).headers.map(({ id }) => id);
  const pages = await Promise.all(
    [0, 1, 2].map((page) => table(path, { limit: 2, page, order: 'asc', orderBy })),
  );
  expect(pages.map(({ records }) => records.length)).toEqual([2, 1, 0]);
  expect(pages.map(({ count }) => count)).toEqual([3, 3, 3]);
  const wrong: Fields[] = [
    { page: -1 },
    { limit: 0 },
    { order: 'up' },
    { startDate: 'x' },
    { endDate: '2026-02-30' },
  ];
  for (const fields of wrong)
    expect([fields, await client.post(path, { ...range, id: campaign, ...fields })]).toMatchObject([
      fields,
      { status: 400, RESULT: 0, DETAIL: expect.stringContaining(Object.keys(fields)[0] ?? '') },
    ]);
  expect(await client.post(path, { id: campaign })).toMatchObject({ status: 400, RESULT: 0 });
  expect(await client.post(path, { startDate: today, endDate: '2020-01-01', id: campaign })).toMatchObject({
    status: 400,
    RESULT: 0,
  });
  expect(await client.post(path, { ...range, id: 987654321 })).toMatchObject({ status: 404, RESULT: 0 });
  expect((await table(path, { startDate: '2020-01-01', endDate: '2020-01-31' })).count).toBe(0);
});

test('number and line tiles: values with labels, one row a day, both days included', async () => {
  for (const path of [
    'shortURL/getTotalMLPClicksCount',
    'shortURL/getUniqueMLPClicksCount',
    'automata/automataCount',
  ])
    expect([path, (await client.post(path, { ...range, id: 0 })).DATA]).toMatchObject([
      path,
      { VALUE: 0, LABEL: expect.any(String) },
    ]);
  const before = new Date(`${today}T12:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 3);
  const startDate = before.toISOString().slice(0, 10);
  for (const path of [
    'campaign/campaignResponsesOverTime',
    'report/getCampaignOptInsOverTime',
    'shortURL/getMLPClicksOverTime',
  ]) {
    const id = path.startsWith('shortURL') ? 0 : campaign;
    const rows = (await client.post(path, { startDate, endDate: today, id })).DATA as Record<
      string,
      unknown
    >[];
    expect([path, rows.map(({ sysDate }) => sysDate)]).toEqual([
      path,
      [...new Set(rows.map(({ sysDate }) => sysDate))],
    ]);
    expect([path, rows.length, rows[0]?.sysDate, rows.at(-1)?.sysDate]).toEqual([path, 4, startDate, today]);
    const { sysDate: _, ...series } = rows.at(-1) ?? {};
    expect([path, Object.values(series)]).toEqual([path, [id === 0 ? 0 : 3]]);
  }
});

test('exports are CSV, safe in a spreadsheet; datapoint lists name what there is', async () => {
  const file = async (path: string) => {
    const response = await client.send(
      `/session/api/${path}?${new URLSearchParams({ ...range, id: String(campaign) })}`,
    );
    return {
      type: response.headers.get('content-type'),
      text: await response.text(),
      status: response.status,
    };
  };
  const responses = await file('campaign/exportCampaignResponses');
  expect(responses).toMatchObject({ status: 200, type: expect.stringContaining('text/csv') });
  const lines = responses.text.trim().split(/\r?\n/);
  expect(lines.length).toBe(4);
  expect(responses.text).toContain('+12125550101');
  expect(responses.text).toContain('""quoted""');
  expect(responses.text).not.toMatch(/(^|,)"?=answer/m);
  const subscribers = await file('lists/exportSubscribersFromCampaign');
  expect(subscribers.text.trim().split(/\r?\n/).length).toBe(4);
  const clickers = await file('shortURL/exportClickers');
  expect([clickers.status, [200, 404].includes(clickers.status)]).toEqual([clickers.status, true]);
  expect((await client.get('/session/api/campaign/exportCampaignResponses')).status).toBe(400);
  const campaigns = JSON.parse((await client.get('/session/api/campaign/reportCampaignList')).text);
  expect(campaigns).toMatchObject({ RESULT: 1, SUSER: client.user });
  expect(campaigns.DATA).toMatchObject([{ Id: campaign, Desc: expect.any(String) }]);
  expect(JSON.parse((await client.get('/session/api/shortURL/getMLPList')).text).DATA).toEqual([]);
});

test('saved reports: limits, load, change, delete; a template report for a datapoint', async () => {
  const layout = {
    md: [{ x: 0, y: 0, w: 1, h: 3, title: 'Clicks', metric: { metricId: 1 } }],
    sm: [],
    xxs: [],
  };
  const text = (title: string, description = '', more = {}) => ({
    inpReportString: JSON.stringify({ title, description, layout, ...more }),
  });
  expect(await client.post('report/saveNewCustomReport', text(' '))).toMatchObject({ RESULT: 0 });
  expect(await client.post('report/saveNewCustomReport', text('t'.repeat(25)))).toMatchObject({ RESULT: 0 });
  expect(await client.post('report/saveNewCustomReport', text('t', 'd'.repeat(73)))).toMatchObject({
    RESULT: 0,
  });
  const saved = await client.post('report/saveNewCustomReport', text('t'.repeat(24), 'd'.repeat(72)));
  expect(saved).toMatchObject({ status: 200, RESULT: 1 });
  const id = Number(saved.DATA);
  expect(id).toBeGreaterThan(0);
  const value = (raw: unknown) => (typeof raw === 'string' ? JSON.parse(raw) : raw);
  const loaded = await client.post('report/getCustomReport', { inpReportId: id });
  expect(loaded.RESULT).toBe(1);
  expect(JSON.stringify(value(loaded.DATA))).toContain('"Clicks"');
  const list = async () =>
    value((await client.post('report/getAllCustomReports')).DATA) as Record<string, unknown>[];
  expect(await list()).toMatchObject([
    { id, title: 't'.repeat(24), description: 'd'.repeat(72), createDate: expect.any(String) },
  ]);
  expect(await client.post('report/saveCustomReport', { inpReportId: id, ...text('Changed') })).toMatchObject(
    { RESULT: 1 },
  );
  expect(await list()).toMatchObject([{ id, title: 'Changed' }]);
  expect(await client.post('report/getCustomReport', { inpReportId: 987654321 })).toMatchObject({
    status: 404,
  });
  for (let times = 0; times < 2; times += 1)
    expect(await client.post('report/deleteCustomReport', { inpReportId: id })).toMatchObject({ RESULT: 1 });
  expect(await list()).toEqual([]);
  const template = await client.post('report/getTemplateReport', {
    inpReportId: 1,
    inpDatapointId: campaign,
  });
  expect(template).toMatchObject({ status: 200, RESULT: 1 });
  expect(value(template.DATA)).toHaveProperty('layout');
});
