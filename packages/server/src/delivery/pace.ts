/** A channel's speed in segments a second, shared by all processes: a token bucket in the database, taken in lumps. */
import { type Db, first, sql } from '../platform/db/database.ts';

/** A lump is a tenth of a second of traffic: few statements, and little that one process holds back from another. */
export const LUMP_SECONDS = 0.1;

/**
 * Takes `segments` from the channel's bucket: 0 when they may go now, else how many ms to wait before asking again. The bucket goes below
 * zero for a message larger than it, and for `urgent` ones (replies overtake blasts, and blasts then wait for both).
 */
export async function takePace(
  db: Db,
  accountId: number,
  channelId: number,
  rate: number,
  segments: number,
  urgent: boolean,
  now: Date,
): Promise<number> {
  const burst = Math.max(1, rate * LUMP_SECONDS);
  const filled = sql`least(${burst}::float8, p.tokens + ${rate}::float8
    * greatest(0, extract(epoch from ${now}::timestamptz - p.at)::float8))`;
  const row = await first(
    db,
    sql<{ tokens: number; granted: boolean }>`
      insert into channel_pace as p (account_id, channel_id, tokens, granted, at)
      values (${accountId}, ${channelId}, ${burst - segments}::float8, true, ${now})
      on conflict (account_id, channel_id) do update set
        granted = ${filled} >= 1 or ${urgent},
        tokens = ${filled} - case when ${filled} >= 1 or ${urgent} then ${segments}::float8 else 0 end,
        at = greatest(p.at, excluded.at)
      returning tokens, granted`,
  );
  if (!row || row.granted) return 0;
  return Math.max(5, Math.ceil(((1 - row.tokens) / rate) * 1000));
}
