/** Events of one's own: all SQL that writes them. */
import { feedCte } from '../feed/index.ts';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';

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
      with given as materialized (
        select distinct on (each.source, each.event_id) each.* from unnest(
          ${numberArray(events.map(({ contactId }) => contactId))}::bigint[], ${texts(({ name }) => name)}::text[],
          ${texts(({ at }) => at.toISOString())}::timestamptz[], ${texts(({ source }) => source)}::text[],
          ${texts(({ eventId }) => eventId)}::text[], ${texts(({ data }) => JSON.stringify(data))}::jsonb[]
        ) with ordinality as each (contact_id, name, at, source, event_id, data, place)
        order by each.source, each.event_id, each.place
      ), fresh as (
        insert into custom_event_keys (account_id, source, event_id, at)
        select ${accountId}::bigint, source, event_id, at from given order by source, event_id
        on conflict (account_id, source, event_id) do nothing
        returning source, event_id
      ), stored as (
        insert into custom_events (account_id, contact_id, name, at, source, event_id, data)
        select ${accountId}::bigint, g.contact_id, g.name, g.at, g.source, g.event_id, g.data
        from given g join fresh f on f.source = g.source and f.event_id = g.event_id
        order by g.place
        returning *
      )${fed ?? sql``}
      select count(*) as count from stored`,
  );
  return found[0]?.count ?? 0;
}

const SWEPT_AT_ONCE = 10_000;

/** SQL: what the account of a row `a` keeps no more at a moment is earlier. */
const keptSince = (now: Date) => sql`(${now}::timestamptz - make_interval(months => a.custom_event_months))`;

/** Since when an account keeps events, and for how many months. */
export async function keptEvents(
  db: Db,
  accountId: number,
  now: Date,
): Promise<{ months: number; since: Date }> {
  const kept = await first(
    db,
    sql<{ months: number; since: Date }>`
      select a.custom_event_months as months, ${keptSince(now)} as since from accounts a where a.id = ${accountId}`,
  );
  if (!kept) throw new Error(`There is no account ${accountId}.`);
  return kept;
}

/** How many events an account has, and since when. */
export async function countCustomEvents(
  db: Db,
  accountId: number,
): Promise<{ count: number; oldest: Date | null }> {
  const counted = await first(
    db,
    sql<{ count: number; oldest: Date | null }>`
      select count(*) as count, min(at) as oldest from custom_events where account_id = ${accountId}`,
  );
  return counted ?? { count: 0, oldest: null };
}

/** What goes when an account keeps so many months, by months (UTC), the earliest first. */
export function eventsBeyond(
  db: Db,
  accountId: number,
  months: number,
  now: Date,
): Promise<{ month: string; count: number }[]> {
  return rows(
    db,
    sql<{ month: string; count: number }>`
      select to_char(at at time zone 'UTC', 'YYYY-MM') as month, count(*) as count from custom_events
      where account_id = ${accountId} and at < ${now}::timestamptz - make_interval(months => ${months}::int)
      group by 1 order by 1`,
  );
}

/** Before that moment no account keeps anything. */
export async function keptByNobodyBefore(db: Db, now: Date): Promise<Date | null> {
  const row = await first(db, sql<{ at: Date | null }>`select min(${keptSince(now)}) as at from accounts a`);
  return row?.at ?? null;
}

/**
 * Forgets what is longer ago than its account keeps it, and the ids that its sources gave; answers how many:
 * of many only a part.
 */
export async function forgetOldCustomEvents(db: Db, now: Date): Promise<number> {
  const oldOf = (table: string) => sql`
    accounts a cross join lateral (
      select * from ${sql.table(table)} e
      where e.account_id = a.id and e.at < ${keptSince(now)} order by e.at limit ${sql.lit(SWEPT_AT_ONCE)}
    ) old`;
  const events = await changed(
    db,
    sql`
      delete from custom_events e using (select old.account_id, old.id, old.at from ${oldOf('custom_events')}) old
      where e.account_id = old.account_id and e.id = old.id and e.at = old.at`,
  );
  const keys = await changed(
    db,
    sql`
      delete from custom_event_keys k
      using (select old.account_id, old.source, old.event_id from ${oldOf('custom_event_keys')}) old
      where k.account_id = old.account_id and k.source = old.source and k.event_id = old.event_id`,
  );
  return Math.max(events, keys);
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
