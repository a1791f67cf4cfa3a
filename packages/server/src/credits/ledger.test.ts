import { calls } from '@parley/contract';
import { expect, it } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { noteUpdates } from '../testing/each-server.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const harness = useHarness();
const BLASTS = 50;
const AFFORDABLE = 10;
const PEOPLE = 20;

/** What the ledger adds up to, beside the balance. */
const DIFFERENCES = (accountId: number) => sql<{
  balance: number;
  reserved: number;
  spent: number;
  granted: number;
}>`
  with l as (
    select coalesce(sum(credits) filter (where kind = 'grant'), 0) as granted,
      coalesce(sum(credits) filter (where kind = 'reserve'), 0) as set_aside,
      coalesce(sum(credits) filter (where kind = 'return'), 0) as returned,
      coalesce(sum(credits) filter (where kind = 'spend'), 0) as spent,
      coalesce(sum(credits) filter (where kind = 'spend-reserved'), 0) as used,
      coalesce(sum(credits) filter (where kind = 'refund'), 0) as refunded
    from ledger where account_id = ${accountId}
  )
  select b.granted - l.granted as granted, b.balance - (l.granted - l.set_aside - l.spent + l.returned + l.refunded) as balance,
    b.reserved - (l.set_aside - l.used - l.returned) as reserved, b.spent - (l.spent + l.used - l.refunded) as spent
  from balances b, l where b.account_id = ${accountId}`;

it('lets 10 of 50 blasts go that begin at once on a balance for 10: nothing negative, no difference at any moment', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  await sql`
    with granted as (update balances set balance = ${AFFORDABLE * PEOPLE}, granted = ${AFFORDABLE * PEOPLE}
      where account_id = ${accountId})
    update ledger set credits = ${AFFORDABLE * PEOPLE} where account_id = ${accountId} and kind = 'grant'`.execute(
    db,
  );
  // The books are looked at by PostgreSQL itself, at each change of them.
  const moments = await noteUpdates<{ low: number; difference: number }>(
    db,
    'balances',
    'low bigint, difference bigint',
    'least(new.balance, new.reserved, new.spent), new.balance + new.reserved + new.spent - new.granted',
  );
  const list = await storeList(
    db,
    accountId,
    'All',
    phones(PEOPLE).map((phone) => ({ phone })),
  );
  for (let n = 1; n <= BLASTS; n += 1)
    await storeSketch(db, accountId, n, [{ type: 'final-message', id: n * 10, text: 'Hi' }] as never);
  harness().startBackground();

  const answers = await Promise.all(
    Array.from({ length: BLASTS }, (_, n) =>
      user.ask(calls.blast.send, { campaign: n + 1, lists: [list], schedule: '2020-01-01 00:00:00' }),
    ),
  );
  expect(answers.filter(({ RESULT }) => RESULT === 1)).toHaveLength(AFFORDABLE);
  const refused = answers.filter(({ RESULT }) => RESULT === 0);
  expect(refused.every(({ MESSAGE }) => MESSAGE.startsWith('This blast needs 20 credits'))).toBe(true);

  await eventually(async () => {
    expect(await first(db, DIFFERENCES(accountId))).toEqual({
      balance: 0,
      reserved: 0,
      spent: 0,
      granted: 0,
    });
    const open = await rows(
      db,
      sql`select 1 from blasts where account_id = ${accountId} and state <> 'done'`,
    );
    return open.length === 0;
  });
  expect(
    await first(db, sql`select balance, reserved, spent from balances where account_id = ${accountId}`),
  ).toEqual({ balance: 0, reserved: 0, spent: AFFORDABLE * PEOPLE });
  const seen = await moments();
  expect(seen.length).toBeGreaterThanOrEqual(2 * AFFORDABLE);
  expect(seen.filter(({ low, difference }) => low < 0 || difference !== 0)).toEqual([]);
  const book = await rows(db, sql`select 1 from simulator_messages where account_id = ${accountId}`);
  expect(book).toHaveLength(AFFORDABLE * PEOPLE);

  // The same books as people read them: every page's balances follow from each other, down to the grant.
  const entries: { kind: string; credits: number; balanceAfter: number; campaign: number }[] = [];
  for (let start = 0; ; start += 15) {
    const { values } = await user.ask(calls.delivery.ledger, { start });
    expect(values).toMatchObject({ balance: 0, reserved: 0, spent: 200, granted: 200 });
    entries.push(...(values?.entries ?? []));
    if ((values?.entries.length ?? 0) < 15) break;
  }
  expect(entries.at(-1)).toMatchObject({ kind: 'grant', credits: 200, balanceAfter: 200 });
  expect(entries[0]?.balanceAfter).toBe(0);
  const sign: Record<string, number> = { grant: 1, return: 1, refund: 1, reserve: -1, spend: -1 };
  entries.forEach(({ kind, credits, balanceAfter }, n) => {
    const before = entries[n + 1]?.balanceAfter ?? 0;
    expect(balanceAfter).toBe(before + (sign[kind] ?? 0) * credits);
  });
  const file = await user.get('account/exportLedger');
  const lines = file.text.trim().split('\r\n');
  expect(lines).toHaveLength(entries.length + 1);
  expect(lines[1]).toContain(',"grant","","","200","200","200",');
  const other = await harness().newUser();
  expect((await other.ask(calls.delivery.ledger, {})).values?.entries).toMatchObject([{ kind: 'grant' }]);
});

it('shows the balance after each entry on every page, whether scrolled or jumped to, and while entries come', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  const { accountId } = user;
  await sql`
    insert into ledger (account_id, kind, credits, at)
    select ${accountId}, case when n % 3 = 0 then 'grant' else 'spend' end, case when n % 3 = 0 then 9 else n % 4 end, now() from generate_series(1, 100) n`.execute(
    db,
  );
  await sql`
    update balances set balance = granted_now - spent_now, granted = granted_now, spent = spent_now
    from (
      select sum(credits) filter (where kind = 'grant') as granted_now, sum(credits) filter (where kind = 'spend') as spent_now
      from ledger where account_id = ${accountId}
    ) sums
    where account_id = ${accountId}`.execute(db);
  const plain = await rows(
    db,
    sql<{ id: number; balanceAfter: number }>`
      select id, sum(case when kind = 'grant' then credits else -credits end) over (order by id)::bigint as "balanceAfter"
      from ledger where account_id = ${accountId} order by id desc`,
  );
  const read = async (start: number) =>
    (await user.ask(calls.delivery.ledger, { start })).values.entries.map(({ id, balanceAfter }) => ({
      id,
      balanceAfter,
    }));
  const starts = [60, 90, 0, 15, 30, 45, 60, 75, 90, 105];
  for (const start of starts) expect(await read(start)).toEqual(plain.slice(start, start + 15));
  // What comes meanwhile neither moves the page below one that was read, nor changes a balance of the past.
  await sql`
    with paid as (update balances set balance = balance - 5, spent = spent + 5 where account_id = ${accountId})
    insert into ledger (account_id, kind, credits, at) values (${accountId}, 'spend', 5, now())`.execute(db);
  expect(await read(15)).toEqual(plain.slice(15, 30));
});

it('writes a ledger of any length into its file: each entry once, oldest first, with the balance after it', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  const other = await harness().newUser();
  for (const { accountId } of [user, other])
    await sql`
      insert into ledger (account_id, kind, credits, note, at)
      select ${accountId}, 'spend', 1, 'n' || n, now() from generate_series(1, 10001) n`.execute(db);
  const [[header = '', granted = '', ...lines], { entries }] = await Promise.all([
    user.get('account/exportLedger').then(({ text }) => text.trim().split('\r\n')),
    user.ask(calls.delivery.ledger, { start: 10_001 }).then(({ values }) => values),
  ]);
  expect(header).toContain('Balance');
  const begun = entries[0]?.credits ?? 0;
  expect(granted).toContain(`"${begun}","${begun}","${begun}"`);
  const read = lines.map((line) => line.split(',').map((cell) => JSON.parse(cell) as string));
  expect(read.map((cells) => [cells[6], cells.at(-1)])).toEqual(
    Array.from({ length: 10_001 }, (_, n) => [String(begun - n - 1), `n${n + 1}`]),
  );
});
