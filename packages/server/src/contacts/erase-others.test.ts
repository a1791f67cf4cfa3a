/** One person is erased: whatever is stored of anybody else, in any table, stays as it was. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { eraseNext } from './erasure-jobs.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const PHONE = '+16465553881';
const OTHER = '+16465553882';
const CAMPAIGN = 881;

/** Every row of every table that names a contact by id or by number, by table. */
async function rowsAbout(db: Db, contact: number, phone: string): Promise<Record<string, unknown[]>> {
  const tables = await rows(
    db,
    sql<{ name: string; byId: boolean }>`
      select c.relname as name, bool_or(a.attname = 'contact_id') as "byId"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attname in ('contact_id', 'phone') and not a.attisdropped
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      group by 1 order by 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name, byId } of tables) {
    const whose = byId ? sql`t.contact_id = ${contact}` : sql`t.phone = ${phone}`;
    const all = await rows(
      db,
      sql<{ row: unknown }>`
        select to_jsonb(t) as row from ${sql.table(name)} t where ${whose} order by to_jsonb(t)::text`,
    );
    if (all.length > 0) found[name] = all.map(({ row }) => row);
  }
  return found;
}

test('whatever is stored of somebody else stays as it was', async () => {
  const { services } = harness();
  const { db, pool } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  const channelId = (await firstChannel(db, accountId))?.id ?? 0;
  const list = (await user.ask(calls.lists.add, { name: 'Everybody' })).values.id;
  const confirmed = (await user.ask(calls.lists.add, { name: 'Asks first' })).values.id;
  const steps = [
    { id: 8811, type: 'opt-in', list },
    { id: 8812, type: 'message', text: 'Hello: https://shop.example/sale', shortLinks: true },
    { id: 8813, type: 'open-question', text: 'How was it?' },
    { id: 8814, type: 'final-message', text: 'Thank you.' },
  ];
  await storeSketch(db, accountId, CAMPAIGN, steps as never, 'SURVEY');
  let texts = 0;
  const text = (phone: string, words: string) => {
    texts += 1;
    const at = clock.now();
    return receiveInbound(services, {
      accountId,
      channelId,
      phone,
      text: words,
      carrierMessageId: `${texts}`,
      at,
    });
  };
  const contacts = new Map<string, number>();
  for (const [n, phone] of [PHONE, OTHER].entries()) {
    for (const words of ['SURVEY', 'Am I getting spam?', 'SURVEY']) await text(phone, words);
    const { rows: found } = await pool.query('select id from contacts where account_id = $1 and phone = $2', [
      accountId,
      phone,
    ]);
    const contact = found[0].id as number;
    contacts.set(phone, contact);
    await user.ask(calls.inbox.addNote, { contact, text: 'Nice' });
    const { rows: queued } = await pool.query(
      'select id from messages where account_id = $1 and contact_id = $2 order by id',
      [accountId, contact],
    );
    const message = queued[0].id as number;
    const at = clock.now();
    const here = [accountId, channelId, contact, at];
    for (const statement of [
      'insert into muted_conversations (account_id, channel_id, contact_id, messages, at) values ($1, $2, $3, 20, $4)',
      'insert into bot_pauses (account_id, channel_id, contact_id, since, last_text_at) values ($1, $2, $3, $4, $4)',
      `insert into api_calls (account_id, channel_id, contact_id, turn, request, due_at)
       values ($1, $2, $3, 1, '{}', $4)`,
      `insert into timers (account_id, channel_id, contact_id, turn, due_at) values ($1, $2, $3, 1, $4)
       on conflict do nothing`,
    ])
      await pool.query(statement, here);
    await pool.query(
      `insert into pending_members (account_id, list_id, contact_id, asked_at, added_at) values ($1, $2, $3, $4, $4)`,
      [accountId, confirmed, contact, at],
    );
    await pool.query(
      `insert into unpaid_replies (account_id, message_id, channel_id, contact_id, credits, reply, holds, since)
       values ($1, $2, $3, $4, 1, true, true, $5)`,
      [accountId, message, channelId, contact, at],
    );
    await pool.query(
      `insert into inbound_message_parts (account_id, channel_id, phone, reference, total, part, body, at)
       values ($1, $2, $3, 7, 2, 1, '\\x4100', $4)`,
      [accountId, channelId, phone, at],
    );
    // Its rest is not over, so nobody plays it meanwhile.
    await pool.query(
      `insert into unplayed_texts (account_id, channel_id, phone, carrier_message_id, body, at, retry_at)
       values ($1, $2, $3, 'waits', 'Hello', $4, 'infinity')`,
      [accountId, channelId, phone, at],
    );
    await pool.query(
      `insert into carrier_message_ids (account_id, channel_id, carrier_id, message_id, phone, at) values ($1, $2, $3, $4, $5, $6)`,
      [accountId, channelId, `ab${n}`, message, phone, at],
    );
    await pool.query(`update messages set carrier_id = $3 where account_id = $1 and id = $2`, [
      accountId,
      message,
      `ab${n}`,
    ]);
  }
  const [contact = 0, other = 0] = [contacts.get(PHONE), contacts.get(OTHER)];
  const before = await rowsAbout(db, other, OTHER);
  const places = [
    'api_calls',
    'bot_pauses',
    'carrier_message_ids',
    'conversations',
    'opt_out_reviews',
    'events',
    'inbound_messages',
  ];
  places.push(
    'inbound_message_parts',
    'inbox_notes',
    'link_codes',
    'list_members',
    'messages',
    'muted_conversations',
  );
  places.push('pending_members', 'timers', 'unpaid_replies', 'unplayed_texts');
  expect(Object.keys(before)).toEqual(expect.arrayContaining(places));
  expect((await rowsAbout(db, contact, PHONE)).messages).toEqual(
    expect.arrayContaining([expect.objectContaining({ status: 'queued' })]),
  );

  clock.advance(1_000);
  expect((await user.ask(calls.members.erase, { contact, phone: PHONE })).RESULT).toBe(1);
  expect(await rowsAbout(db, other, OTHER)).toEqual(before);
  clock.advance(3 * 60_000);
  while (await eraseNext(services, 'test')) clock.advance(61_000);
  expect(await rowsAbout(db, other, OTHER)).toEqual(before);
  const left = Object.keys(await rowsAbout(db, contact, PHONE));
  expect(left).not.toContain('inbound_message_parts');
  expect(left).not.toContain('unplayed_texts');
});
