/** Counts of an account by day: events of all its campaigns, and clicks. They are sums for its reports. */
import type { RawBuilder } from 'kysely';
import { changed, type Db, sql } from '../platform/db/database.ts';
import type { EventKind } from './record.ts';

export type CountedKind = EventKind | 'click';

/**
 * A statement, or a CTE of one, that adds counts to their days. `counts`: a select of (kind, day, count),
 * each kind and day once. Days are taken in the order of their key, so that two batches of one account wait
 * for each other and never deadlock.
 */
export const addToAccountDays = (accountId: number, counts: RawBuilder<unknown>) => sql`
  insert into daily_account_counts (account_id, kind, day, count)
  select ${accountId}::bigint, counts.kind, counts.day, counts.count from (${counts}) as counts (kind, day, count)
  order by counts.kind, counts.day
  on conflict (account_id, kind, day) do update set count = daily_account_counts.count + excluded.count`;

/** Before they are counted anew, from a day on. */
export async function forgetAccountDays(
  trx: Db,
  accountId: number,
  kinds: readonly CountedKind[],
  since: RawBuilder<unknown>,
): Promise<void> {
  await changed(
    trx,
    sql`
      delete from daily_account_counts
      where account_id = ${accountId} and kind = any(${kinds}::text[]) and day >= ${since}`,
  );
}

/**
 * The first day of a zone that can be counted anew: what was counted of days before, and of the one in the
 * midst of which rows are gone, stays as it is.
 */
export const countedSince = (gone: Date | null, timeZone: string) =>
  gone === null ? sql`'-infinity'::date` : sql`((${gone}::timestamptz at time zone ${timeZone})::date + 1)`;
