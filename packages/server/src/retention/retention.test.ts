/** Each kind of data is kept as long as its account says, and what was counted of it stays right. */
import { calls, type DataKind } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { rows, script, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { forgetWhatIsOld } from './jobs.ts';

const NOW = '2026-06-15T15:00:00Z';
const OLD = '2026-01-10T10:00:00Z';
const EDGE = '2026-03-15T00:00:00Z';
const NEW = '2026-06-01T10:00:00Z';
const clock = manualClock(NOW);
const harness = useHarness({ clock });
const db = () => harness().services.db;
const { retention } = calls;

beforeEach(() => clock.set(NOW));

/** An account with a row of every kind at each of these moments. */
async function grown(moments: readonly string[] = [OLD, EDGE, NEW]) {
  const user = await harness().newUser();
  const account = user.accountId;
  const contact = account * 1_000;
  let id = account * 1_000;
  for (const at of moments) {
    id += 10;
    await script(
      db(),
      `insert into messages (account_id, id, channel_id, contact_id, blast_id, origin, status, body, media, created_at) values
         (${account}, ${id}, 1, ${contact}, null, 'inbox', 'delivered', 'Hi', 'https://a.example/b.png', '${at}'),
         (${account}, ${id + 1}, 1, ${contact}, ${id}, 'blast', 'delivered', 'Sale', null, '${at}'),
         (${account}, ${id + 2}, 1, ${contact}, null, 'inbox', 'held', 'Later', null, '${at}');
       insert into inbound_messages (account_id, id, channel_id, contact_id, carrier_message_id, body, kind, at, media)
         overriding system value values (${account}, ${id}, 1, ${contact}, '${id}', 'Look', 'none', '${at}', '["https://c.example/d"]');
       insert into inbound_media (account_id, inbound_id, place, channel_id, address, bytes)
         values (${account}, ${id}, 0, 1, 'https://c.example/d', 'x');
       insert into events (account_id, campaign_id, kind, at, contact_id, raw) values (${account}, 5, 'response', '${at}', ${contact}, 'yes');
       insert into step_visits (account_id, campaign_id, contact_id, at, version, steps) values (${account}, 5, ${contact}, '${at}', 1, '{1}');
       insert into daily_campaign_counts values (${account}, 5, 'response', '${at}'::timestamptz::date, 1);
       insert into short_links (account_id, id, name, url, created_at) overriding system value values (${account}, ${id}, 'a', 'https://x.example', '${at}');
       insert into link_clicks (account_id, link_id, contact_id, at, kind) values (${account}, ${id}, ${contact}, '${at}', 'person'), (${account}, ${id}, ${contact}, '${at}', 'preview');
       insert into daily_link_clicks values (${account}, ${id}, '${at}'::timestamptz::date, 1);
       insert into link_codes (code, account_id, link_id, contact_id, campaign_id, created_at) values ('code${id}', ${account}, ${id}, ${contact}, 5, '${at}');
       insert into simulator_messages (account_id, channel_id, phone, direction, reference, body, at) values (${account}, 1, '+12125550142', 'MO', '${id}', 'Look', '${at}');
       insert into audit_log (account_id, at, actor, action, target_kind, name, detail, address) values (${account}, '${at}', 'Ann', 'created', 'list', 'A', '', '')`,
    );
  }
  return { user, account };
}
type Grown = Awaited<ReturnType<typeof grown>>;

/** How many rows of a table there are for each of the moments, and words in them. */
const count = async ({ account }: Grown, table: string, at = 'at', where = 'true') =>
  (
    await rows<{ count: number }>(
      db(),
      sql`
        select count(t) as count from unnest(${[OLD, EDGE, NEW]}::timestamptz[]) with ordinality as moment (at, place)
        left join ${sql.table(table)} t on t.account_id = ${account} and t.${sql.ref(at)} = moment.at and ${sql.raw(where)}
        group by place order by place`,
    )
  ).map((row) => row.count);

async function sweep(): Promise<void> {
  while (await forgetWhatIsOld(db(), clock.now())) {
    // slice after slice
  }
}

const keep = ({ user }: Grown, kind: DataKind, months: number) => user.ask(retention.save, { kind, months });

const WHERE: Record<DataKind, [table: string, at: string, where?: string][]> = {
  texts: [
    ['messages', 'created_at', `body is not null and status <> 'held'`],
    ['inbound_messages', 'at', `body <> ''`],
    ['inbound_media', 'at'],
  ],
  messages: [
    ['messages', 'created_at', `origin = 'inbox' and status <> 'held'`],
    ['inbound_messages', 'at'],
  ],
  answers: [
    ['events', 'at'],
    ['step_visits', 'at'],
  ],
  clicks: [['link_clicks', 'at']],
  links: [['link_codes', 'created_at']],
  pictures: [['inbound_media', 'at']],
  simulator: [['simulator_messages', 'at']],
  history: [['audit_log', 'at', `action = 'created'`]],
};
const PICTURES = (one: Grown) =>
  rows<{ count: number }>(
    db(),
    sql`select count(*) as count from inbound_media where account_id = ${one.account}`,
  ).then(([row]) => row?.count);

test('what is in somebody’s hands is left for the next time, and the rest goes', async () => {
  const [held, free] = [await grown(), await grown()];
  for (const one of [held, free]) {
    await keep(one, 'texts', 3);
    await keep(one, 'clicks', 3);
  }
  const texts = (one: Grown) => count(one, ...(WHERE.texts[0] as [string, string, string]));
  const clicks = (one: Grown) => count(one, 'link_clicks');
  const before = await texts(held);
  const erasing = await harness().services.pool.connect();
  try {
    await erasing.query('begin');
    await erasing.query('select 1 from messages where account_id = $1 for update', [held.account]);
    await sweep();
    expect(await texts(held)).toEqual(before);
    expect((await texts(free))[0]).toBe(0);
    expect([(await clicks(held))[0], (await clicks(free))[0]]).toEqual([0, 0]);
    await erasing.query('rollback');
    await sweep();
    expect((await texts(held))[0]).toBe(0);
  } finally {
    erasing.release(true);
  }
});

test.each(Object.keys(WHERE) as DataKind[])(
  '%s go when they are older than their account keeps them',
  async (kind) => {
    const months = kind === 'history' ? 6 : 3;
    clock.set(kind === 'history' ? '2026-09-15T15:00:00Z' : NOW);
    const [one, other] = [await grown(), await grown()];
    const before = await Promise.all(
      WHERE[kind].filter(([table]) => table !== 'inbound_media').map((w) => count(other, ...w)),
    );
    const preview = (await one.user.ask(retention.preview, { kind, months })).values;
    expect(preview).toMatchObject({ more: false, before: EDGE.replace('Z', '.000Z') });
    expect(preview.count).toBeGreaterThan(0);
    expect((await keep(one, kind, months)).RESULT).toBe(1);
    await Promise.all([sweep(), sweep()]);
    for (const [table, at, where] of WHERE[kind]) {
      if (table === 'inbound_media') continue;
      const [old, edge, fresh] = await count(one, table, at, where);
      expect([old, (edge ?? 0) > 0, (fresh ?? 0) > 0]).toEqual([0, true, true]);
    }
    if (WHERE[kind].some(([table]) => table === 'inbound_media') || kind === 'messages')
      expect([await PICTURES(one), await PICTURES(other)]).toEqual([2, 3]);
    expect(
      await Promise.all(
        WHERE[kind].filter(([table]) => table !== 'inbound_media').map((w) => count(other, ...w)),
      ),
    ).toEqual(before);
    expect((await one.user.ask(retention.preview, { kind, months })).values.count).toBe(0);
  },
);

test('a blast’s messages stay without their words, and what waits is whole', async () => {
  const one = await grown();
  await keep(one, 'texts', 3);
  await keep(one, 'messages', 3);
  await sweep();
  expect(await count(one, 'messages', 'created_at', `origin = 'blast'`)).toEqual([1, 1, 1]);
  expect(await count(one, 'messages', 'created_at', `origin = 'blast' and body is not null`)).toEqual([
    0, 1, 1,
  ]);
  expect(await count(one, 'messages', 'created_at', `status = 'held' and body = 'Later'`)).toEqual([1, 1, 1]);
  await sql`update messages set status = 'delivered' where account_id = ${one.account} and status = 'held'`.execute(
    db(),
  );
  clock.advance(86_400_000);
  await sweep();
  expect(await count(one, 'messages', 'created_at', `body = 'Later'`)).toEqual([0, 0, 1]);
});

test('counts by day stay as they were, also when the account’s days begin at other hours', async () => {
  const one = await grown();
  await keep(one, 'answers', 3);
  await keep(one, 'clicks', 3);
  await sweep();
  const counted = async () => [
    await rows(
      db(),
      sql`select count(*) as days, sum(count) as sum from daily_campaign_counts where account_id = ${one.account} and kind = 'response'`,
    ),
    await rows(
      db(),
      sql`select count(*) as days, sum(count) as sum from daily_link_clicks where account_id = ${one.account}`,
    ),
  ];
  expect(await counted()).toEqual([[{ days: 3, sum: 3 }], [{ days: 3, sum: 3 }]]);
  expect((await one.user.post('account/saveAccount', { TIMEZONE: 'Asia/Tokyo' })).RESULT).toBe(1);
  expect(await counted()).toEqual([[{ days: 3, sum: 3 }], [{ days: 3, sum: 3 }]]);
});

test('texts that have lost their words are not counted again while younger ones may settle late', async () => {
  const one = await grown(['2026-03-01T10:00:00Z', NEW]);
  const going = async () =>
    (await one.user.ask(retention.preview, { kind: 'texts', months: 3 })).values.count;
  expect(await going()).toBeGreaterThan(0);
  await keep(one, 'texts', 3);
  await sweep();
  expect(await going()).toBe(0);
});

test('more than a slice goes in slices, and after a stop in the midst it goes on', async () => {
  const one = await grown([]);
  await script(
    db(),
    `insert into messages (account_id, id, channel_id, contact_id, blast_id, origin, status, body, created_at)
     select ${one.account}, ${one.account} * 100000 + n, 1, n, 1, 'blast', 'delivered', 'Sale', '${OLD}' from generate_series(1, 12000) n`,
  );
  const full = () => count(one, 'messages', 'created_at', 'body is not null').then(([old]) => old);
  await keep(one, 'texts', 3);
  expect(await forgetWhatIsOld(db(), clock.now())).toBe(true);
  expect(await full()).toBe(7_000);
  await keep(one, 'texts', 0);
  expect(await forgetWhatIsOld(db(), clock.now())).toBe(false);
  expect(await full()).toBe(7_000);
  await keep(one, 'texts', 3);
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  expect(await full()).toBe(0);
});

test('what is shown of a shorter time is also right past texts that lost their words lately', async () => {
  const one = await grown([]);
  await script(
    db(),
    `insert into messages (account_id, id, channel_id, contact_id, blast_id, origin, status, body, created_at)
     select ${one.account}, ${one.account} * 1000000 + n, 1, n, 1, 'blast', 'delivered', case when n > 100000 then 'Sale' end,
       '${OLD}'::timestamptz + make_interval(secs => n) from generate_series(1, 100200) n`,
  );
  const preview = await one.user.ask(retention.preview, { kind: 'texts', months: 3 });
  expect(preview.values).toMatchObject({ count: 200, more: false });
});

test('what people came to without an answer is counted with the answers, and no answer twice', async () => {
  const one = await grown();
  const going = async () =>
    (await one.user.ask(retention.preview, { kind: 'answers', months: 3 })).values.count;
  expect(await going()).toBe(1);
  await script(
    db(),
    `insert into step_visits (account_id, campaign_id, contact_id, at, version, steps)
     select ${one.account}, 6, n, '${OLD}', 1, '{1}' from generate_series(1, 20) n`,
  );
  expect(await going()).toBe(21);
});

test('a sweep that was stopped halfway is not counted as if it had come to its end', async () => {
  const one = await grown([]);
  await script(
    db(),
    `insert into inbound_messages (account_id, id, channel_id, contact_id, carrier_message_id, body, kind, at)
       overriding system value
       select ${one.account}, ${one.account} * 1000000 + n, 1, n, n, 'Look', 'none', '${OLD}' from generate_series(1, 6000) n;
     insert into link_codes (code, account_id, link_id, contact_id, campaign_id, created_at)
       select 'half' || ${one.account} || '-' || n, ${one.account}, 1, n, 5, '${OLD}' from generate_series(1, 6000) n`,
  );
  for (const kind of ['texts', 'links'] as const) {
    const going = async () => (await one.user.ask(retention.preview, { kind, months: 3 })).values.count;
    await keep(one, kind, 3);
    await forgetWhatIsOld(db(), clock.now());
    await keep(one, kind, 0);
    expect(await going()).toBe(1_000);
  }
});

test('of two who choose at once each is noted with what was there before', async () => {
  const { user, account } = await grown([]);
  await Promise.all([6, 12].map((months) => user.ask(retention.save, { kind: 'texts', months })));
  const noted = await rows<{ detail: string }>(
    db(),
    sql`select detail from audit_log where account_id = ${account} and detail like 'Text content%' order by id`,
  );
  expect(
    noted.map(({ detail }) => detail.split('before: ')[1]).filter((was) => was === 'forever'),
  ).toHaveLength(1);
});

test('only owners choose, within bounds, and it is noted who chose what', async () => {
  const { user, account } = await grown();
  const kept = async () => (await user.ask(retention.kept, {})).values.kinds;
  expect(await kept()).toEqual(
    ['texts', 'messages', 'answers', 'clicks', 'links', 'pictures', 'simulator', 'history'].map((kind) =>
      expect.objectContaining({ kind, months: kind === 'history' ? 24 : 0, since: '' }),
    ),
  );
  expect(await user.ask(retention.save, { kind: 'messages', months: 2 })).toMatchObject({
    RESULT: 0,
    MESSAGE: 'Single messages must be kept for at least 3 months.',
  });
  for (const bad of [-1, 121])
    expect((await user.ask(retention.save, { kind: 'texts', months: bad })).status).toBe(400);
  await user.ask(retention.save, { kind: 'texts', months: 12 });
  await user.ask(retention.save, { kind: 'texts', months: 12 });
  await user.ask(retention.save, { kind: 'texts', months: 0 });
  const noted = await rows<{ detail: string }>(
    db(),
    sql`select detail from audit_log where account_id = ${account} and detail like 'Text content%' order by id`,
  );
  expect(noted.map(({ detail }) => detail)).toEqual([
    'Text content kept for 12 months, before: forever',
    'Text content kept forever, before: for 12 months',
  ]);
  await user.ask(retention.save, { kind: 'texts', months: 3 });
  await sweep();
  expect((await kept()).find(({ kind }) => kind === 'texts')?.since).toBe(EDGE.replace('Z', '.000Z'));
});
