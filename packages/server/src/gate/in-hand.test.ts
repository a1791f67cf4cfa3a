/** What a worker has in hand when somebody opts out: it is not handed over any more, and costs nothing. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { startBlastPump } from '../delivery/blast-pump.ts';
import { optOutNumbers } from '../optouts/numbers.ts';
import { first, rows, sql } from '../platform/db/database.ts';
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
  await sql`update channels set segments_per_second = 200 where account_id = ${accountId}`.execute(db);
  const numbers = phones(PEOPLE, 70_000);
  const list = await storeList(
    db,
    accountId,
    'All',
    numbers.map((phone) => ({ phone })),
  );
  await storeSketch(db, accountId, 90, [{ type: 'TRAILER', id: 901, text: 'Sale' }] as never);
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
  await eventually(async () => (await taken()).length > 0);
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
  const purse = await first(
    db,
    sql`select spent, reserved, balance + reserved + spent = granted as right from balances where account_id = ${accountId}`,
  );
  expect(purse).toEqual({ spent: after, reserved: 0, right: true });
  const progress = (await user.ask(calls.blast.progress, { blast: values.blast })).values;
  expect(progress).toMatchObject({ queued: 0, skipped: PEOPLE - after, credits: after });
});
