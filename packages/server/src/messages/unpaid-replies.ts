/**
 * Replies that the balance has no room for (queue.ts puts them here), as SQL: paid and queued, or not sent
 * after all. What becomes of their conversations is told in conversation/unpaid.ts.
 */
import type { RawBuilder } from 'kysely';
import { spending } from '../credits/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { type Statement, writing } from '../platform/db/statement.ts';

/** Looked at in one round of an account. */
const EACH = 500;

type Place = { channelId: number; contactId: number };
/**
 * `holds`: it was said by the conversation, which stands still; notices to the same person are none of its
 * texts.
 */
export type Unpaid = Place & { since: Date; holds: boolean };

/** The accounts where replies wait: each once, however much waits there. */
export async function accountsWithUnpaid(db: Db): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select a.id from accounts a where exists (select 1 from unpaid_replies u where u.account_id = a.id)`,
  );
  return found.map(({ id }) => id);
}

/** Charges and queues what the balance lasts for, oldest first, and answers it. */
export async function payUnpaid(trx: Db, accountId: number, now: Date): Promise<Unpaid[]> {
  return rows(
    trx,
    sql<Unpaid>`
      with funds as materialized (select balance from balances where account_id = ${accountId} for update),
      waiting as (
        select u.message_id, sum(u.credits) over (order by u.message_id) as upto
        from (select * from unpaid_replies where account_id = ${accountId} order by message_id limit ${EACH}) u
      ),
      gone as (
        delete from unpaid_replies u using waiting w, funds
        where u.account_id = ${accountId} and u.message_id = w.message_id and w.upto <= funds.balance
        returning u.*
      ),
      moved as (
        update messages m set status = 'queued', reason = null, credits = gone.credits, held_until = ${now}
        from gone where m.account_id = ${accountId} and m.id = gone.message_id and m.status = 'held'
        returning m.id, m.channel_id, gone.credits, gone.reply
      ),
      cost as (select coalesce(sum(credits), 0) as credits, count(*) as messages from moved),
      ${spending(accountId, now)},
      queued as (
        insert into outbox (account_id, message_id, channel_id, reply, due_at)
        select ${accountId}, id, channel_id, reply, ${now}::timestamptz from moved
      )
      select channel_id as "channelId", contact_id as "contactId", since, holds from gone`,
  );
}

/** Where something of the oldest waits since before a moment. */
export async function unpaidSince(
  trx: Db,
  accountId: number,
  until: Date,
): Promise<(Place & { holds: boolean })[]> {
  return rows(
    trx,
    sql<Place & { holds: boolean }>`
      select distinct channel_id as "channelId", contact_id as "contactId", holds from (
        select channel_id, contact_id, holds, since from unpaid_replies
        where account_id = ${accountId} order by message_id limit ${EACH}
      ) oldest where since <= ${until}`,
  );
}

/** Records what these conversations have said as not sent; answers a place for each of the texts. */
export const dropUnpaidTexts = (
  trx: Db,
  accountId: number,
  places: readonly Place[],
  now: Date,
): Promise<Place[]> => rows(trx, sql<Place>`${dropped(accountId, places, SAID, now)}`);

/** Records notices to these people as not sent that wait since before a moment. */
export const dropUnpaidNotices = (
  trx: Db,
  accountId: number,
  places: readonly Place[],
  until: Date,
  now: Date,
): Promise<Place[]> =>
  rows(trx, sql<Place>`${dropped(accountId, places, sql`not u.holds and u.since <= ${until}`, now)}`);

/**
 * What these conversations have said and what waits is not sent any more: another one has taken the place.
 */
export const cancelUnpaid = (
  db: Db,
  accountId: number,
  places: readonly Place[],
  now: Date,
): Statement<void> => writing(db, dropped(accountId, places, SAID, now));

const SAID = sql`u.holds`;

const dropped = (accountId: number, places: readonly Place[], which: RawBuilder<unknown>, now: Date) => sql`
  with gone as (
    delete from unpaid_replies u using unnest(
      ${places.map((place) => place.channelId)}::bigint[], ${places.map((place) => place.contactId)}::bigint[]
    ) as given (channel_id, contact_id)
    where u.account_id = ${accountId} and u.contact_id = given.contact_id and u.channel_id = given.channel_id
      and ${which}
    returning u.*
  ), moved as (
    update messages m set status = 'skipped', reason = 'balance', settled_at = ${now}
    from gone where m.account_id = ${accountId} and m.id = gone.message_id and m.status = 'held'
  )
  select channel_id as "channelId", contact_id as "contactId" from gone`;

/** Those of these conversations that stand still all the same: more of what they say waits. */
export async function stillUnpaid(trx: Db, accountId: number, places: readonly Place[]): Promise<Place[]> {
  if (places.length === 0) return [];
  return rows(
    trx,
    sql<Place>`
      select u.channel_id as "channelId", u.contact_id as "contactId" from unpaid_replies u
      where u.account_id = ${accountId} and u.contact_id = any(${places.map(({ contactId }) => contactId)}::bigint[])
        and u.holds`,
  );
}

/** Put back from a backup: they may have been sent since. For all accounts. */
export async function forgetAllUnpaid(trx: Db, now: Date): Promise<void> {
  await sql`
    with gone as (delete from unpaid_replies returning account_id, message_id)
    update messages m set status = 'skipped', reason = 'balance', settled_at = ${now}
    from gone where m.account_id = gone.account_id and m.id = gone.message_id and m.status = 'held'`.execute(
    trx,
  );
}
