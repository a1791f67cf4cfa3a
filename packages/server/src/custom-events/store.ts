/** Events of one's own: all SQL that writes them. */
import { CUSTOM_EVENT_LIMITS } from '@parley/rules/limits.ts';
import { feedCte } from '../feed/index.ts';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { changed, type Db, rows, sql } from '../platform/db/database.ts';

export type NewCustomEvent = {
  contactId: number;
  name: string;
  at: Date;
  source: string;
  /** Of the source: what has the same is the same event. */
  eventId: string;
  data: Readonly<Record<string, string | number | boolean | null>>;
};

/**
 * Stores events that are not stored yet, and feeds them; answers how many were new. An id that stands twice
 * is stored once. Needs a transaction.
 */
export async function recordCustomEvents(
  trx: Db,
  accountId: number,
  events: readonly NewCustomEvent[],
): Promise<number> {
  const texts = (pick: (event: NewCustomEvent) => string) => textArray(events.map(pick));
  const fed = feedCte(
    trx,
    accountId,
    'custom.event',
    sql`
      select contact_id, at, id::text, jsonb_build_object('name', name, 'source', source)
        || coalesce((select jsonb_object_agg('data.' || d.key, d.value) from jsonb_each(data) d), '{}'), id
      from stored`,
  );
  const found = await rows(
    trx,
    sql<{ count: number }>`
      with stored as (
        insert into custom_events (account_id, contact_id, name, at, source, event_id, data)
        select ${accountId}::bigint, g.contact_id, g.name, g.at, g.source, g.event_id, g.data
        from unnest(
          ${numberArray(events.map(({ contactId }) => contactId))}::bigint[], ${texts(({ name }) => name)}::text[],
          ${texts(({ at }) => at.toISOString())}::timestamptz[], ${texts(({ source }) => source)}::text[],
          ${texts(({ eventId }) => eventId)}::text[], ${texts(({ data }) => JSON.stringify(data))}::jsonb[]
        ) with ordinality as g (contact_id, name, at, source, event_id, data, place)
        order by g.source, g.event_id, g.place
        on conflict on constraint custom_events_once do nothing
        returning *
      )${fed ?? sql``}
      select count(*) as count from stored`,
  );
  return found[0]?.count ?? 0;
}

const SWEPT_AT_ONCE = 10_000;

/** Forgets what is longer ago than anything asks for; answers how many: of many only a part. */
export async function forgetOldCustomEvents(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - CUSTOM_EVENT_LIMITS.keptDays * 24 * 3_600_000);
  return changed(
    db,
    sql`
      delete from custom_events e using (
        select o.account_id, o.id from accounts a cross join lateral (
          select account_id, id from custom_events
          where account_id = a.id and at < ${before} order by at limit ${SWEPT_AT_ONCE}
        ) o
      ) old
      where e.account_id = old.account_id and e.id = old.id`,
  );
}

/** Which of these ids are contacts of the account. */
export async function contactsHeld(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from contacts
      where account_id = ${accountId} and id = any(${numberArray(ids)}::bigint[]) and erased_at is null
      order by id for share`,
  );
  return new Set(found.map(({ id }) => id));
}
