/**
 * Figures that people compare across screens (docs/metrics.md), after repeats, people who left, came back,
 * wait for their YES, and opted out.
 */
import { calls } from '@parley/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { payWaiting } from '../conversation/pay-replies.ts';
import { manualClock } from '../platform/clock.ts';
import { first, sql } from '../platform/db/database.ts';
import type { Background } from '../platform/services.ts';
import { startBlastPump } from '../sending/blast-pump.ts';
import { startOutboxPump } from '../sending/outbox-pump.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const DAYS = { from: '2026-03-01', to: '2026-03-03' };
const PASSWORD = 'correct horse battery staple';
const [JOIN, CLUB, SALE] = [901, 902, 903] as const;
const ANN = '+12125550101';
const BEN = '+12125550102';
const CAT = '+12125550103';
const DAN = '+12125550104';
const EVE = '+12125550105';
const FAY = '+12125550106';
const GUS = '+12125550107';
const HAL = '+12125550108';
let user: Client & { accountId: number };
let channelId = 0;
let pumps: Background[] = [];
let news = 0;
let club = 0;
let blast = 0;
let queued = 0;
let texts = 0;

async function says(phone: string, text: string): Promise<void> {
  texts += 1;
  clock.advance(1_000);
  const carrierMessageId = `text ${texts}`;
  await receiveInbound(harness().services, {
    accountId: user.accountId,
    channelId,
    phone,
    text,
    carrierMessageId,
    at: clock.now(),
  });
}
const overview = async () => (await user.ask(calls.account.overview, {})).values.overview;
const progress = async () => (await user.ask(calls.blast.progress, { blast })).values;
const ledger = async () => (await user.ask(calls.delivery.ledger, {})).values;
const csv = async (path: string, form: Record<string, string> = {}): Promise<Record<string, string>[]> =>
  parse((await user.get(`${path}?${new URLSearchParams(form)}`)).text, { bom: true, columns: true });

/** Nothing waits any more, and nothing is reserved; answers to a STOP cost nothing. */
const settled = () =>
  eventually(async () => {
    const waiting = await first(
      harness().services.db,
      sql`select from messages where account_id = ${user.accountId} and status in ('queued', 'sending') limit 1`,
    );
    return !waiting && (await ledger()).reserved === 0 ? true : null;
  });

beforeAll(async () => {
  user = await harness().newUser();
  await overview();
  clock.advance(3_600_000);
  const { db } = harness().services;
  channelId = (await firstChannel(db, user.accountId))?.id ?? 0;
  pumps = [startOutboxPump(harness().services), startBlastPump(harness().services)];
  news = (await user.ask(calls.lists.add, { name: 'News' })).values.id;
  club = (await user.ask(calls.lists.add, { name: 'Club' })).values.id;
  await user.ask(calls.gate.saveListRules, { list: club, doubleOptIn: true });
  const joins = (id: number, list: number) => [
    { type: 'opt-in' as const, id: id * 10, list },
    { type: 'final-message' as const, id: id * 10 + 1, text: 'You are in.' },
  ];
  await storeSketch(db, user.accountId, JOIN, joins(JOIN, news), 'JOIN');
  await storeSketch(db, user.accountId, CLUB, joins(CLUB, club), 'CLUB');
  await storeSketch(db, user.accountId, SALE, [{ type: 'final-message', id: SALE * 10, text: 'Sale!' }]);
  for (const phone of [ANN, ANN, BEN, CAT, DAN, HAL, ANN]) await says(phone, 'JOIN');
  for (const phone of [BEN, HAL]) await user.ask(calls.members.remove, { phone, list: news });
  await says(HAL, 'JOIN');
  await user.ask(calls.members.add, { phone: EVE, list: news });
  for (const phone of [FAY, GUS]) await says(phone, 'CLUB');
  await says(GUS, 'YES');
  await says(CAT, 'STOP');
  await says(CAT, 'STOP');
  await settled();
  await user.ask(calls.access.confirm, { password: PASSWORD });
});
afterAll(() => Promise.all(pumps.map((pump) => pump.stop())));

/** The members of a list as its page shows them, page by page. */
async function membersOf(list: number): Promise<string[]> {
  const phones: string[] = [];
  for (;;) {
    const page = await user.ask(calls.members.list, { list, start: phones.length, length: 2 });
    if (page.values.members.length === 0) return phones;
    phones.push(...page.values.members.map((member) => member.phone));
  }
}
const subscribers = async (datapoint: number) =>
  (await user.ask(calls.tiles.subscribers, { ...DAYS, datapoint, limit: 100 })).values.data;
async function optIns(datapoint: number): Promise<number> {
  const { data } = (await user.ask(calls.tiles.optInsOverTime, { ...DAYS, datapoint })).values;
  return data.reduce((sum, day) => sum + Number(day['Opt-ins']), 0);
}

test('a list counts as many members on its card, its own page and its pages of members', async () => {
  for (const [list, phones] of [
    [news, [ANN, CAT, DAN, EVE, HAL]],
    [club, [GUS]],
  ] as const) {
    const { info } = (await user.ask(calls.lists.info, { list })).values;
    const card = (await user.ask(calls.lists.list, {})).values.lists.find(({ id }) => id === list);
    const found = await membersOf(list);
    expect(found.toSorted()).toEqual(phones);
    expect([info.count, card?.count]).toEqual([found.length, found.length]);
    expect([info.optOuts, card?.optOuts]).toEqual(list === news ? [1, 1] : [0, 0]);
  }
});

test('the subscribers of a campaign are its members now: in the table, its count and its file', async () => {
  for (const [campaign, phones] of [
    [JOIN, [ANN, CAT, DAN, HAL]],
    [CLUB, [GUS]],
    [0, [ANN, CAT, DAN, GUS, HAL]],
  ] as const) {
    const { records, count } = await subscribers(campaign);
    expect(records.map(({ phone }) => phone).toSorted()).toEqual(phones);
    expect(count).toBe(phones.length);
    const form = { startDate: DAYS.from, endDate: DAYS.to, id: String(campaign) };
    const file = await csv('lists/exportSubscribersFromCampaign', form);
    expect(file.map((row) => row.Phone).toSorted()).toEqual(phones);
    expect(file.map((row) => row.Status).toSorted()).toEqual(records.map(({ status }) => status).toSorted());
  }
  const all = await membersOf(news);
  const { records } = await subscribers(JOIN);
  expect(all.filter((phone) => phone !== EVE).toSorted()).toEqual(records.map((row) => row.phone).toSorted());
});

test('opt-ins are people who join: repeats are none, coming back is one; Welcome and the line say the same', async () => {
  // Ann, Ben, Cat, Dan, Hal twice.
  expect([await optIns(JOIN), await optIns(CLUB), await optIns(0)]).toEqual([6, 1, 7]);
  expect((await overview()).since?.optIns).toBe(await optIns(0));
  expect((await overview()).lastDays.reduce((sum, day) => sum + day.optOuts, 0)).toBe(1);
  expect((await overview()).since?.optOuts).toBe(1);
});

test('a blast: the review, what is queued and its page agree; so do the campaign’s list of blasts and Welcome', async () => {
  const before = (await overview()).lastDays.at(-1);
  const target = { campaign: SALE, lists: [news] };
  const review = (await user.ask(calls.blast.review, target)).values;
  const { info } = (await user.ask(calls.lists.info, { list: news })).values;
  expect(review.listCount).toBe(info.count);
  expect(review.optedOut).toBe(info.optOuts);
  expect(review.eligible).toBe(info.count - info.optOuts);
  const sent = (await user.ask(calls.blast.send, target)).values;
  ({ blast, queued } = sent);
  expect(queued).toBe(review.eligible);
  await eventually(async () => ((await progress()).state === 'done' ? true : null));
  await says(DAN, 'What does it cost?');
  await says(DAN, 'Hello?');
  await says(ANN, 'STOP');
  await says(ANN, 'STOP');
  await settled();
  const page = await progress();
  expect(page.total).toBe(queued);
  expect([page.replied, page.optedOut]).toEqual([1, 1]);
  expect((await user.ask(calls.blast.list, { campaign: SALE })).values.blasts).toEqual([page]);
  const { reasons } = (await user.ask(calls.blast.reasons, { blast })).values;
  const inState = (...states: string[]) =>
    reasons.filter(({ status }) => states.includes(status)).reduce((sum, { count }) => sum + count, 0);
  expect(inState('sent', 'delivered', 'failed', 'undelivered', 'expired', 'unknown')).toBe(queued);
  expect(inState('delivered')).toBe(page.delivered);
  expect(inState('not queued')).toBe(info.count - queued);
  const today = (await overview()).lastDays.at(-1);
  const handedOver = page.sent + page.delivered + page.failed + page.unknown;
  // The two answers to a STOP are one: the second one is silent.
  expect((today?.sent ?? 0) - (before?.sent ?? 0)).toBe(handedOver + 1);
  expect((today?.received ?? 0) - (before?.received ?? 0)).toBe(4);
  expect((today?.optOuts ?? 0) - (before?.optOuts ?? 0)).toBe(page.optedOut);
});

test('replies without credits: the reports of the campaigns and Welcome count the same, also once some were paid or given up', async () => {
  const { db } = harness().services;
  const unpaid = async (datapoint: number) =>
    (await user.ask(calls.reports.unpaid, { ...DAYS, datapoint })).values.count;
  const figures = async () => {
    const { lastDays } = await overview();
    const welcome = lastDays.reduce((sum, day) => sum + day.unpaid, 0);
    return [await unpaid(JOIN), await unpaid(CLUB), await unpaid(0), welcome];
  };
  expect(await figures()).toEqual([0, 0, 0, 0]);
  const { balance } = await ledger();
  const setBalance = (credits: number) =>
    sql`update balances set balance = ${credits}, granted = ${credits} + reserved + spent where account_id = ${user.accountId}`.execute(
      db,
    );
  await setBalance(0);
  await says(BEN, 'JOIN');
  await says(FAY, 'JOIN');
  await says(FAY, 'CLUB');
  expect(await figures()).toEqual([2, 1, 3, 3]);
  // An hour is counted by then.
  clock.advance(2 * 3_600_000);
  expect(await figures()).toEqual([2, 1, 3, 3]);
  await setBalance(1);
  while (await payWaiting(harness().services));
  expect(await figures()).toEqual([1, 1, 2, 2]);
  clock.advance(4 * 3_600_000);
  while (await payWaiting(harness().services));
  expect(await figures()).toEqual([1, 1, 2, 2]);
  await setBalance(balance - 1);
});

test('credits: the header, Welcome, My Account, the review and the ledger with its file show one balance', async () => {
  const book = await ledger();
  const header = (await user.ask(calls.account.load, {})).values;
  const welcome = await overview();
  const review = (await user.ask(calls.blast.review, { campaign: SALE, lists: [news] })).values;
  expect([header.balance, welcome.balance, review.balance]).toEqual([
    book.balance,
    book.balance,
    book.balance,
  ]);
  expect([header.reserved, welcome.reserved]).toEqual([book.reserved, book.reserved]);
  expect(book.balance + book.reserved + book.spent).toBe(book.granted);
  expect(book.entries[0]?.balanceAfter).toBe(book.balance);
  expect((await csv('account/exportLedger')).at(-1)?.Balance).toBe(String(book.balance));
  const spent = book.entries.filter((entry) => entry.blast === blast && entry.kind === 'return');
  const page = await progress();
  const reserved = book.entries.find((entry) => entry.blast === blast && entry.kind === 'reserve');
  expect(page.credits).toBe((reserved?.credits ?? 0) - spent.reduce((sum, { credits }) => sum + credits, 0));
});
