/**
 * How often one person may be written to: at most so many sends (blasts, runs of automata and their starts by
 * what happened, what a conversation says when a wait of days is over; each once, however many texts it has)
 * within so many days. Answers in a conversation, confirmations and triggers are no sends: they are not
 * counted, and never left out for it.
 */

import { FREQUENCY } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

export type Frequency = { sends: number; days: number };

const DAY_MS = 86_400_000;
const before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/**
 * Which of these contacts have had all that they may get by now, and from when on there is room again. Asked
 * in the transaction that commits 'sending': it holds one lock for the account until then, so that two
 * workers never count the same free place. Call it before the transaction locks anything else.
 */
export async function frequencyCapReached(
  trx: Db,
  accountId: number,
  frequency: Frequency,
  contactIds: readonly number[],
  now: Date,
): Promise<Map<number, Date>> {
  if (contactIds.length === 0) return new Map();
  const locked = sql`select pg_advisory_xact_lock(hashtextextended(${`frequency ${accountId}`}, 0))`.execute(
    trx,
  );
  // A statement of its own: it sees what those who had the lock before have committed.
  const found = rows(
    trx,
    sql<{ id: number; at: Date }>`
      select given.id, had.at from unnest(${contactIds}::bigint[]) as given (id)
      cross join lateral ${lastThatFills(accountId, frequency, sql`given.id`, now)} had`,
  );
  const [, people] = await Promise.all([locked, found]);
  return new Map(people.map(({ id, at }) => [id, new Date(at.getTime() + frequency.days * DAY_MS)]));
}

/**
 * When a contact got the send with which it has had as many as it may by that moment. By the index of the
 * contact's messages, whose order is when they were queued: a send that waited longer than
 * {@link FREQUENCY.mostDaysWaiting} is not seen.
 */
function lastThatFills(
  accountId: number,
  { sends, days }: Frequency,
  contactId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<unknown> {
  return sql`(
    select case m.origin when 'blast' then m.sent_at else m.created_at end as at from messages m
    where m.account_id = ${accountId} and m.contact_id = ${contactId}
      and m.created_at > ${before(now, days + FREQUENCY.mostDaysWaiting)}
      and (${isSend(before(now, days))} or ${isBegun(accountId, before(now, days))})
    order by 1 desc offset ${sends - 1} limit 1)`;
}

/**
 * Which contacts among these ids had as many sends as they may: for many people at once, from the account's
 * blasts of those days, and what was begun and said after waits.
 */
export function whoReachedCap(
  accountId: number,
  { sends, days }: Frequency,
  among: RawBuilder<unknown>,
  now: Date,
): RawBuilder<unknown> {
  const since = before(now, days);
  return sql`
    select had.id from (
      select m.contact_id as id
      from messages m join blasts b on b.account_id = ${accountId} and b.id = m.blast_id
      where m.account_id = ${accountId} and ${isSend(since)} and (b.finished_at is null or b.finished_at > ${since})
        and m.contact_id in (${among})
      union all
      select m.contact_id from messages m
      where m.account_id = ${accountId} and ${isBegun(accountId, since)} and m.contact_id in (${among})
    ) had
    group by had.id having count(*) >= ${sends}`;
}

/** Message `m` is a send that was handed over after a moment, and did not fail. */
const isSend = (since: Date) => sql`
  m.origin = 'blast' and m.seq = 0 and m.status in ('sending', 'unknown', 'sent', 'delivered') and m.sent_at > ${since}`;

/**
 * Message `m` opens what an event started, or is the first that a wait of days led to: counted from when it
 * is stored on, for whoever starts the next one looks before this one is on its way.
 */
const isBegun = (accountId: number, since: Date) => sql`
  m.origin in ('automata', 'wait') and m.status in ('queued', 'held', 'sending', 'unknown', 'sent', 'delivered')
  and m.created_at > ${since} and not exists (
    select from messages f where f.account_id = ${accountId} and f.contact_id = m.contact_id
      and f.channel_id = m.channel_id and f.created_at = m.created_at and f.origin in ('automata', 'wait')
      and f.id < m.id)`;

/** Null: no limit. */
export async function readFrequency(
  db: Db,
  accountId: number,
  lock: 'locked' | 'read' = 'read',
): Promise<Frequency | null> {
  const row = await first(
    db,
    sql<{ sends: number | null; days: number | null }>`
      select frequency_cap as sends, frequency_cap_days as days from accounts where id = ${accountId}
      ${lock === 'locked' ? sql`for update` : sql``}`,
  );
  return frequencyOf(row?.sends ?? null, row?.days ?? null);
}

export const frequencyOf = (sends: number | null, days: number | null): Frequency | null =>
  sends === null || days === null ? null : { sends, days };
