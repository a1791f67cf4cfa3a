/**
 * Marks of what people repeated, against plain SQL. That lists of people are right with and without them is
 * in random-world.test.ts.
 */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { recordClickers } from '../links/unique-clickers.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { phones } from '../testing/people.ts';
import { markRepeats } from './repeat-index.ts';

const harness = useHarness();
const CAMPAIGN = 9_601;
const LINK = 9_602;
const NOW = new Date('2026-05-01T12:00:00Z');
/** More than one slice of them, many at the same moment. */
const MANY = 6_000;

type Repeat = { kind: string; subject: number; id: number; other: string };

test('every opt-in and click that was repeated is marked once, with the next one and the one before', async () => {
  const { db } = harness().services;
  const ann = await harness().newUser();
  await storeSketch(db, ann.accountId, CAMPAIGN, [{ type: 'message', id: 9_603, text: 'x' }]);
  await sql`
    insert into short_links (account_id, id, name, url, created_at)
    select ${ann.accountId}, ${LINK}::bigint + n, 'x', 'https://shop.example/' || n, now() from generate_series(0, 1) n`.execute(
    db,
  );
  await sql`
    insert into contacts (account_id, id, phone, created_at)
    select ${ann.accountId}, 1000 + n, phone, now() from unnest(${phones(40)}::text[]) with ordinality as p (phone, n)`.execute(
    db,
  );
  const given = sql`
    select ${ann.accountId}::bigint as account_id, n % 2 as nth, 1000 + 1 + (n * 7919) % 40 as contact_id,
      timestamptz '2026-04-01 00:00Z' + interval '10 minutes' * (n * 31 % 3000) as at
    from generate_series(1, ${MANY}::int) n`;
  await sql`
    insert into events (account_id, campaign_id, kind, at, contact_id, phone)
    select g.account_id, ${CAMPAIGN}::bigint + nth, 'optin', at, contact_id, c.phone
    from (${given}) g join contacts c on c.account_id = g.account_id and c.id = contact_id`.execute(db);
  await sql`
    insert into link_clicks (account_id, link_id, contact_id, phone, campaign_id, at, kind)
    select g.account_id, ${LINK}::bigint + nth, contact_id, c.phone, ${CAMPAIGN}, at, 'person'
    from (${given}) g join contacts c on c.account_id = g.account_id and c.id = contact_id`.execute(db);
  let slices = 0;
  while (await markRepeats(db, NOW)) slices += 1;
  expect(slices).toBeGreaterThan(3);

  const marked = await rows(
    db,
    sql<Repeat>`
      select kind, subject_id as subject, id, other_at::text as other from repeat_index
      where account_id = ${ann.accountId} order by kind, subject, id`,
  );
  const plain = (kind: string, table: string, subject: string, neighbour: 'lead' | 'lag') => sql`
    select ${kind}::text as kind, s.subject, id, ${sql.raw(neighbour)}(at) over (partition by s.subject, contact_id order by at, id)::text as other
    from ${sql.table(table)} cross join lateral (values (0), (${sql.ref(subject)})) s (subject)
    where account_id = ${ann.accountId} and kind in ('optin', 'person')`;
  const expected = await rows(
    db,
    sql<Repeat>`
      select * from (
        ${plain('optin', 'events', 'campaign_id', 'lead')} union all ${plain('click', 'link_clicks', 'link_id', 'lead')}
        union all ${plain('click before', 'link_clicks', 'link_id', 'lag')}
      ) all_of_them where other is not null order by kind, subject, id`,
  );
  expect(marked.length).toBeGreaterThan(3 * MANY);
  expect(marked).toEqual(expected);
});

test('what is marked is not looked at again', async () => {
  const { db } = harness().services;
  const ben = await harness().newUser();
  await sql`
    insert into short_links (account_id, id, name, url, created_at)
    values (${ben.accountId}, ${LINK}, 'x', 'https://shop.example', now())`.execute(db);
  const people = await rows(
    db,
    sql<{ id: number }>`
      insert into contacts (account_id, phone, created_at)
      select ${ben.accountId}, phone, now() from unnest(${phones(2)}::text[]) phone returning id`,
  );
  const clicks = people.map(({ id }, n) => ({
    subjectId: LINK,
    contactId: id,
    at: new Date(Date.parse('2026-04-10T12:00:00Z') + n),
  }));
  for (const { contactId, at } of clicks)
    await sql`
      insert into link_clicks (account_id, link_id, contact_id, phone, campaign_id, at, kind)
      select ${ben.accountId}, ${LINK}, id, phone, 1, ${at}, 'person' from contacts
      where account_id = ${ben.accountId} and id = ${contactId}`.execute(db);
  await recordClickers(db, ben.accountId, 'UTC', clicks);
  const ask = async () => {
    const form = { from: '2026-04-01', to: '2026-04-30', datapoint: LINK, orderBy: 'last' } as const;
    return (await ben.ask(calls.tiles.clickers, form)).values.data.records.length;
  };
  expect(await ask()).toBe(2);
  // A mark that is wrong: only who trusts it leaves a person out.
  await sql`
    insert into repeat_index (account_id, kind, subject_id, at, id, other_at)
    select account_id, 'click', link_id, at, id, timestamptz '2026-04-15 00:00Z' from link_clicks
    where account_id = ${ben.accountId} and contact_id = ${people[0]?.id}`.execute(db);
  expect(await ask()).toBe(1);
});
