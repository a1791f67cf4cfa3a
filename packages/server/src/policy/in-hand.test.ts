/**
 * What a worker has in hand: little of it, overtaken by answers, and not handed over any more to whoever opts
 * out.
 */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { receiveInbound } from '../conversation/receive-inbound.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { startBlastPump } from '../sending/blast-pump.ts';
import { startOutboxPump } from '../sending/outbox-pump.ts';
import { optOutNumbers } from '../suppression/opt-out-numbers.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const harness = useHarness();
const PEOPLE = 80;

test('a STOP overtakes a batch that waits for its turn at the channel’s pace', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  // 80 messages are one batch of this pace, handed over in slices of a tenth of a second.
  await sql`update channels set segments_per_second = 100 where account_id = ${accountId}`.execute(db);
  const numbers = phones(PEOPLE, 70_000);
  const list = await storeList(
    db,
    accountId,
    'All',
    numbers.map((phone) => ({ phone })),
  );
  await storeSketch(db, accountId, 90, [{ type: 'final-message', id: 901, text: 'Sale' }] as never);
  const taken = async () =>
    rows(
      db,
      sql<{
        phone: string;
      }>`select phone from simulator_messages where account_id = ${accountId} and direction = 'MT'`,
    );
  const { values } = await user.ask(calls.blast.send, {
    campaign: 90,
    lists: [list],
    schedule: '2020-01-01 00:00:00',
  });
  const pump = startBlastPump(services);
  await eventually(
    () => taken(),
    (seen) => seen.length > 0,
  );
  await db
    .transaction()
    .execute((trx) => optOutNumbers(trx, accountId, numbers, { source: 'phone', words: '' }, new Date()));
  const atStop = (await taken()).length;
  await eventually(
    async () => (await user.ask(calls.blast.progress, { blast: values.blast })).values.state === 'done',
  );
  await pump.stop();
  const after = (await taken()).length;
  // The slice that was on its way at that moment, and no further one.
  expect(after - atStop).toBeLessThanOrEqual(20);
  expect(after).toBeLessThan(PEOPLE);
  const skipped = await rows(
    db,
    sql<{ credits: number }>`
      select credits from messages where account_id = ${accountId} and status = 'skipped' and reason = 'opted-out'`,
  );
  expect(skipped).toHaveLength(PEOPLE - after);
  expect(skipped.every(({ credits }) => credits === 0)).toBe(true);
  const funds = await first(
    db,
    sql`select spent, reserved, balance + reserved + spent = granted as right from balances where account_id = ${accountId}`,
  );
  expect(funds).toEqual({ spent: after, reserved: 0, right: true });
  const progress = (await user.ask(calls.blast.progress, { blast: values.blast })).values;
  expect(progress).toMatchObject({ queued: 0, skipped: PEOPLE - after, credits: after });
});

test('an answer overtakes a blast that goes at the channel’s pace, of which a second’s worth is in hand at most', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  const rate = 5;
  const channel = await first(
    db,
    sql<{ id: number }>`
      update channels set segments_per_second = ${rate} where account_id = ${accountId} returning id`,
  );
  const people = phones(200, 72_000).map((phone) => ({ phone }));
  const list = await storeList(db, accountId, 'All', people);
  await storeSketch(db, accountId, 91, [{ type: 'final-message', id: 911, text: 'Sale' }] as never);
  await storeSketch(
    db,
    accountId,
    92,
    [{ type: 'final-message', id: 921, text: 'Here we are' }] as never,
    'HOURS',
  );
  const pumps = [startOutboxPump(services), startBlastPump(services)];
  const { values } = await user.ask(calls.blast.send, {
    campaign: 91,
    lists: [list],
    schedule: '2020-01-01 00:00:00',
  });
  const taken = async (body: string) =>
    rows(
      db,
      sql<{ at: Date }>`
        select at from simulator_messages
        where account_id = ${accountId} and direction = 'MT' and body = ${body} order by at`,
    );
  const inHand = async () =>
    (
      await first(
        db,
        sql<{ count: number }>`
          select count(*) as count from messages where account_id = ${accountId} and status = 'sending'`,
      )
    )?.count ?? 0;
  await eventually(
    () => taken('Sale'),
    (seen) => seen.length >= 3,
  );
  let most = 0;
  const watch = setInterval(() => void inHand().then((count) => (most = Math.max(most, count))), 50);
  const waits: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const askedAt = Date.now();
    await receiveInbound(services, {
      accountId,
      channelId: channel?.id ?? 0,
      phone: `+1212555902${n}`,
      text: 'hours',
      carrierMessageId: `hours-${n}`,
      at: new Date(),
    });
    await eventually(
      () => taken('Here we are'),
      (seen) => seen.length === n + 1,
    );
    waits.push(Date.now() - askedAt);
  }
  clearInterval(watch);
  const blastLeft = people.length - (await taken('Sale')).length;
  await user.ask(calls.blast.setState, { blast: values.blast, state: 'cancelled' });
  await Promise.all(pumps.map((pump) => pump.stop()));
  // Behind the blast each would wait for more than half a minute.
  expect(Math.max(...waits), String(waits)).toBeLessThan(20_000);
  expect(blastLeft).toBeGreaterThan(10);
  // An answer may be in hand beside the second's worth of the blast.
  expect(most).toBeLessThanOrEqual(rate + 1);
});
