/**
 * How fast a sender may send, shared by all processes: a token bucket of segments in the database, taken in
 * lumps, and the segments of the sender's day.
 */
import { RATE_LIMITS, TIME_TO_LIVE } from '@parley/rules/limits.ts';
import { dayOf, dayRange } from '@parley/rules/time-zone.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { later } from '../platform/db/later.ts';

/**
 * A lump is a tenth of a second of traffic: few statements, and little that one process holds back from
 * another.
 */
export const BURST_SECONDS = 0.1;

/**
 * The clocks of two processes differ by no more. More is one that was ahead and was put right: the bucket
 * would not fill again until that moment had come.
 */
const CLOCKS_APART = '1 minute';

export type RateLimit = {
  /**
   * The slower of what a second and a minute allow, so that no minute ever has more than its share; null: no
   * limit.
   */
  segmentsPerSecond: number | null;
  /** Null: no limit. */
  segmentsPerDay: number | null;
  /** Where the sender's day begins. */
  dayZone: string;
};

/** The columns of a channel that say how fast it is. */
export const rateLimitColumns = sql`
  least(segments_per_second, segments_per_minute / 60.0)::float8 as "segmentsPerSecond",
  segments_per_day as "segmentsPerDay", rate_limit_zone as "dayZone", time_to_live_minutes as "timeToLiveMinutes"`;
export type RateLimitRow = RateLimit & { timeToLiveMinutes: number | null };

/** How long a channel tries a message, in ms. */
export const timeToLiveOf = ({ timeToLiveMinutes }: Pick<RateLimitRow, 'timeToLiveMinutes'>): number =>
  (timeToLiveMinutes ?? TIME_TO_LIVE.usualMinutes) * 60_000;

export function rateLimitOf({
  segmentsPerSecond,
  segmentsPerDay,
  dayZone,
  timeToLiveMinutes,
}: RateLimitRow): {
  pace: RateLimit;
  timeToLiveMs: number;
  validityMs: number | null;
} {
  return {
    pace: { segmentsPerSecond, segmentsPerDay, dayZone },
    timeToLiveMs: timeToLiveOf({ timeToLiveMinutes }),
    validityMs: timeToLiveMinutes === null ? null : timeToLiveOf({ timeToLiveMinutes }),
  };
}

/** The rate that lumps are cut by; null: nothing to keep to. */
export function rateOf({ segmentsPerSecond, segmentsPerDay }: RateLimit): number | null {
  if (segmentsPerSecond !== null) return segmentsPerSecond;
  return segmentsPerDay === null ? null : RATE_LIMITS.segmentsPerSecond;
}

export type Grant =
  | { is: 'granted' }
  /** Ask again after this. */
  | { is: 'wait'; ms: number }
  /**
   * The day has no room for so many segments, but for `left` (blasts leave some for answers); the next day
   * begins after this.
   */
  | { is: 'day-full'; ms: number; left: number };

/**
 * How many segments a sender's day has room for: blasts leave a share of it for answers, where it is large
 * enough for one; null: no limit.
 */
export function dayRoom({ segmentsPerDay }: RateLimit, urgent: boolean): number | null {
  if (segmentsPerDay === null) return null;
  return segmentsPerDay - (urgent ? 0 : Math.floor(segmentsPerDay * RATE_LIMITS.keptForReplies));
}

/**
 * Takes `segments` from the channel's bucket and day. The bucket goes below zero for a message larger than
 * it, and for `urgent` ones (replies overtake blasts, and blasts then wait for both).
 */
export async function takeQuota(
  db: Db,
  { accountId, channelId }: { accountId: number; channelId: number },
  pace: RateLimit,
  { segments, urgent }: { segments: number; urgent: boolean },
  now: Date,
): Promise<Grant> {
  const rate = rateOf(pace);
  if (rate === null) return { is: 'granted' };
  const burst = Math.max(1, rate * BURST_SECONDS);
  const { dayZone } = pace;
  const room = dayRoom(pace, urgent);
  const filled = sql`least(${burst}::float8, p.tokens + ${rate}::float8
    * greatest(0, extract(epoch from ${now}::timestamptz - p.at)::float8))`;
  // A process whose clock is a little behind at midnight counts to the day that has begun for the others,
  // which would be counted anew else.
  const isDay = sql`p.day in (excluded.day, (${later(sql`excluded.at`, sql`${CLOCKS_APART}::interval`)} at time zone ${dayZone}::text)::date)`;
  const used = sql`case when ${isDay} then p.day_segments else 0 end`;
  // Nothing was sent before: there is nothing to wait for but the room.
  const begins = room === null || segments <= room;
  const begun = begins ? segments : 0;
  const granted = sql`((${filled} >= 1 or ${urgent}::boolean) and coalesce(${used} + ${segments}::bigint <= ${room}::bigint, true))`;
  const row = await first(
    db,
    sql<{ tokens: number; granted: boolean; used: number }>`
      insert into channel_rate_limits as p (account_id, channel_id, tokens, granted, at, day, day_segments)
      values (${accountId}, ${channelId}, ${burst - begun}, ${begins}, ${now}, (${now}::timestamptz at time zone ${dayZone}::text)::date, ${begun})
      on conflict (account_id, channel_id) do update set
        granted = ${granted},
        tokens = ${filled} - case when ${granted} then ${segments}::float8 else 0 end,
        day = case when ${isDay} then p.day else excluded.day end,
        day_segments = ${used} + case when ${granted} then ${segments}::bigint else 0 end,
        at = case when p.at > ${later(sql`excluded.at`, sql`${CLOCKS_APART}::interval`)} then excluded.at else greatest(p.at, excluded.at) end
      returning tokens, granted, day_segments as used`,
  );
  if (!row || row.granted) return { is: 'granted' };
  if (room !== null && row.used + segments > room)
    return { is: 'day-full', ms: dayLeftMs(now, dayZone), left: Math.max(0, room - row.used) };
  return { is: 'wait', ms: Math.max(5, Math.ceil(((1 - row.tokens) / rate) * 1000)) };
}

/** Until the sender's next day begins, at its first instant, also where clocks go back to midnight. */
function dayLeftMs(now: Date, zone: string): number {
  const today = dayOf(now.toISOString(), zone);
  return Date.parse(dayRange(today, today, zone).to) - now.getTime();
}
