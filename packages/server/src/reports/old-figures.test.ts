/** A database from before opt-ins were counted by list and opt-outs by their proof: its people stand in the figures as they would today. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receive } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, script, sql } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { markRepeats } from './repeats.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const DAYS = { from: '2026-03-01', to: '2026-03-03' };
const [JOIN, LINK] = [901, 902] as const;
const ANN = '+12125550101';
const BEN = '+12125550102';

test('opt-ins to two lists and opt-outs of an older database are counted as those of a new one', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  await user.ask(calls.account.overview, {});
  clock.advance(3_600_000);
  const channelId = (await firstChannel(db, accountId))?.id ?? 0;
  const lists = [];
  for (const name of ['News', 'Club']) lists.push((await user.ask(calls.lists.add, { name })).values.id);
  const joins = lists.map((list, n) => ({ type: 'opt-in' as const, id: JOIN * 10 + n, list }));
  await storeSketch(db, accountId, JOIN, joins, 'JOIN');
  for (const [n, [phone, text]] of [
    [ANN, 'JOIN'],
    [BEN, 'JOIN'],
    [BEN, 'STOP'],
    [BEN, 'START'],
    [BEN, 'STOP'],
  ].entries()) {
    clock.advance(1_000);
    const carrierMessageId = `text ${n}`;
    await receive(services, {
      accountId,
      channelId,
      phone: phone ?? '',
      text: text ?? '',
      carrierMessageId,
      at: clock.now(),
    });
  }
  const figures = async () => {
    const of = { ...DAYS, datapoint: JOIN };
    const { records, count } = (await user.ask(calls.tiles.subscribers, { ...of, limit: 100 })).values.data;
    const line = (await user.ask(calls.tiles.optInsOverTime, of)).values.data;
    const { lastDays, since } = (await user.ask(calls.account.overview, {})).values.overview;
    return {
      subscribers: records.map(({ phone, list }) => `${phone} ${list}`).toSorted(),
      count,
      optIns: line.reduce((sum, day) => sum + Number(day['Opt-ins']), 0),
      optOuts: lastDays.reduce((sum, day) => sum + day.optOuts, 0),
      since: [since?.optIns, since?.optOuts],
    };
  };
  const fresh = await figures();
  expect(fresh).toMatchObject({
    subscribers: [`${ANN} Club`, `${ANN} News`, `${BEN} Club`, `${BEN} News`],
    optIns: 4,
    optOuts: 2,
  });

  // What the version before left: everybody's second list was a repeat of the first, people were counted by day, numbers once.
  await sql`
    insert into repeats (account_id, kind, subject_id, at, id, other_at)
    select ${accountId}, 'optin', subject, e.at, e.id, e.at + interval '1 second'
    from events e cross join (values (0::bigint), (${JOIN}::bigint)) as of (subject)
    where e.account_id = ${accountId} and e.kind = 'optin' and e.list_id = ${lists[0]}`.execute(db);
  await sql`
    insert into repeats_until (account_id, kind, until) values (${accountId}, 'optin', ${clock.now()}), (${accountId}, 'click', ${clock.now()})`.execute(
    db,
  );
  for (const kind of ['optin', 'click'])
    await sql`
      insert into daily_people (account_id, kind, subject_id, day, previous_day, people)
      values (${accountId}, ${kind}, ${LINK}, '2026-03-02', '2026-03-01', 7)`.execute(db);
  await script(
    db,
    `drop index consents_opt_outs, messages_unpaid;
     alter table account_quarters add column numbers_out int not null default 1, add column unpaid int not null default 0;
     update account_quarters set opt_outs = 9;
     delete from migrations where name in ('0062-opt-ins-by-list.sql', '0063-opt-outs-by-people.sql', '0074-unpaid-by-message.sql')`,
  );
  expect(await figures()).toMatchObject({
    subscribers: [`${ANN} Club`, `${BEN} Club`],
    optOuts: expect.not.closeTo(2),
  });
  expect(await migrate(db)).toEqual([
    '0062-opt-ins-by-list.sql',
    '0063-opt-outs-by-people.sql',
    '0074-unpaid-by-message.sql',
  ]);
  expect(await figures()).toEqual(fresh);
  clock.advance(3_600_000);
  while (await markRepeats(db, clock.now()));
  expect(await figures()).toEqual(fresh);
  const kept = await rows(
    db,
    sql`select kind, people::int from daily_people where account_id = ${accountId} and subject_id = ${LINK}`,
  );
  expect(kept).toEqual([{ kind: 'click', people: 7 }]);
});
