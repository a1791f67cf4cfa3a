/**
 * Long tables of answers in orders that no index has, against plain SQL: spans that are over, what came
 * since, what comes late.
 */
import { calls, type FormOf, type TableData } from '@parley/contract';
import { REPORT_GRID } from '@parley/rules/limits.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { erasePerson } from '../contacts/erase-person.ts';
import { createDice } from '../demo/random.ts';
import { type NewEvent, recordEvents } from '../events/record.ts';
import { removeStep, saveStep } from '../flow/edit.ts';
import { loadFlow } from '../flow/store.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { phones } from '../testing/people.ts';
import { forgetPresorted } from './presorted-pages.ts';
import { endOf, spansBetween, startOf } from './spans.ts';

const ZONE = 'Asia/Kathmandu';
const CAMPAIGN = 9_501;
/** The last one is none. */
const STEPS = [95_011, 95_012, 95_013, 95_014];
const MINUTE_MS = 60_000;
const DAYS = 40;
const EVENTS = 6_000;

const harness = useHarness();
let ann: Client & { userId: number; accountId: number };
let contacts: number[] = [];
const dice = createDice(7);
const dayText = (daysAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short' }).format(
    Date.now() - daysAgo * 1440 * MINUTE_MS,
  );
const answerAt = (at: number): NewEvent => ({
  campaignId: dice.pick([CAMPAIGN, CAMPAIGN, CAMPAIGN, CAMPAIGN + 1]),
  stepId: dice.pick(STEPS),
  kind: dice.pick(['response', 'response', 'response', 'optin'] as const),
  at: new Date(at),
  contactId: dice.pick(contacts),
  raw: dice.pick([
    '',
    'yes',
    'Yes',
    `answer ${dice.between(1, 900)}`,
    'ÄÖ',
    `${'long '.repeat(30)}${dice.between(1, 9)}`,
  ]),
  intent: dice.pick(['', 'great', 'poor']),
  score: dice.pick(['', '1', '2', '9', '10', '-3', '2.5', 'none']),
});
const store = (events: readonly NewEvent[]) =>
  recordEvents(harness().services.db, ann.accountId, ZONE, events);

beforeAll(async () => {
  const { db } = harness().services;
  ann = await harness().newUser();
  await sql`update accounts set time_zone = ${ZONE} where id = ${ann.accountId}`.execute(db);
  for (const id of [CAMPAIGN, CAMPAIGN + 1])
    await storeSketch(
      db,
      ann.accountId,
      id,
      STEPS.slice(0, 3).map((step) => ({
        type: 'open-question' as const,
        id: id === CAMPAIGN ? step : step + 100,
        text: `question ${(step * 7) % 10}`,
      })),
    );
  const people = await rows(
    db,
    sql<{ id: number }>`
      insert into contacts (account_id, phone, created_at)
      select ${ann.accountId}, phone, now() from unnest(${phones(20)}::text[]) with ordinality as given (phone, n) order by n
      returning id`,
  );
  contacts = people.map(({ id }) => id);
  const now = Date.now();
  // Two thirds of them in the last day, some of these within the last minutes.
  const ago = () =>
    dice.between(1, dice.pick([DAYS * 1440, 1440, 300])) * MINUTE_MS + dice.between(0, 59_999);
  await store(Array.from({ length: EVENTS }, () => answerAt(now - ago())));
});

const ORDERS: Record<string, string> = {
  phone: 'phone',
  question: 'question',
  answer: 'raw',
  intent: 'intent',
  score: `case when score ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then score::numeric end D, score`,
};

/** A page, asked for until it is in order: on a busy machine that takes more than one call. */
async function answered(form: Partial<FormOf<typeof calls.tiles.responses>>): Promise<TableData> {
  for (;;) {
    const { data } = (await ann.ask(calls.tiles.responses, form)).values;
    if (data.sorting === undefined) return data;
  }
}

/** The first 200 answers of an order as one statement over all of them has them. */
async function plain(column: string, order: string, from: string, to: string, datapoint: number) {
  const by = `${ORDERS[column]} D, events.at D, events.id D`.replaceAll(' D', ` ${order}`);
  return rows(
    harness().services.db,
    sql<Record<string, string>>`
      select raw as answer, intent, score, question, phone, to_char(at at time zone ${ZONE}, 'YYYY-MM-DD HH24:MI:SS') as at
      from (
        select e.*, coalesce(s.step->>'text', '') as question from events e
        left join steps s on s.account_id = e.account_id and s.id = e.step_id
      ) events where account_id = ${ann.accountId} and kind = 'response'
        and (at at time zone ${ZONE})::date between ${from}::date and ${to}::date
        and ${datapoint}::bigint in (0, campaign_id) order by ${sql.raw(by)} limit 200`,
  );
}

type Cut = { from: string; to: string; datapoint: number };

/** A page of an order, of some days, against plain SQL. */
async function comparePage(column: string, order: 'asc' | 'desc', cut: Cut): Promise<void> {
  const limit = dice.between(1, 100);
  const page = dice.between(0, Math.ceil(200 / limit) - 1);
  const data = await answered({ ...cut, order, orderBy: column, limit, page });
  expect(data.count).toBeGreaterThan(REPORT_GRID.tableWhole);
  const expected = await plain(column, order, cut.from, cut.to, cut.datapoint);
  expect([column, order, cut, limit, page, data.records]).toEqual([
    column,
    order,
    cut,
    limit,
    page,
    expected.slice(limit * page, Math.min(200, limit * (page + 1))),
  ]);
}

/** Every order from both ends, each of some days, of one campaign or all. */
async function compare(): Promise<void> {
  for (const column of Object.keys(ORDERS))
    for (const order of ['asc', 'desc'] as const) {
      const [first, last] = dice.pick([
        [DAYS, 0],
        [DAYS, 1],
        [dice.between(2, DAYS), 0],
      ] as const);
      const datapoint = dice.pick([0, CAMPAIGN]);
      await comparePage(column, order, { from: dayText(first), to: dayText(last), datapoint });
    }
}

/** The order by question from both ends, of the campaign and of all. */
async function compareQuestions(): Promise<void> {
  for (const order of ['asc', 'desc'] as const)
    for (const datapoint of [0, CAMPAIGN])
      await comparePage('question', order, { from: dayText(DAYS), to: dayText(1), datapoint });
}

describe('answers in other orders', () => {
  test('are those of plain SQL: first when the order is made, then from what is kept', async () => {
    await compare();
    const kept = async () =>
      rows(harness().services.db, sql<{ heads: number }>`select count(*) as heads from presorted_pages`);
    const before = await kept();
    expect(before[0]?.heads).toBeGreaterThan(0);
    await compare();
  });

  test('also when answers come that happened long ago', async () => {
    await store(
      Array.from({ length: 50 }, () => ({
        ...answerAt(Date.now() - 20 * 1440 * MINUTE_MS),
        kind: 'response',
        raw: '',
      })),
    );
    await compare();
  });

  test('also when a question is changed or deleted afterwards', async () => {
    const { db } = harness().services;
    const target = { accountId: ann.accountId, campaign: CAMPAIGN, isTemplate: false };
    const flow = await loadFlow(db, ann.accountId, CAMPAIGN);
    const [, second] = flow?.steps ?? [];
    if (second?.type !== 'open-question') throw new Error('The campaign has three questions.');
    await compareQuestions();
    // Behind all others, and then before them.
    await saveStep(db, target, { ...second, text: 'zz of another name' }, null);
    await compareQuestions();
    await removeStep(db, target, second.id);
    await compareQuestions();
  });

  test('are read from what is kept, not from the answers themselves', async () => {
    const { db } = harness().services;
    const ask = () =>
      answered({
        from: dayText(DAYS),
        to: dayText(1),
        datapoint: CAMPAIGN,
        order: 'desc',
        orderBy: 'answer',
      });
    const before = await ask();
    // Not known to the spans: whoever looked at all answers would see it.
    await sql`
      insert into events (account_id, campaign_id, kind, at, contact_id, raw)
      values (${ann.accountId}, ${CAMPAIGN}, 'response', now() - interval '9 days', 1, '好 unknown')`.execute(
      db,
    );
    expect(await ask()).toEqual(before);
    await forgetPresorted(db, ann.accountId, new Date(0));
    expect((await ask()).records).not.toEqual(before.records);
  });
});

test('nothing is kept of the answers of somebody who is erased', async () => {
  const { db } = harness().services;
  const cut = {
    from: dayText(DAYS),
    to: dayText(1),
    datapoint: 0,
    order: 'desc',
    orderBy: 'answer',
  } as const;
  const theirs = (daysAgo: number): NewEvent => ({
    ...answerAt(Date.now() - daysAgo * 1440 * MINUTE_MS),
    kind: 'response',
    contactId: contacts[0] ?? 0,
  });
  await store([
    { ...theirs(3), raw: '好 secret' },
    { ...theirs(30), raw: '好 gone' },
  ]);
  const ask = async () => (await answered(cut)).records.map(({ answer }) => answer);
  const kept = async () =>
    (
      await rows(
        db,
        sql`select 1 from presorted_pages where account_id = ${ann.accountId} and words::text like '%好 %'`,
      )
    ).length;
  expect(await ask()).toEqual(expect.arrayContaining(['好 secret', '好 gone']));
  expect(await kept()).toBeGreaterThan(0);
  const [contactId, phone] = [contacts[0] ?? 0, phones(20)[0] ?? ''];
  await erasePerson(harness().services, ann.accountId, {
    contactId,
    phone,
    caller: { userId: ann.userId },
    block: false,
  });
  expect(await kept()).toBe(0);
  expect((await ask()).filter((answer) => /secret|gone/.test(String(answer)))).toEqual([]);
  await compare();
});

test('spans follow each other without a gap, six of a length at most', () => {
  for (let n = 0; n < 300; n += 1) {
    const from = dice.between(0, 4_000_000);
    const to = from + dice.between(0, dice.pick([10, 1_000, 350_000]));
    const spans = spansBetween(from, to);
    let at = from * 900_000;
    for (const span of spans) {
      expect(startOf(span).getTime()).toBe(at);
      at = endOf(span).getTime();
    }
    expect(at).toBe(to * 900_000);
    for (let level = 0; level < 8; level += 1)
      expect(spans.filter((span) => span.level === level).length).toBeLessThanOrEqual(6);
  }
});
