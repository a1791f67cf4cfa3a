/** Stores the history: rows of the past that no call can write, a few statements however many they are. */

import { conversationStatements, timerStatement } from '../conversation/index.ts';
import { reserveCredits, spendReserved } from '../credits/index.ts';
import { recordEvents, stepVisitStatements } from '../events/index.ts';
import { recountClicks } from '../links/index.ts';
import { recountLists } from '../lists/index.ts';
import { BLOCK_BITS } from '../messages/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { run } from '../platform/db/statement.ts';
import type { Guest, HistoryRows, MessageRow } from './history-rows.ts';
import { OWNER } from './story.ts';

export type DemoAccount = { accountId: number; channelId: number };

/** Next ids of a table, so that rows can point at each other before they are stored. */
export async function reserveIds(trx: Db, table: string, count: number): Promise<number[]> {
  const reserved = await rows(
    trx,
    sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`,
  );
  return reserved.map(({ id }) => id);
}

/** Rows of any shape as one JSON parameter. */
const json = (given: readonly object[]) => sql`${JSON.stringify(given)}::jsonb`;

/** Contacts with tag values under the tags' ids, and their lists with the days they joined. */
export async function storeGuests(
  trx: Db,
  { accountId }: DemoAccount,
  guests: readonly Guest[],
  tagIds: ReadonlyMap<string, number>,
): Promise<void> {
  const people = guests.map(({ contactId, person, stopped, since }) => ({
    id: contactId,
    phone: person.phone,
    opted_out: stopped !== null,
    at: since,
    tags: Object.fromEntries(Object.entries(person.tags).map(([name, value]) => [tagIds.get(name), value])),
  }));
  await sql`
    insert into contacts (account_id, id, phone, tags, time_zone, opted_out, created_at)
    select ${accountId}::bigint, id, phone, tags, ${OWNER.timeZone}, opted_out, at
    from jsonb_to_recordset(${json(people)}) as p (id bigint, phone text, tags jsonb, opted_out boolean, at timestamptz)`.execute(
    trx,
  );
  const members = guests.flatMap(({ contactId, lists }) =>
    [...lists].map(([list, at]) => ({ list, contact: contactId, at })),
  );
  await sql`
    insert into list_members (account_id, list_id, contact_id, added_at)
    select ${accountId}::bigint, list, contact, at
    from jsonb_to_recordset(${json(members)}) as m (list bigint, contact bigint, at timestamptz)`.execute(
    trx,
  );
  await recountLists(trx, accountId);
}

export async function storeBlasts(
  trx: Db,
  { accountId, channelId }: DemoAccount,
  book: HistoryRows,
  flowOf: (campaignId: number) => unknown,
): Promise<void> {
  const given = book.blasts.map((blast) => ({
    ...blast,
    flows: { [blast.campaignId]: flowOf(blast.campaignId) },
  }));
  await sql`
    insert into blasts (account_id, id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for,
      request_key, opted_out_before, duplicates, list_count, total, delivered, failed, replied, opted_out, credits_spent,
      created_at, started_at, finished_at)
    select ${accountId}::bigint, id, "campaignId", "campaignId", ${channelId}::bigint, array["listId"], flows, 'done', at,
      'story ' || id, "optedOutBefore", duplicates, "listCount", total, delivered, failed, replied, "optedOut", credits,
      at, at, finished
    from jsonb_to_recordset(${json(given)}) as b (id bigint, "campaignId" bigint, "listId" bigint, flows jsonb, at timestamptz,
      finished timestamptz, "listCount" int, "optedOutBefore" int, duplicates int, total int, delivered int, failed int,
      replied int, "optedOut" int, credits bigint)`.execute(trx);
}

/** Messages under ids from `firstId` on, in the order of their time; a moment later each has its receipt. */
export async function storeMessages(
  trx: Db,
  { accountId, channelId }: DemoAccount,
  messages: readonly MessageRow[],
  firstId: number,
): Promise<void> {
  const given = messages.map((message, index) => ({ ...message, id: firstId + index }));
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, step_id, origin, status, body, credits,
      segments, reason, carrier_code, carrier_id, created_at, sent_at, settled_at)
    select ${accountId}::bigint, id, ${channelId}::bigint, "contactId", "campaignId", "blastId", "stepId", origin,
      status::message_status, body, credits, segments,
      case when status = 'undelivered' then 'The phone is switched off or out of reach.' end,
      case when status = 'undelivered' then '30003' end, 'story-' || id, at, at, at + interval '2 seconds'
    from jsonb_to_recordset(${json(given)}) as m (id bigint, "contactId" bigint, "campaignId" bigint, "blastId" bigint,
      "stepId" bigint, origin text, status text, body text, credits smallint, segments smallint, at timestamptz)`.execute(
    trx,
  );
  await sql`
    insert into blast_status_rollups (account_id, blast_id, block)
    select distinct account_id, blast_id, id >> ${sql.lit(BLOCK_BITS)} from messages
    where account_id = ${accountId} and id >= ${firstId} and origin = 'blast'`.execute(trx);
}

export async function storeInbound(
  trx: Db,
  { accountId, channelId }: DemoAccount,
  book: HistoryRows,
): Promise<void> {
  const given = book.inbound.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  await sql`
    insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, campaign_id, at)
    select ${accountId}::bigint, ${channelId}::bigint, "contactId", 'story-' || n, body, kind, "campaignId", at
    from rows from (
      jsonb_to_recordset(${json(given)}) as ("contactId" bigint, body text, kind text, "campaignId" bigint, at timestamptz)
    ) with ordinality as i ("contactId", body, kind, "campaignId", at, n) order by n`.execute(trx);
}

export async function storeConsents(
  trx: Db,
  { accountId, channelId }: DemoAccount,
  book: HistoryRows,
): Promise<void> {
  await sql`
    insert into consents (account_id, phone, kind, channel_id, list_id, campaign_id, campaign_version, source, words, at)
    select ${accountId}::bigint, phone, kind, case when source <> 'import' then ${channelId}::bigint end, "listId",
      "campaignId", case when "campaignId" is not null then 1 end, source, words, at
    from jsonb_to_recordset(${json(book.consents)}) as c (phone text, kind text, "listId" bigint, "campaignId" bigint,
      source text, words text, at timestamptz) order by at`.execute(trx);
  await sql`
    insert into suppressions (account_id, phone, channel_id, source, words, at)
    select ${accountId}::bigint, phone, ${channelId}::bigint, source, words, at
    from jsonb_to_recordset(${json(book.consents)}) as c (phone text, kind text, source text, words text, at timestamptz)
    where kind = 'opt-out'`.execute(trx);
}

export async function storeDemoClicks(trx: Db, { accountId }: DemoAccount, book: HistoryRows): Promise<void> {
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${json(book.clicks)}) as k (link bigint, "contactId" bigint, at timestamptz, kind text)
    ), stored as (
      insert into link_clicks (account_id, link_id, contact_id, phone, campaign_id, at, kind, reason)
      select ${accountId}::bigint, link, "contactId", c.phone, l.campaign_id, at, kind,
        case when kind = 'preview' then 'WhatsApp preview' else '' end
      from given
        join short_links l on l.account_id = ${accountId} and l.id = link
        join contacts c on c.account_id = ${accountId} and c.id = "contactId"
      order by at
    )
    update short_links l set clicks = c.clicks, previews = c.previews, people = c.people, last_click_at = c.last
    from (
      select link, count(*) filter (where kind = 'person') as clicks, count(*) filter (where kind = 'preview') as previews,
        count(distinct "contactId") filter (where kind = 'person') as people,
        max(at) filter (where kind = 'person') as last
      from given group by link
    ) c where l.account_id = ${accountId} and l.id = c.link`.execute(trx);
  await recountClicks(trx, accountId, OWNER.timeZone);
}

const EVENTS_AT_ONCE = 5_000;

export async function storeEvents(trx: Db, { accountId }: DemoAccount, book: HistoryRows): Promise<void> {
  for (let from = 0; from < book.events.length; from += EVENTS_AT_ONCE)
    await recordEvents(trx, accountId, OWNER.timeZone, book.events.slice(from, from + EVENTS_AT_ONCE));
  for (const statement of stepVisitStatements(trx, accountId, book.visits)) await run(trx, statement);
}

/** Conversations that still wait go on by themselves. */
export async function storeConversations(
  trx: Db,
  { accountId, channelId }: DemoAccount,
  book: HistoryRows,
  now: Date,
): Promise<void> {
  const last = [...book.conversations.values()];
  const turns = last.map(({ contactId, session, blastId }) => {
    return { channelId, contactId, session, blastId, automatonStartId: null, turn: 1, follows: 0 };
  });
  for (const statement of conversationStatements(trx, accountId, turns, now)) await run(trx, statement);
  const timers = last.flatMap(({ contactId, session: { waiting } }) =>
    waiting && waiting.for !== 'api' && waiting.until !== null
      ? [{ channelId, contactId, turn: 1, dueAt: waiting.until, isSend: false }]
      : [],
  );
  if (timers.length > 0) await run(trx, timerStatement(trx, accountId, timers));
}

/** Every charge of the past as ledger rows: blasts reserve and spend, replies are spent day by day. */
export async function storeCharges(trx: Db, { accountId }: DemoAccount, book: HistoryRows): Promise<void> {
  for (const { id, credits, total, at, finished } of book.blasts) {
    if (!(await reserveCredits(trx, accountId, id, credits, at)))
      throw new Error('The story costs more than its account has.');
    await spendReserved(trx, accountId, id, { credits, messages: total }, finished);
  }
  const replies = book.messages.filter(({ origin, credits }) => origin !== 'blast' && credits > 0);
  await sql`
    with given as (
      select date_trunc('hour', at) as hour, sum(credits) as credits, count(*) as messages
      from jsonb_to_recordset(${json(replies.map(({ at, credits }) => ({ at, credits })))}) as r (at timestamptz, credits int)
      group by hour
    ), paid as (
      update balances set balance = balance - (select sum(credits) from given), spent = spent + (select sum(credits) from given)
      where account_id = ${accountId}
    )
    insert into ledger (account_id, kind, credits, messages, at)
    select ${accountId}::bigint, 'spend', credits, messages, hour from given order by hour`.execute(trx);
}
