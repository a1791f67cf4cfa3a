/** How often one person is written to: counted at the last gate, by all workers together. */
import { calls } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runNext } from '../automata/jobs.ts';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound, startConversation } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import type { Background } from '../platform/services.ts';
import { startBlastPump } from '../sending/blast-pump.ts';
import { startOutboxPump } from '../sending/outbox-pump.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const DAY_MS = 86_400_000;
const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const services = () => harness().services;
const db = () => services().db;
let user: Client & { accountId: number };
let channelId = 0;
let pumps: Background[] = [];
let next = 900;

beforeEach(async () => {
  clock.set('2026-03-02T15:00:00Z');
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
  pumps = [startOutboxPump(services()), startBlastPump(services())];
});
afterEach(() => Promise.all(pumps.map((pump) => pump.stop())));

async function sketch(text: string, keyword = '', before: readonly string[] = []): Promise<number> {
  next += 1;
  const id = next;
  const steps = [
    ...before.map((each, n) => ({ id: id * 10 + n + 1, type: 'message' as const, text: each })),
    { id: id * 10, type: 'final-message' as const, text },
  ];
  await storeSketch(db(), user.accountId, id, steps, keyword);
  return id;
}

const limit = (sends: number, days: number) => user.ask(calls.gate.saveFrequency, { sends, days });

/** After days a session is over. */
async function wait(days: number): Promise<void> {
  clock.advance(days * DAY_MS);
  await sql`update sessions set expires_at = ${new Date(clock.now().getTime() + DAY_MS)}, last_used_at = ${clock.now()}`.execute(
    db(),
  );
}

async function blast(list: number, text: string, before: readonly string[] = []): Promise<number> {
  const { values } = await user.ask(calls.blast.send, {
    campaign: await sketch(text, '', before),
    lists: [list],
    schedule: '2020-01-01 00:00:00',
  });
  return values.blast;
}

/** What became of the people of a blast, once it is over. */
async function outcome(blastId: number): Promise<Record<string, number>> {
  return eventually(async () => {
    const { values } = await user.ask(calls.blast.progress, { blast: blastId });
    const { state, total, sent, delivered, skipped, failed, unknown, queued } = values;
    expect(sent + delivered + skipped + failed + unknown + queued).toBe(total);
    return state === 'done' ? { sent: sent + delivered, skipped, failed } : null;
  });
}

async function balanceAddsUp(): Promise<void> {
  const row = await first(
    db(),
    sql<{ right: boolean; reserved: number }>`
      select balance + reserved + spent = granted as right, reserved from balances where account_id = ${user.accountId}`,
  );
  expect(row).toEqual({ right: true, reserved: 0 });
}

const textsTo = async (phone: string) =>
  (
    await rows(
      db(),
      sql<{ body: string }>`
        select body from simulator_messages
        where account_id = ${user.accountId} and phone = ${phone} and direction = 'MT' order by id`,
    )
  ).map(({ body }) => body);

describe('a limit of sends to one person', () => {
  test('skips who has had so many, says why, gives the credits back, and lets go when the days are over', async () => {
    const [one = '', other = ''] = phones(2, 20_000);
    const both = await storeList(db(), user.accountId, 'Both', [{ phone: one }, { phone: other }]);
    const alone = await storeList(db(), user.accountId, 'One', [{ phone: one }]);
    expect((await limit(2, 7)).RESULT).toBe(1);
    expect(await outcome(await blast(alone, 'First'))).toEqual({ sent: 1, skipped: 0, failed: 0 });
    await wait(1);
    expect(await outcome(await blast(both, 'Second'))).toEqual({ sent: 2, skipped: 0, failed: 0 });
    const third = await blast(both, 'Third');
    expect(await outcome(third)).toEqual({ sent: 1, skipped: 1, failed: 0 });
    const { reasons } = (await user.ask(calls.blast.reasons, { blast: third })).values;
    expect(reasons).toContainEqual(
      expect.objectContaining({ status: 'skipped', reason: 'frequency', count: 1 }),
    );
    await eventually(() => balanceAddsUp().then(() => true));
    expect(await textsTo(one)).toEqual(['First', 'Second']);
    // The first one is more than seven days ago now, the second one is not.
    await wait(6.5);
    expect(await outcome(await blast(both, 'Fourth'))).toEqual({ sent: 1, skipped: 1, failed: 0 });
    expect(await textsTo(one)).toEqual(['First', 'Second', 'Fourth']);
  });

  test('counts an opening of two texts as one send, at the gate and before sending', async () => {
    const [phone = ''] = phones(1, 60_000);
    const list = await storeList(db(), user.accountId, 'One', [{ phone }]);
    await limit(2, 7);
    expect(await outcome(await blast(list, 'Buy now', ['Sale!']))).toMatchObject({ sent: 1, skipped: 0 });
    const review = async () =>
      (await user.ask(calls.blast.review, { campaign: await sketch('Next'), lists: [list] })).values;
    expect(await review()).toMatchObject({ eligible: 1, enough: 0 });
    expect(await outcome(await blast(list, 'Last call', ['Sale!']))).toMatchObject({ sent: 1, skipped: 0 });
    expect(await review()).toMatchObject({ eligible: 1, enough: 1 });
    expect(await outcome(await blast(list, 'Too much', ['Sale!']))).toMatchObject({ sent: 0, skipped: 1 });
    expect(await textsTo(phone)).toEqual(['Sale!', 'Buy now', 'Sale!', 'Last call']);
  });

  test('lets go at the very moment when the days are over, at the gate and before sending', async () => {
    const [phone = ''] = phones(1, 61_000);
    const list = await storeList(db(), user.accountId, 'One', [{ phone }]);
    await limit(1, 7);
    await outcome(await blast(list, 'First'));
    const enough = async () =>
      (await user.ask(calls.blast.review, { campaign: await sketch('Next'), lists: [list] })).values.enough;
    await wait(7 - 1 / DAY_MS);
    expect(await enough()).toBe(1);
    expect(await outcome(await blast(list, 'Early'))).toMatchObject({ sent: 0, skipped: 1 });
    await wait(1 / DAY_MS);
    expect(await enough()).toBe(0);
    expect(await outcome(await blast(list, 'Second'))).toMatchObject({ sent: 1, skipped: 0 });
  });

  test('counts what may have arrived, not what the carrier refused, nor what went to somebody else', async () => {
    const [refused, lost, fresh] = ['+15005550002', '+15005550009', '+12125569999'];
    const both = await storeList(db(), user.accountId, 'Both', [{ phone: refused }, { phone: lost }]);
    const all = await storeList(
      db(),
      user.accountId,
      'All',
      [refused, lost, fresh].map((phone) => ({ phone })),
    );
    await limit(1, 7);
    expect(await outcome(await blast(both, 'First'))).toEqual({ sent: 0, skipped: 0, failed: 1 });
    const { values } = await user.ask(calls.blast.review, { campaign: await sketch('Next'), lists: [all] });
    expect(values).toMatchObject({ eligible: 3, enough: 1 });
    expect(await outcome(await blast(all, 'Second'))).toEqual({ sent: 1, skipped: 1, failed: 1 });
  });

  test('counts before sending what a blast that still runs has sent', async () => {
    const people = phones(2, 62_000).map((phone) => ({ phone }));
    const list = await storeList(db(), user.accountId, 'Two', people);
    await limit(1, 7);
    const first = await blast(list, 'First');
    await outcome(first);
    await sql`update blasts set state = 'running', finished_at = null where account_id = ${user.accountId} and id = ${first}`.execute(
      db(),
    );
    const { values } = await user.ask(calls.blast.review, { campaign: await sketch('Next'), lists: [list] });
    expect(values).toMatchObject({ eligible: 2, enough: 2 });
  });

  test('is shown before sending, for the moment at which it starts', async () => {
    const people = phones(3, 30_000).map((phone) => ({ phone }));
    const all = await storeList(db(), user.accountId, 'All', people);
    const some = await storeList(db(), user.accountId, 'Some', people.slice(0, 2));
    const campaign = await sketch('Next');
    const review = async (schedule = '') =>
      (await user.ask(calls.blast.review, { campaign, lists: [all], schedule })).values;
    await outcome(await blast(some, 'First'));
    expect(await review()).toMatchObject({
      listCount: 3,
      eligible: 3,
      enough: 0,
      mostSends: 0,
      mostSendsDays: 0,
    });
    await limit(1, 7);
    expect(await review()).toMatchObject({
      listCount: 3,
      filtered: 0,
      optedOut: 0,
      duplicates: 0,
      eligible: 3,
      enough: 2,
      mostSends: 1,
      mostSendsDays: 7,
    });
    expect(await review('2026-03-12 09:00:00')).toMatchObject({ eligible: 3, enough: 0 });
  });

  test('holds for automata, and neither counts nor holds back answers and triggers', async () => {
    const [phone = ''] = phones(1, 40_000);
    const list = await storeList(db(), user.accountId, 'One', [{ phone }]);
    const keyword = await sketch('You asked', 'ASK');
    await limit(1, 7);
    const trigger = () =>
      startConversation(services(), {
        accountId: user.accountId,
        campaignId: keyword,
        channelId,
        phone,
        variables: {},
        by: 'api',
      });
    const text = (id: string) =>
      receiveInbound(services(), {
        accountId: user.accountId,
        channelId,
        phone,
        text: 'ASK',
        carrierMessageId: id,
        at: clock.now(),
      });
    await trigger();
    await text('one');
    await eventually(
      () => textsTo(phone),
      (seen) => seen.length === 2,
    );
    const automaton = (await user.ask(calls.automata.add, { name: 'Hourly' })).values.id;
    const data = {
      Type_int: 2,
      BatchId_bi: await sketch('News'),
      ListId_int: list,
      Clone_ti: 1,
      Status_int: 1,
    };
    await user.post('automata/updateAutomataData', {
      AutomataId: String(automaton),
      AutomataData: JSON.stringify(data),
      Enabled: '1',
    });
    for (let run = 0; run < 2; run++) {
      clock.advance(3_600_000);
      while (await runNext(services()));
      await eventually(async () => {
        const { blasts } = (await user.ask(calls.blast.list, { campaign: 0, start: 0 })).values;
        return blasts.length === run + 1 && blasts.every(({ state }) => state === 'done');
      });
    }
    expect(await textsTo(phone)).toEqual(['You asked', 'You asked', 'News']);
    await trigger();
    await text('two');
    await eventually(
      () => textsTo(phone),
      (seen) => seen.length === 5,
    );
  });

  test('is kept by two workers with several blasts to the same people at once', async () => {
    const people = phones(400, 50_000).map((phone) => ({ phone }));
    const list = await storeList(db(), user.accountId, 'Crowd', people);
    await sql`
      update balances set balance = balance + 10000, granted = granted + 10000 where account_id = ${user.accountId}`.execute(
      db(),
    );
    await limit(2, 7);
    pumps.push(startBlastPump(services()), startBlastPump(services()));
    const blasts = await Promise.all(['A', 'B', 'C', 'D'].map((text) => blast(list, text)));
    const all = await Promise.all(blasts.map(outcome));
    expect(all.reduce((sum, { sent = 0 }) => sum + sent, 0)).toBe(800);
    const most = await first(
      db(),
      sql<{ most: number; least: number }>`
        select max(n) as most, min(n) as least from (
          select count(*) as n from simulator_messages where account_id = ${user.accountId} group by phone) each`,
    );
    expect(most).toEqual({ most: 2, least: 2 });
  });
});

test('there is no limit at first; owners set it, and lift it', async () => {
  const stored = async () => (await user.ask(calls.gate.frequency, {})).values;
  expect(await stored()).toEqual({ sends: 0, days: 0 });
  expect(await limit(3, 0)).toMatchObject({ status: 200, RESULT: 0, DETAIL: 'inpMostSendsDays' });
  expect(await limit(101, 7)).toMatchObject({ status: 400, DETAIL: 'inpMostSends' });
  expect(await limit(3, 30)).toMatchObject({ RESULT: 1 });
  expect(await stored()).toEqual({ sends: 3, days: 30 });
  expect(await limit(0, 0)).toMatchObject({ RESULT: 1 });
  expect(await stored()).toEqual({ sends: 0, days: 0 });
  await sql`update account_users set role = 'member' where account_id = ${user.accountId}`.execute(db());
  expect(await limit(3, 30)).toMatchObject({ status: 200, RESULT: 0 });
});
