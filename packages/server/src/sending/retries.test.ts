import { calls } from '@parley/contract';
import { RETRY, TIME_TO_LIVE } from '@parley/rules/limits.ts';
import { expect, it } from 'vitest';
import type { Chunk } from '../blasts/index.ts';
import { queueMessages } from '../messages/queue.ts';
import { outcomeOf, retryPause } from '../messages/submit-results.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { startBlastPump } from './blast-pump.ts';
import { expireStalled } from './expire.ts';
import { startOutboxPump } from './outbox-pump.ts';
import { takeQuota } from './rate-limit.ts';

const clock = manualClock('2026-03-10T17:00:00Z');
const harness = useHarness({ clock, config: { privateCarriers: true } });
let next = 100;

const LIFE_MS = TIME_TO_LIVE.usualMinutes * 60_000;
const busy = { is: 'rejected', code: '503', reason: 'Busy.', retry: true } as const;

it('tries again less and less often, never quicker than its first pause, never past the time to live', () => {
  const firstTry = new Date(0);
  const pauses: number[] = [];
  let at = 0;
  for (;;) {
    const outcome = outcomeOf(busy, { firstTry, timeToLiveMs: LIFE_MS }, new Date(at), 0.5);
    if (outcome.status === 'expired') break;
    expect(outcome).toMatchObject({ status: 'held', code: '503', reason: 'Busy.' });
    pauses.push(outcome.retryAfterMs);
    at += outcome.retryAfterMs;
  }
  expect(pauses[0]).toBe(RETRY.firstMs);
  expect(Math.max(...pauses)).toBe(RETRY.mostMs);
  expect(pauses.slice(0, -1).every((pause, n) => n === 0 || pause >= (pauses[n - 1] ?? 0))).toBe(true);
  expect(at).toBe(LIFE_MS);
  // 4 hours in pauses of 5 minutes, and some shorter ones before.
  expect(pauses.length).toBeLessThan(70);
  expect(retryPause(60_000, 0)).toBe(24_000);
  expect(retryPause(60_000, 1)).toBe(36_000);
});

it('never tries a final refusal again', () => {
  const final = { is: 'rejected', code: '21211', reason: 'No such number.', retry: false } as const;
  const life = { firstTry: new Date(0), timeToLiveMs: LIFE_MS };
  expect(outcomeOf(final, life, new Date(0), 0.5)).toMatchObject({ status: 'failed', retryAfterMs: 0 });
});

/** An account whose carrier is not there. */
async function withoutCarrier() {
  const { services } = harness();
  const user = await harness().newUser();
  const { accountId } = user;
  const connection = {
    baseUrl: 'http://127.0.0.1:9',
    accountSid: 'AC1',
    authToken: services.secrets.encrypt('secret').toString('base64'),
    webhookToken: `hook-${accountId}`,
  };
  const channel = await first(
    services.db,
    sql<{ id: number }>`
      update channels set connection_kind = 'twilio', connection = ${JSON.stringify(connection)}::jsonb, usual_quiet_hours = false
      where account_id = ${accountId} returning id`,
  );
  const list = await storeList(
    services.db,
    accountId,
    'All',
    phones(5).map((phone) => ({ phone })),
  );
  const credits = () =>
    first(services.db, sql`select balance, reserved, spent from balances where account_id = ${accountId}`);
  return { services, user, accountId, list, channelId: channel?.id ?? 0, credits };
}

it('lets the messages of a blast expire when the carrier is away for longer than they live, and returns their credits', async () => {
  const { services, user, accountId, list, credits } = await withoutCarrier();
  next += 1;
  await storeSketch(services.db, accountId, next, [
    { type: 'final-message', id: next * 10, text: 'Hi' },
  ] as never);
  const sent = await user.ask(calls.blast.send, {
    campaign: next,
    lists: [list],
    schedule: '2020-01-01 00:00:00',
  });
  const blast = sent.values?.blast ?? 0;
  const pump = startBlastPump(services);
  try {
    await eventually(async () => {
      const found = await rows(
        services.db,
        sql`select 1 from messages where account_id = ${accountId} and status = 'held' and reason is not null`,
      );
      return found.length > 0;
    });
    expect((await user.ask(calls.blast.progress, { blast })).values).toMatchObject({ queued: 5, failed: 0 });
    // Its messages are tried in vain all the time, in leaps of ten minutes.
    await eventually(async () => {
      clock.advance(10 * 60_000);
      services.signals.wake('chunks');
      await new Promise((resolve) => setTimeout(resolve, 150));
      return (await user.ask(calls.blast.progress, { blast })).values?.state === 'done';
    });
  } finally {
    await pump.stop();
  }
  expect((await user.ask(calls.blast.progress, { blast })).values).toMatchObject({
    queued: 0,
    failed: 5,
    sent: 0,
    unknown: 0,
    credits: 0,
  });
  const { values } = await user.ask(calls.blast.reasons, { blast });
  expect(values?.reasons.every(({ status }) => status === 'expired')).toBe(true);
  expect(await credits()).toEqual({ balance: 1000, reserved: 0, spent: 0 });
});

it('tries the messages of a blast for as long as the blast was told, whatever its channel says', async () => {
  const { services, user, accountId, list, credits } = await withoutCarrier();
  const launch = async (timeToLive: number) => {
    next += 1;
    await storeSketch(services.db, accountId, next, [
      { type: 'final-message', id: next * 10, text: 'Hi' },
    ] as never);
    const sent = await user.ask(calls.blast.send, {
      campaign: next,
      lists: [list],
      schedule: '2020-01-01 00:00:00',
      timeToLive,
    });
    return sent;
  };
  const refused = await launch(4);
  expect(refused).toMatchObject({ status: 400, DETAIL: 'inpTimeToLiveMinutes' });
  const brief = (await launch(10)).values?.blast ?? 0;
  const usual = (await launch(0)).values?.blast ?? 0;
  const read = async (blast: number) => (await user.ask(calls.blast.progress, { blast })).values;
  expect(await read(brief)).toMatchObject({ timeToLive: 10, queued: 5 });
  expect(await read(usual)).toMatchObject({ timeToLive: 240, queued: 5 });
  const pump = startBlastPump(services);
  try {
    await eventually(async () => {
      clock.advance(2 * 60_000);
      services.signals.wake('chunks');
      await new Promise((resolve) => setTimeout(resolve, 150));
      return (await read(brief))?.state === 'done';
    });
    expect(await read(brief)).toMatchObject({ failed: 5, queued: 0 });
    expect(await read(usual)).toMatchObject({ failed: 0, queued: 5, state: 'running' });
    expect(await credits()).toEqual({ balance: 995, reserved: 0, spent: 5 });
  } finally {
    await pump.stop();
  }
});

it('lets no message of a blast expire because another blast has stood still', async () => {
  const { services, user, accountId, list } = await withoutCarrier();
  const launch = async () => {
    next += 1;
    await storeSketch(services.db, accountId, next, [
      { type: 'final-message', id: next * 10, text: 'Hi' },
    ] as never);
    const form = { campaign: next, lists: [list], schedule: '2020-01-01 00:00:00' };
    const { values } = await user.ask(calls.blast.send, form);
    const ids = await first(
      services.db,
      sql<{ firstMessage: number; lastMessage: number }>`
        select min(id) as "firstMessage", max(id) as "lastMessage" from messages
        where account_id = ${accountId} and blast_id = ${values.blast}`,
    );
    return { accountId, blastId: values.blast, ...ids } as never as Chunk;
  };
  const [still, moving] = [await launch(), await launch()];
  const since = new Date(clock.now().getTime() - LIFE_MS);
  await sql`update blasts set stalled_since = ${since} where account_id = ${accountId} and id = ${still.blastId}`.execute(
    services.db,
  );
  const queued = async ({ blastId }: Chunk) =>
    (await user.ask(calls.blast.progress, { blast: blastId })).values.queued;
  for (const chunk of [moving, still]) await expireStalled(services, chunk, LIFE_MS);
  expect([await queued(moving), await queued(still)]).toEqual([5, 0]);
});

it('lets a single message expire that waited too long, and returns its credits', async () => {
  const { services, accountId, channelId, credits } = await withoutCarrier();
  const contact = await first(
    services.db,
    sql<{ id: number }>`select min(id) as id from contacts where account_id = ${accountId}`,
  );
  await services.db.transaction().execute((trx) =>
    queueMessages(trx, services, accountId, [
      {
        channelId,
        contactId: contact?.id ?? 0,
        campaignId: null,
        blastId: null,
        stepId: null,
        origin: 'inbox',
        purpose: 'message',
        body: 'See you at five',
        media: null,
      },
    ]),
  );
  expect(await credits()).toEqual({ balance: 999, reserved: 0, spent: 1 });
  clock.advance(LIFE_MS + 60_000);
  const pump = startOutboxPump(services);
  await eventually(async () => {
    const found = await rows(
      services.db,
      sql`select 1 from messages where account_id = ${accountId} and status = 'expired'`,
    );
    return found.length === 1;
  });
  await pump.stop();
  expect(await credits()).toEqual({ balance: 1000, reserved: 0, spent: 0 });
  expect(await rows(services.db, sql`select 1 from outbox where account_id = ${accountId}`)).toHaveLength(0);
});

it('counts a sender’s day in its own zone, leaves some of it for answers, and begins anew at its midnight', async () => {
  const { services, accountId, channelId } = await withoutCarrier();
  const pace = { segmentsPerSecond: null, segmentsPerDay: 100, dayZone: 'America/Los_Angeles' };
  const take = (segments: number, urgent: boolean, at: string) =>
    takeQuota(services.db, { accountId, channelId }, pace, { segments, urgent }, new Date(at));
  // 23:00 in Los Angeles.
  expect(await take(95, false, '2026-03-10T06:00:00Z')).toEqual({ is: 'granted' });
  expect(await take(1, false, '2026-03-10T06:00:10Z')).toEqual({ is: 'day-full', ms: 3_590_000, left: 0 });
  expect(await take(5, true, '2026-03-10T06:00:20Z')).toEqual({ is: 'granted' });
  expect(await take(1, true, '2026-03-10T06:00:30Z')).toEqual({ is: 'day-full', ms: 3_570_000, left: 0 });
  expect(await take(1, false, '2026-03-10T07:00:01Z')).toEqual({ is: 'granted' });
});

it('counts a sender’s day once where the clocks of two processes differ a little at its midnight', async () => {
  const { services, accountId, channelId } = await withoutCarrier();
  const pace = { segmentsPerSecond: null, segmentsPerDay: 100, dayZone: 'America/Los_Angeles' };
  const take = (segments: number, at: string) =>
    takeQuota(services.db, { accountId, channelId }, pace, { segments, urgent: true }, new Date(at));
  const [behind, ahead] = ['2026-03-10T06:59:50Z', '2026-03-10T07:00:10Z'] as const;
  expect(await take(100, behind)).toEqual({ is: 'granted' });
  expect(await take(60, ahead)).toEqual({ is: 'granted' });
  expect(await take(60, behind)).toMatchObject({ is: 'day-full', left: 40 });
  expect(await take(40, ahead)).toEqual({ is: 'granted' });
  expect(await take(1, behind)).toMatchObject({ is: 'day-full', left: 0 });
  expect(await take(1, ahead)).toMatchObject({ is: 'day-full', left: 0 });
});

it('ends a sender’s day at the first of two midnights, and at one that the clocks leap over', async () => {
  const { services, accountId, channelId } = await withoutCarrier();
  const fullAt = async (dayZone: string, at: string) => {
    const pace = { segmentsPerSecond: null, segmentsPerDay: 1, dayZone };
    await sql`delete from channel_rate_limits where account_id = ${accountId}`.execute(services.db);
    const take = () =>
      takeQuota(services.db, { accountId, channelId }, pace, { segments: 1, urgent: true }, new Date(at));
    expect(await take()).toEqual({ is: 'granted' });
    return take();
  };
  // In Havana the clocks went back from 01:00 to 00:00 on 1 November 2026, and leapt from 00:00 to 01:00 on 8
  // March.
  const halfAnHour = { is: 'day-full', ms: 1_800_000, left: 0 };
  expect(await fullAt('America/Havana', '2026-11-01T03:30:00Z')).toEqual(halfAnHour);
  expect(await fullAt('America/Havana', '2026-03-08T04:30:00Z')).toEqual(halfAnHour);
});
