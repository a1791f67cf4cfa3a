/** Blasts: counts, credits, filters, schedules, launches. */
import { beforeAll, expect, inject, test } from 'vitest';
import {
  addList,
  addMember,
  campaignOf,
  changeStep,
  type Fields,
  heard,
  received,
  register,
  setTag,
  texts,
  until,
} from './wire.ts';

const address = inject('address');
let client: Awaited<ReturnType<typeof register>>;
let last = 0;
beforeAll(async () => {
  client = await register(address);
  for (const TagName of ['Plan', 'Age']) await client.post('tags/addTag', { TagName });
});
const person = () => {
  last += 1;
  return `212555${String(last).padStart(4, '0')}`;
};

const PAST = { inpSchedule: '2020-01-01 09:00:00' };
const form = (campaign: number, lists: number[], fields: Fields = {}): Fields => ({
  inpBatchId: campaign,
  inpTargetListIds: lists.join(','),
  inpShortCode: '',
  inpContactTypeId: 3,
  inpSkipDNCCheck: 0,
  ABTestingBatches: '',
  inpTagfilter: '[]',
  ...fields,
});
const review = (fields: Fields) => client.post('blast/GetBlastToListStats', fields);
const send = (fields: Fields) => client.post('blast/BlastToList', fields);
const filter = (...all: [string, string, string][]) => ({
  inpTagfilter: JSON.stringify(all.map(([tag, operator, value]) => ({ type: 'CDF', tag, operator, value }))),
});
/** The account's wall clock, moved. */
const wallClock = (seconds: number) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(new Date(Date.now() + seconds * 1000));

async function people(list: number, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, person);
  await Promise.all(numbers.map((number) => addMember(client, list, number)));
  return numbers;
}

test('overlapping lists, a filter, opt-outs and duplicates at once: the five counts add up', async () => {
  const [one, two] = [await addList(client, 'One'), await addList(client, 'Two')];
  const numbers = await people(one, 10);
  const contacts = await Promise.all(numbers.map((number) => addMember(client, two, number)));
  await people(two, 5);
  const { campaign } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Hello' });
  const early = await addList(client, 'Early');
  for (const number of numbers.slice(0, 3)) await addMember(client, early, number);
  expect(await send(form(campaign, [early], PAST))).toMatchObject({
    RESULT: 1,
    QUEUEDCOUNT: 3,
    LISTCOUNT: 3,
  });
  await Promise.all(contacts.slice(0, 8).map((contact) => setTag(client, contact, 'Plan', 'gold')));
  // Before that, a STOP would take the message back that was paid for.
  await heard(client, numbers[2] ?? '', 1);
  for (const number of [numbers[2], numbers[3], numbers[9]]) await texts(client, number ?? '', 'STOP');
  await until(async () => (await review(form(campaign, [one]))).OPTOUTCOUNT === 3);
  const counts = await review(form(campaign, [one, two, one], filter(['Plan', '=', 'gold'])));
  expect(counts).toMatchObject({
    status: 200,
    RESULT: 1,
    LISTCOUNT: 15,
    FILTERCOUNT: 7,
    OPTOUTCOUNT: 2,
    LISTCOUNTDUPLICATE: 2,
    ELLIGIBLECOUNT: 4,
    CREDITSNEEDED: 4,
    SUSER: client.user,
  });
  expect(typeof counts.BALANCE).toBe('string');
  expect(String(counts.BALANCE).replaceAll(/\D/g, '')).toBe(String(counts.BALANCENUMBER));
  expect(await send(form(campaign, [one, two], { ...PAST, ...filter(['Plan', '=', 'gold']) }))).toMatchObject(
    {
      RESULT: 1,
      LISTCOUNT: 15,
      QUEUEDCOUNT: 4,
      SOURCEBATCHID: campaign,
      TARGETBATCHID: campaign,
    },
  );
  await heard(client, numbers[4] ?? '', 1);
  expect(await received(client, numbers[0] ?? '')).toEqual(['Hello']);
  expect((await received(client, numbers[3] ?? '')).includes('Hello')).toBe(false);
  const balance = await until(async () => {
    const after = await review(form(campaign, [one]));
    return after.QUEUECOUNT === 0 && after;
  });
  expect(Number(balance.BALANCENUMBER)).toBeLessThanOrEqual(1000 - 7);
});

test('credits by the product’s price: 160 and 153, 70 and 63, what counts two, the longest alternative, tokens', async () => {
  const list = await addList(client, 'Price');
  const contact = await addMember(client, list, person());
  await setTag(client, contact, 'Plan', 'p'.repeat(150));
  const { campaign, steps } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'x' });
  const step = steps[0] ?? 0;
  const a = (count: number) => 'a'.repeat(count);
  const u = (count: number) => 'ж'.repeat(count);
  const cases: [string, number][] = [
    [a(160), 1],
    [a(161), 2],
    [a(306), 2],
    [a(307), 3],
    [u(70), 1],
    [u(71), 2],
    [u(126), 2],
    [u(127), 3],
    [`${a(158)}\n`, 1],
    [`${a(159)}\n`, 2],
    [`${u(68)}\n`, 1],
    [`${u(69)}\n`, 2],
    [`${u(69)}€`, 1],
    ['😀'.repeat(35), 1],
    ['😀'.repeat(36), 2],
    [`${a(10)}{%Plan%}`, 1],
    [`${a(11)}{%Plan%}`, 2],
    ...[...'^{}[]|~€\\'].flatMap((char): [string, number][] => [
      [`${a(158)}${char}`, 1],
      [`${a(159)}${char}`, 2],
    ]),
  ];
  for (const [text, credits] of cases) {
    await changeStep(client, campaign, step, { TEXT: text });
    expect([text.slice(-3), text.length, (await review(form(campaign, [list]))).CREDITSNEEDED]).toEqual([
      text.slice(-3),
      text.length,
      credits,
    ]);
  }
  const opening = await campaignOf(
    client,
    { TYPE: 'STATEMENT', TEXT: a(161), RTEXT: [{ TID: 1, TEXT: a(307), T64: 0 }] },
    { TYPE: 'SHORTANSWER', TEXT: 'Well?' },
    { TYPE: 'TRAILER', TEXT: a(500) },
  );
  expect((await review(form(opening.campaign, [list]))).CREDITSNEEDED).toBe(4);
});

test('filters: every operator; numbers as numbers; LIKE with % and _, else contains; all must hold', async () => {
  const list = await addList(client, 'Filtered');
  const values: [string, string][] = [
    ['gold', '9'],
    ['goldfish', '10'],
    ['a_c', '100'],
    ['abc', '9.5'],
    ['50% off', '-1'],
  ];
  for (const [plan, age] of values) {
    const contact = await addMember(client, list, person());
    await setTag(client, contact, 'Plan', plan);
    await setTag(client, contact, 'Age', age);
  }
  const { campaign } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Hi' });
  const cases: [Parameters<typeof filter>, number][] = [
    [[['Plan', '=', 'gold']], 1],
    [[['Plan', '!=', 'gold']], 4],
    [[['Plan', 'LIKE', 'old']], 2],
    [[['Plan', 'LIKE', 'OLD']], 2],
    [[['Plan', 'NOT LIKE', 'old']], 3],
    [[['Plan', 'LIKE', 'gold%']], 2],
    [[['Plan', 'LIKE', '%fish']], 1],
    [[['Plan', 'LIKE', 'old%']], 0],
    [[['Plan', 'LIKE', 'a_c']], 2],
    [[['Plan', 'NOT LIKE', 'a_c']], 3],
    [[['Age', '<', '10']], 3],
    [[['Age', '<=', '10']], 4],
    [[['Age', '>', '9']], 3],
    [[['Age', '>=', '9.5']], 3],
    [
      [
        ['Plan', 'LIKE', 'gold'],
        ['Age', '>', '9'],
      ],
      1,
    ],
    [[['plan', '=', 'gold']], 1],
  ];
  for (const [conditions, eligible] of cases) {
    const counts = await review(form(campaign, [list], filter(...conditions)));
    expect([conditions, counts.RESULT, counts.ELLIGIBLECOUNT, counts.FILTERCOUNT]).toEqual([
      conditions,
      1,
      eligible,
      5 - eligible,
    ]);
  }
  expect(await review(form(campaign, [list], filter(['Plan', '~', 'x'])))).toMatchObject({
    status: 400,
    RESULT: 0,
  });
  expect(await review(form(campaign, [list], { inpTagfilter: '{"a"' }))).toMatchObject({ status: 400 });
  expect(await review(form(campaign, [list], { inpTagfilter: '' }))).toMatchObject({ ELLIGIBLECOUNT: 5 });
});

test('A/B: the audience is split evenly, whether the main campaign is named or not', async () => {
  const a = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'A' });
  const b = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'B' });
  for (const batches of [`${b.campaign}`, `${a.campaign},${b.campaign}`]) {
    const list = await addList(client, `Split ${batches}`);
    const numbers = await people(list, 9);
    expect(await review(form(a.campaign, [list], { ABTestingBatches: batches }))).toMatchObject({
      ELLIGIBLECOUNT: 9,
      CREDITSNEEDED: 9,
    });
    expect(await send(form(a.campaign, [list], { ABTestingBatches: batches, ...PAST }))).toMatchObject({
      RESULT: 1,
      QUEUEDCOUNT: 9,
    });
    const got = (await Promise.all(numbers.map((number) => heard(client, number, 1)))).flat();
    expect(got.length).toBe(9);
    expect([4, 5]).toContain(got.filter((text) => text === 'A').length);
    expect((await review(form(a.campaign, [list]))).LISTCOUNTDUPLICATE).toBeGreaterThanOrEqual(4);
  }
  expect(await review(form(a.campaign, [1], { ABTestingBatches: '987654321' }))).toMatchObject({
    status: 404,
  });
});

test('schedules: queued until then, counted as blasted meanwhile, opt-outs checked again when it goes', async () => {
  const list = await addList(client, 'Later');
  const numbers = await people(list, 4);
  const { campaign } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Later' });
  for (const inpSchedule of ['tomorrow', '2030-13-01 09:00:00', '2030-02-30 09:00:00', '2030-01-01 24:00:00'])
    expect([inpSchedule, await send(form(campaign, [list], { inpSchedule }))]).toMatchObject([
      inpSchedule,
      { status: 400, RESULT: 0, DETAIL: expect.stringContaining('inpSchedule') },
    ]);
  const seconds = 4;
  const scheduled = await send(form(campaign, [list], { inpSchedule: wallClock(seconds) }));
  const at = Date.now() + seconds * 1000;
  expect(scheduled).toMatchObject({ RESULT: 1, QUEUEDCOUNT: 4 });
  expect(await review(form(campaign, [list]))).toMatchObject({
    LISTCOUNTDUPLICATE: 4,
    ELLIGIBLECOUNT: 0,
    QUEUECOUNT: 4,
  });
  const again = await send(form(campaign, [list], PAST));
  expect(again.QUEUEDCOUNT ?? 0).toBe(0);
  await texts(client, numbers[0] ?? '', 'STOP');
  await heard(client, numbers[0] ?? '', 1);
  expect(await received(client, numbers[1] ?? '')).toEqual([]);
  await heard(client, numbers[1] ?? '', 1);
  expect(Date.now()).toBeGreaterThan(at - 1500);
  await heard(client, numbers[3] ?? '', 1);
  expect((await received(client, numbers[0] ?? '')).includes('Later')).toBe(false);
  await until(async () => (await review(form(campaign, [list]))).QUEUECOUNT === 0);
});

test('Send Now pressed twice in the same moment sends once', async () => {
  const list = await addList(client, 'Twice');
  const numbers = await people(list, 6);
  const { campaign } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Once' });
  const replies = await Promise.all([0, 1, 2].map(() => send(form(campaign, [list], PAST))));
  expect(replies.map(({ QUEUEDCOUNT }) => Number(QUEUEDCOUNT ?? 0)).toSorted()).toEqual([0, 0, 6]);
  await Promise.all(numbers.map((number) => heard(client, number, 1)));
  const next = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Next' });
  await send(form(next.campaign, [list], PAST));
  const got = await Promise.all(numbers.map((number) => heard(client, number, 2)));
  expect(got).toEqual(numbers.map(() => ['Once', 'Next']));
});

test('refused and malformed blasts queue nothing', async () => {
  const list = await addList(client, 'Refused');
  const [number = ''] = await people(list, 1);
  const good = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Good' });
  const empty = await campaignOf(client);
  const faulty = await campaignOf(client, { TYPE: 'STATEMENT', TEXT: '' });
  const deleted = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Gone' });
  await client.post('campaign/LogicalDeleteBatch', { inpBatchId: deleted.campaign });
  for (const { campaign } of [empty, faulty, deleted]) {
    const refused = await send(form(campaign, [list], PAST));
    expect(refused).toMatchObject({ status: 200, RESULT: 0, SUSER: client.user });
    expect(refused.MESSAGE).not.toBe('');
  }
  const malformed: Fields[] = [
    { inpContactTypeId: 2 },
    { inpSkipDNCCheck: 1 },
    { inpTargetListIds: '' },
    { inpTargetListIds: 'a,b' },
    { inpTargetListIds: `${list},` },
    { ABTestingBatches: 'x' },
    { inpTagfilter: 'no' },
    { inpBatchId: 'x' },
  ];
  for (const fields of malformed)
    expect([fields, await send(form(good.campaign, [list], { ...PAST, ...fields }))]).toMatchObject([
      fields,
      { status: 400, RESULT: 0, DETAIL: expect.stringContaining(Object.keys(fields)[0] ?? '') },
    ]);
  expect(await send(form(good.campaign, [list, 987654321], PAST))).toMatchObject({ status: 404, RESULT: 0 });
  expect(await send(form(good.campaign, [list], { ...PAST, inpShortCode: '99' }))).toMatchObject({
    status: 404,
  });
  expect(await review(form(good.campaign, [list]))).toMatchObject({ ELLIGIBLECOUNT: 1, QUEUECOUNT: 0 });
  expect(await received(client, number)).toEqual([]);
});
