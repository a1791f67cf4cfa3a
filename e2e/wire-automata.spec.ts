/** Automata: kept, checked, scheduled by the server. */
import { beforeAll, expect, inject, test } from 'vitest';
import { addList, campaignOf, listOf, register } from './wire.ts';

const address = inject('address');
let client: Awaited<ReturnType<typeof register>>;
let campaign = 0;
let list = 0;
beforeAll(async () => {
  client = await register(address);
  campaign = (await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Tick' })).campaign;
  list = await addList(client, 'Tick list');
});

const all = async (AutomataFilters = '') =>
  listOf(await client.post('automata/automatalist', { AutomataFilters }), 'AUTOMATA');
const add = async (AutomataName: string) =>
  Number((await client.post('automata/addautomata', { AutomataName })).NEWAUTOMATAID);
const data = (value: unknown) =>
  (typeof value === 'string' ? JSON.parse(value) : value) as Record<string, unknown>;
const load = async (AutomataId: number) =>
  data((await client.post('automata/loadAutomataData', { AutomataId })).AUTOMATADATA);
const update = (AutomataId: number, fields: Record<string, unknown>, Enabled = 0) =>
  client.post('automata/updateAutomataData', { AutomataId, AutomataData: JSON.stringify(fields), Enabled });
const count = async () =>
  (
    (await client.post('automata/automataCount', { startDate: '2026-01-01', endDate: '2026-01-31', id: 0 }))
      .DATA as Record<string, unknown>
  ).VALUE;

test('added, listed, loaded, renamed, deleted', async () => {
  const id = await add('Morning 50%');
  await add('Evening');
  expect(await client.post('automata/addautomata', { AutomataName: ' ' })).toMatchObject({
    status: 200,
    RESULT: 0,
  });
  expect((await all()).map(({ AUTOMATA }) => AUTOMATA).toSorted()).toEqual(['Evening', 'Morning 50%']);
  expect((await all('nING')).length).toBe(2);
  expect((await all('50%')).map(({ ID }) => ID)).toEqual([id]);
  const loaded = await load(id);
  expect(loaded).toMatchObject({ PKId_bi: id, Desc_vch: 'Morning 50%', Type_int: 0, Status_int: 0 });
  const fields =
    'PKId_bi Desc_vch Type_int BatchId_bi ListId_int DayofWeek_ti DayofMonth_ti Month_ti Hour_ti NextRun_dt WeekEnds_ti Status_int New_ti Clone_ti Filters_vch';
  for (const field of fields.split(' ')) expect(Object.keys(loaded)).toContain(field);
  expect(
    await client.post('automata/renameautomata', { AutomataId: id, AutomataName: 'Noon' }),
  ).toMatchObject({ RESULT: 1 });
  expect(await update(id, { Desc_vch: 'Midnight' })).toMatchObject({ RESULT: 1 });
  expect((await load(id)).Desc_vch).toBe('Midnight');
  expect(await update(id, { Desc_vch: '  ' })).toMatchObject({ status: 200, RESULT: 0 });
  for (let times = 0; times < 2; times += 1)
    expect(await client.post('automata/deleteautomata', { AutomataId: id })).toMatchObject({
      status: 200,
      RESULT: 1,
    });
  expect((await all()).map(({ AUTOMATA }) => AUTOMATA)).toEqual(['Evening']);
});

test('values outside the ranges are malformed; foreign campaigns and lists are not found', async () => {
  const id = await add('Checked');
  const before = await load(id);
  const wrong: Record<string, unknown>[] = [
    { Type_int: 7 },
    { Type_int: -1 },
    { DayofWeek_ti: 0 },
    { DayofWeek_ti: 8 },
    { DayofMonth_ti: 0 },
    { DayofMonth_ti: 32 },
    { Month_ti: 0 },
    { Month_ti: 13 },
    { Hour_ti: 24 },
    { NextRun_dt: '2030-02-30' },
    { NextRun_dt: 'soon' },
    { WeekEnds_ti: 2 },
    { Status_int: 2 },
    { New_ti: 2 },
    { Clone_ti: 'x' },
    { Filters_vch: '[{' },
    { Filters_vch: JSON.stringify([{ type: 'CDF', tag: 'a', operator: '~', value: 'b' }]) },
  ];
  for (const fields of wrong) {
    const reply = await update(id, { ...before, ...fields });
    expect([fields, reply]).toMatchObject([fields, { status: 400, RESULT: 0, SUSER: client.user }]);
    expect([fields, `${reply.DETAIL} ${reply.MESSAGE}`]).toEqual([
      fields,
      expect.stringMatching(new RegExp(`${Object.keys(fields)[0]}|AutomataData`)),
    ]);
  }
  expect(await update(id, { ...before, BatchId_bi: 987654321 })).toMatchObject({ status: 404, RESULT: 0 });
  expect(await update(id, { ...before, ListId_int: 987654321 })).toMatchObject({ status: 404, RESULT: 0 });
  expect(await update(id, { ...before, Clone_ti: 1, New_ti: 1 })).toMatchObject({ status: 200, RESULT: 0 });
  expect(await load(id)).toEqual(before);
});

test('enabling needs type, campaign and list; the server computes the next run', async () => {
  const id = await add('Runs');
  const whole = {
    ...(await load(id)),
    Type_int: 3,
    BatchId_bi: campaign,
    ListId_int: list,
    Hour_ti: 9,
    WeekEnds_ti: 1,
  };
  for (const missing of [{ Type_int: 0 }, { BatchId_bi: 0 }, { ListId_int: 0 }]) {
    const refused = await update(id, { ...whole, ...missing, Status_int: 1 }, 1);
    expect([missing, refused]).toMatchObject([missing, { status: 200, RESULT: 0 }]);
  }
  expect(await count()).toBe(0);
  const next = async (fields: Record<string, unknown>) => {
    const reply = await update(id, { ...whole, Status_int: 1, ...fields }, 1);
    expect([fields, reply]).toMatchObject([fields, { status: 200, RESULT: 1 }]);
    return String(data(reply.AUTOMATADATA).NextRun_dt).slice(0, 10);
  };
  const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() + 1;
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(new Date());
  expect((await next({})) >= today).toBe(true);
  expect(await count()).toBe(1);
  for (const DayofWeek_ti of [1, 4, 7])
    expect(weekday(await next({ Type_int: 4, DayofWeek_ti, WeekEnds_ti: 0 }))).toBe(DayofWeek_ti);
  const monthly = await next({ Type_int: 5, DayofMonth_ti: 31 });
  const after = new Date(`${monthly}T12:00:00Z`);
  after.setUTCDate(after.getUTCDate() + 1);
  expect(after.getUTCDate()).toBe(1);
  expect(await next({ Type_int: 6, Month_ti: 2, DayofMonth_ti: 31 })).toMatch(/-02-2[89]$/);
  for (let day = 1; day <= 9; day += 2) {
    const plain = await next({ Type_int: 5, DayofMonth_ti: day, WeekEnds_ti: 1 });
    const moved = await next({ Type_int: 5, DayofMonth_ti: day, WeekEnds_ti: 0 });
    if ([1, 7].includes(weekday(plain))) expect([plain, weekday(moved)]).toEqual([plain, 2]);
    else expect(moved).toBe(plain);
  }
  expect(await next({ Type_int: 1, NextRun_dt: '2033-05-07' })).toBe('2033-05-07');
  expect(await load(id)).toMatchObject({ Type_int: 1, Status_int: 1, Hour_ti: 9, NextRun_dt: '2033-05-07' });
  const filters = JSON.stringify([{ type: 'CDF', tag: 'Any', operator: 'NOT LIKE', value: 'x' }]);
  const saved = await update(id, { ...(await load(id)), Filters_vch: filters, Status_int: 0 });
  if (saved.RESULT === 1) {
    expect(JSON.parse(String((await load(id)).Filters_vch))).toMatchObject(JSON.parse(filters));
  } else expect(saved).toMatchObject({ status: 200, MESSAGE: expect.stringContaining('Any') });
  expect(await update(id, { ...(await load(id)), Status_int: 0 })).toMatchObject({ RESULT: 1 });
  expect(await count()).toBe(0);
});
