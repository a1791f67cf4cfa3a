/**
 * Replies that the balance has no room for (queue.ts puts them here): they wait for credits, in their order,
 * and are recorded as not sent when none came. Meanwhile their conversation stands still: nobody answers a
 * question that was never asked.
 */

import { UNPAID_HOURS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { spending } from '../credits/index.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import { type Statement, writing } from '../platform/db/statement.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';
import { goOnAt } from './holds.ts';
import { endAt } from './store.ts';

const EACH = 500;
const LONGEST_MS = UNPAID_HOURS * 3_600_000;

type Place = { channelId: number; contactId: number };
type Freed = Place & { since: Date };

export function startUnpaid(services: Services): Background {
  return startLoop({
    name: 'replies that wait for credits',
    log: services.log,
    pauseMs: 1_000,
    once: () => payWaiting(services),
  });
}

/** One round through all accounts where replies wait. True: there may be more to do at once. */
export async function payWaiting(services: Services): Promise<boolean> {
  let more = false;
  for (const accountId of await waitingAccounts(services.db)) {
    const now = services.clock.now();
    const changed = await transact(services.db, async (trx) => {
      const late = await giveUpLate(trx, accountId, now);
      const paid = await payInOrder(trx, accountId, now);
      return late + paid;
    });
    if (changed === 0) continue;
    more = true;
    services.signals.wake('outbox');
    services.signals.wake('timers');
  }
  return more;
}

/** Each account once, however much waits there. */
async function waitingAccounts(db: Db): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      with recursive each as (
        (select account_id from unpaid_replies order by account_id limit 1)
        union all
        select (select u.account_id from unpaid_replies u where u.account_id > each.account_id order by u.account_id limit 1)
        from each where each.account_id is not null
      )
      select account_id as id from each where account_id is not null`,
  );
  return found.map(({ id }) => id);
}

/** Charges and queues what the balance lasts for, oldest first; answers how many. */
async function payInOrder(trx: Db, accountId: number, now: Date): Promise<number> {
  const gone = await rows(
    trx,
    sql<Freed & { holds: boolean }>`
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
  const held = new Set(keysOf(await stillWaiting(trx, accountId, gone)));
  const free = gone.filter((each) => each.holds && !held.has(keyOf(each)));
  if (free.length > 0) await goOnAt(trx, accountId, firstOfEach(free), now);
  return gone.length;
}

/**
 * What has waited too long is recorded as not sent: what a conversation says with all behind it, and it ends;
 * a notice by itself. Answers how many.
 */
async function giveUpLate(trx: Db, accountId: number, now: Date): Promise<number> {
  const until = new Date(now.getTime() - LONGEST_MS);
  const late = await rows(
    trx,
    sql<Place & { holds: boolean }>`
      select distinct channel_id as "channelId", contact_id as "contactId", holds from (
        select channel_id, contact_id, holds, since from unpaid_replies
        where account_id = ${accountId} order by message_id limit ${EACH}
      ) oldest where since <= ${until}`,
  );
  if (late.length === 0) return 0;
  const talks = late.filter(({ holds }) => holds);
  const texts = await rows(trx, sql<Place>`${dropped(accountId, talks, SAID, now)}`);
  await endAt(trx, accountId, texts, 'unpaid', now);
  const noticesLate = sql`not u.holds and u.since <= ${until}`;
  const notices = await rows(trx, sql<Place>`${dropped(accountId, late, noticesLate, now)}`);
  return texts.length + notices.length;
}

/**
 * What these conversations have said and what waits is not sent any more: another one has taken the place.
 */
export const cancelUnpaid = (
  db: Db,
  accountId: number,
  places: readonly Place[],
  now: Date,
): Statement<void> => writing(db, dropped(accountId, places, SAID, now));

/** SQL: said by the conversation; notices to the same person are none of its texts. */
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
async function stillWaiting(trx: Db, accountId: number, places: readonly Place[]): Promise<Place[]> {
  if (places.length === 0) return [];
  return rows(
    trx,
    sql<Place>`
      select u.channel_id as "channelId", u.contact_id as "contactId" from unpaid_replies u
      where u.account_id = ${accountId} and u.contact_id = any(${places.map(({ contactId }) => contactId)}::bigint[])
        and u.holds`,
  );
}

/** From the first of its texts on a conversation stood still. */
function firstOfEach(freed: readonly Freed[]): Freed[] {
  const inOrder = freed.toSorted((one, other) => other.since.getTime() - one.since.getTime());
  return [...new Map(inOrder.map((each) => [keyOf(each), each])).values()];
}

const keyOf = ({ channelId, contactId }: Place) => `${channelId} ${contactId}`;
const keysOf = (places: readonly Place[]) => places.map(keyOf);

/** Put back from a backup: they may have been sent since. For all accounts. */
export async function forgetAllUnpaid(trx: Db, now: Date): Promise<void> {
  await sql`
    with gone as (delete from unpaid_replies returning account_id, message_id)
    update messages m set status = 'skipped', reason = 'balance', settled_at = ${now}
    from gone where m.account_id = gone.account_id and m.id = gone.message_id and m.status = 'held'`.execute(
    trx,
  );
}
