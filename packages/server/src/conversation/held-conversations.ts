/**
 * Conversations that stand still: what they would say next waits for credits, or somebody of the team talks
 * to the person.
 */
import { PAUSE_HOURS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { later } from '../platform/db/later.ts';

type Place = { channelId: number; contactId: number };

/** How long a timer whose conversation stands still is let alone; `goOnAt` calls it sooner. */
const LOOK_AGAIN_MS = 60_000;
const PAUSE_MS = PAUSE_HOURS * 3_600_000;

/** SQL: the channel and contact of a row `given` have a reply that waits for credits. */
export const isUnpaid = (accountId: number, contactId: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select from unpaid_replies u where u.account_id = ${accountId} and u.channel_id = given.channel_id
    and u.contact_id = ${contactId} and u.holds)`;

/** SQL: somebody of the team talks to the contact on the channel of a row `given`. */
export const isPaused = (
  accountId: number,
  contactId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> => sql`
  exists (select from bot_pauses b where b.account_id = ${accountId} and b.channel_id = given.channel_id
    and b.contact_id = ${contactId} and b.last_text_at > ${pausedSince(now)})`;

const pausedSince = (now: Date) => new Date(now.getTime() - PAUSE_MS);

/** Leaves timers alone whose conversations stand still, and answers the others. */
export async function withoutHeld<T extends Place & { turn: number }>(
  trx: Db,
  accountId: number,
  timers: readonly T[],
  now: Date,
): Promise<T[]> {
  const held = await rows(
    trx,
    sql<{ place: string }>`
      with given as materialized (
        select * from unnest(
          ${timers.map((timer) => timer.channelId)}::bigint[], ${timers.map((timer) => timer.contactId)}::bigint[]
        ) as each (channel_id, contact_id)
      )
      update timers t set worker = null, leased_until = ${new Date(now.getTime() + LOOK_AGAIN_MS)}
      from given
      where t.account_id = ${accountId} and t.channel_id = given.channel_id and t.contact_id = given.contact_id
        and (${isUnpaid(accountId, sql`given.contact_id`)} or ${isPaused(accountId, sql`given.contact_id`, now)})
      returning t.channel_id || ' ' || t.contact_id as place`,
  );
  const places = new Set(held.map(({ place }) => place));
  return timers.filter(({ channelId, contactId }) => !places.has(`${channelId} ${contactId}`));
}

/**
 * What stood still since a moment goes on: what was left of its wait then is left now. Wake the signal
 * `timers` after the commit.
 */
export async function goOnAt(
  trx: Db,
  accountId: number,
  places: readonly (Place & { since: Date })[],
  now: Date,
): Promise<void> {
  await sql`
    update timers t set due_at = ${later(sql`t.due_at`, sql`(${now}::timestamptz - given.since)`)}, worker = null, leased_until = null
    from unnest(
      ${places.map((place) => place.channelId)}::bigint[], ${places.map((place) => place.contactId)}::bigint[],
      ${places.map((place) => place.since)}::timestamptz[]
    ) as given (channel_id, contact_id, since)
    where t.account_id = ${accountId} and t.channel_id = given.channel_id and t.contact_id = given.contact_id`.execute(
    trx,
  );
}
