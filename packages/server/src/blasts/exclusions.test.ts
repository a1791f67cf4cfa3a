import { calls } from '@parley/contract';
import { FAILURE_PAUSE } from '@parley/rules/limits.ts';
import { expect, it } from 'vitest';
import { spendReserved } from '../credits/balance.ts';
import { removeAll } from '../lists/member-counts.ts';
import { publishBlast } from '../messages/blast-counts.ts';
import { NO_ANSWER, storeSubmitResults } from '../messages/submit-results.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';

const harness = useHarness();
let next = 900;

async function account() {
  harness().startBackground();
  const user = await harness().newUser();
  return { services: harness().services, user, accountId: user.accountId };
}

async function campaign(accountId: number, text = 'Hi'): Promise<number> {
  next += 1;
  await storeSketch(harness().services.db, accountId, next, [
    { type: 'final-message', id: next * 10, text },
  ] as never);
  return next;
}

it('puts everybody on the lists into exactly one row, opens its people and exports them', async () => {
  const { services, user, accountId } = await account();
  const city = await storeTag(services.db, accountId, 'City');
  const numbers = phones(30);
  const bad = ['+15005550001', '+15005550002', '+15005550004'];
  const list = await storeList(services.db, accountId, 'All', [
    ...numbers.map((phone, n) => ({
      phone,
      tags: { [city]: n < 6 ? 'Rome' : 'Paris' },
      optedOut: n >= 6 && n < 10,
    })),
    ...bad.map((phone) => ({ phone, tags: { [city]: 'Paris' } })),
  ]);
  const had = await storeList(
    services.db,
    accountId,
    'Had it',
    numbers.slice(10, 13).map((phone) => ({ phone })),
  );
  const id = await campaign(accountId);
  const send = (lists: number[], filters: object[]) =>
    user.ask(calls.blast.send, {
      campaign: id,
      lists,
      filters: filters as never,
      schedule: '2020-01-01 00:00:00',
    });
  const before = await send([had], []);
  expect(before.RESULT).toBe(1);
  const sent = await send([list], [{ tag: 'City', operator: '=', value: 'Paris' }]);
  const blast = sent.values?.blast ?? 0;
  await eventually(async () => {
    const { values } = await user.ask(calls.blast.progress, { blast });
    return values?.state === 'done' && values.delivered === 17 && values.failed === 2;
  });
  // The lists change afterwards: what became of the audience does not.
  await removeAll(services.db, accountId, list);

  const reasons = (await user.ask(calls.blast.reasons, { blast })).values?.reasons ?? [];
  const count = (status: string, reason: string, code = '') =>
    reasons.find((row) => row.status === status && row.reason === reason && row.code === code)?.count;
  expect(count('not queued', 'filtered')).toBe(6);
  expect(count('not queued', 'opted-out')).toBe(4);
  expect(count('not queued', 'already-blasted')).toBe(3);
  expect(count('delivered', '')).toBe(17);
  expect(count('sent', '')).toBe(1);
  expect(count('undelivered', '', '30003')).toBe(1);
  expect(count('failed', 'The number does not exist.', '30005')).toBe(1);
  expect(reasons.reduce((sum, row) => sum + row.count, 0)).toBe(33);

  const everybody = new Set<string>();
  for (const { status, reason, code, count } of reasons) {
    const bucket = { blast, status: status as never, reason, code };
    const found: string[] = [];
    for (let start = 0; ; start += 15) {
      const { values } = await user.ask(calls.delivery.people, { ...bucket, start });
      found.push(...(values?.people.map(({ phone }) => phone) ?? []));
      if ((values?.people.length ?? 0) < 15) break;
    }
    expect(found).toHaveLength(count);
    for (const phone of found) everybody.add(phone);
    const query = new URLSearchParams({
      inpBlastId: String(blast),
      inpStatus: status,
      inpReason: reason,
      inpCode: code,
    });
    const file = await user.get(`blast/exportPeople?${query}`);
    expect(file.text.trim().split('\r\n')).toHaveLength(count + 1);
    expect(file.text).toContain(found[0]);
  }
  expect(everybody.size).toBe(33);

  const bucket = { blast, status: 'not queued' as const, reason: 'filtered' };
  const searched = await user.ask(calls.delivery.people, { ...bucket, search: numbers[2]?.slice(-7) ?? '' });
  expect(searched.values?.people.map(({ phone }) => phone)).toEqual([numbers[2]]);
  const many = await user.ask(calls.delivery.people, { ...bucket, search: '1', start: 2 });
  expect(many.values?.people.map(({ phone }) => phone)).toEqual(numbers.slice(2, 6));
  const other = await harness().newUser();
  expect((await other.ask(calls.delivery.people, bucket)).status).toBe(404);
  expect((await other.get(`blast/exportPeople?inpBlastId=${blast}&inpStatus=sent`)).status).toBe(404);
});

it('adds up for an audience that is queued in several chunks', async () => {
  const { services, user, accountId } = await account();
  const city = await storeTag(services.db, accountId, 'City');
  const list = await storeList(
    services.db,
    accountId,
    'All',
    phones(6_000).map((phone, n) => ({ phone, tags: { [city]: n % 3 === 0 ? 'Rome' : 'Paris' } })),
  );
  await sql`
    with given as (update balances set balance = balance + 10000, granted = granted + 10000 where account_id = ${accountId})
    insert into ledger (account_id, kind, credits, at) values (${accountId}, 'grant', 10000, ${new Date(0)})`.execute(
    services.db,
  );
  const id = await campaign(accountId);
  const sent = await user.ask(calls.blast.send, {
    campaign: id,
    lists: [list],
    filters: [{ tag: 'City', operator: '=', value: 'Rome' }] as never,
    schedule: '2020-01-01 00:00:00',
  });
  const blast = sent.values?.blast ?? 0;
  await eventually(async () => {
    const { values } = await user.ask(calls.blast.progress, { blast });
    return values?.state === 'done' && values.delivered === 2_000;
  });
  const { values } = await user.ask(calls.blast.reasons, { blast });
  expect(values?.reasons).toEqual([
    { status: 'delivered', reason: '', code: '', count: 2_000 },
    { status: 'not queued', reason: 'filtered', code: '', count: 4_000 },
  ]);
  const stored = await first(
    services.db,
    sql<{ rows: number; listed: number; filtered: number }>`
      select (select count(*) from blast_exclusions where account_id = ${accountId}) as rows, list_count as listed, filtered
      from blasts where account_id = ${accountId} and id = ${blast}`,
  );
  expect(stored?.rows).toBeLessThan(5);
  expect(stored).toMatchObject({ listed: 6_000, filtered: 4_000 });
});

it('pauses by itself when many of the latest messages fail, says why, and goes on when it is told to', async () => {
  const { services, user, accountId } = await account();
  const { messages: stretch, share } = FAILURE_PAUSE;
  const people = stretch * 4;
  const list = await storeList(
    services.db,
    accountId,
    'All',
    phones(people).map((phone) => ({ phone })),
  );
  const sent = await user.ask(calls.blast.send, {
    campaign: await campaign(accountId),
    lists: [list],
    schedule: '2099-01-01 00:00:00',
  });
  const blast = sent.values?.blast ?? 0;
  await sql`update blasts set state = 'running', renewal = null where account_id = ${accountId}`.execute(
    services.db,
  );
  const sending = await rows(
    services.db,
    sql<{ id: number }>`
      update messages set status = 'sending' where account_id = ${accountId} returning id`,
  );
  /** So many answers of the carrier, the first ones of them failures. */
  const hear = async (answers: number, failures: number) => {
    const results = sending.splice(0, answers).map(({ id }, n) => {
      const outcome = { ...NO_ANSWER, status: n < failures ? ('failed' as const) : ('sent' as const) };
      return { messageId: id, outcome };
    });
    const counted = await transact(services.db, (trx) =>
      storeSubmitResults(trx, accountId, results, new Date()),
    );
    for (const each of counted) publishBlast(services, accountId, each);
  };
  const progress = async () => (await user.ask(calls.blast.progress, { blast })).values;
  const openChunks = () =>
    rows(services.db, sql`select 1 from send_chunks where account_id = ${accountId} and not paused`);

  await hear(stretch, stretch * share - 1);
  await hear(stretch / 2, stretch / 2);
  expect((await progress())?.state).toBe('running');
  await hear(stretch / 2, 0);
  await eventually(
    () => progress(),
    (seen) => seen?.state === 'paused',
  );
  expect((await progress())?.pauseReason).toBe('50 of the last 100 messages failed.');
  expect(await openChunks()).toHaveLength(0);
  const { overview } = (await user.ask(calls.account.overview, {})).values;
  expect(overview.runningBlasts).toMatchObject([{ pauseReason: '50 of the last 100 messages failed.' }]);

  await user.ask(calls.blast.setState, { blast, state: 'running' });
  await hear(stretch, 5);
  expect((await progress())?.state).toBe('running');
  expect(await openChunks()).toHaveLength(1);
  await hear(stretch, stretch * share);
  await eventually(
    () => progress(),
    (seen) => seen?.state === 'paused',
  );
  // By these, and not by the five before.
  expect((await progress())?.pauseReason).toBe('30 of the last 100 messages failed.');
});

it('gives back at a cancellation what was paid for messages that came back from a busy carrier', async () => {
  const { services, user, accountId } = await account();
  const list = await storeList(
    services.db,
    accountId,
    'All',
    phones(8).map((phone) => ({ phone })),
  );
  const sent = await user.ask(calls.blast.send, {
    campaign: await campaign(accountId),
    lists: [list],
    schedule: '2099-01-01 00:00:00',
  });
  const blast = sent.values?.blast ?? 0;
  await transact(services.db, async (trx) => {
    await spendReserved(trx, accountId, blast, { credits: 3, messages: 3 }, new Date());
    await sql`
      update blasts set credits_reserved = credits_reserved - 3, credits_spent = 3 where account_id = ${accountId}`.execute(
      trx,
    );
    await sql`
      update messages set body = 'Hi', credits = 1 where account_id = ${accountId} and id in (
        select id from messages where account_id = ${accountId} order by id limit 3)`.execute(trx);
  });
  await user.ask(calls.blast.setState, { blast, state: 'cancelled' });
  const funds = () =>
    first(services.db, sql`select balance, reserved, spent from balances where account_id = ${accountId}`);
  await eventually(
    () => user.ask(calls.blast.progress, { blast }),
    (seen) => seen.values?.skipped === 8,
  );
  expect(await funds()).toEqual({ balance: 1000, reserved: 0, spent: 0 });
  expect((await user.ask(calls.blast.progress, { blast })).values?.credits).toBe(0);
});
