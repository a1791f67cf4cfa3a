/** The pace of a channel as its settings screen has it; 0 stands for no limit. */
import type { calls, ReplyOf } from '@parley/contract';
import { PACE_PRESETS } from '@parley/rules/pace-presets.ts';
import { isTimeZone } from '@parley/rules/zone.ts';
import { changed, type Db, first, sql } from '../platform/db/database.ts';
import { Malformed, NotFound } from '../platform/errors.ts';

export type PaceSettings = ReplyOf<typeof calls.delivery.loadPace>;

export async function loadPace(
  db: Db,
  accountId: number,
  channelId: number,
): Promise<PaceSettings | undefined> {
  return first(
    db,
    sql<PaceSettings>`
      select coalesce(segments_per_second, 0) as "perSecond", coalesce(segments_per_minute, 0) as "perMinute",
        coalesce(segments_per_day, 0) as "perDay", pace_zone as "dayZone", pace_preset as preset,
        coalesce(time_to_live_minutes, 0) as "timeToLiveMinutes"
      from channels where account_id = ${accountId} and id = ${channelId} and deleted_at is null`,
  );
}

/** @throws Malformed for an unknown zone or preset; NotFound for a foreign or unknown channel. */
export async function savePace(
  db: Db,
  accountId: number,
  channelId: number,
  { perSecond, perMinute, perDay, dayZone, preset, timeToLiveMinutes }: PaceSettings,
): Promise<void> {
  if (!isTimeZone(dayZone)) throw new Malformed('DAYZONE', 'DAYZONE must be a time zone.');
  if (preset !== '' && !PACE_PRESETS.some((each) => each.key === preset))
    throw new Malformed('PRESET', 'PRESET must be one of the presets or empty.');
  const count = await changed(
    db,
    sql`
      update channels set segments_per_second = nullif(${perSecond}::int, 0),
        segments_per_minute = nullif(${perMinute}::int, 0), segments_per_day = nullif(${perDay}::int, 0),
        pace_zone = ${dayZone}, pace_preset = ${preset},
        time_to_live_minutes = nullif(${timeToLiveMinutes}::int, 0)
      where account_id = ${accountId} and id = ${channelId} and deleted_at is null`,
  );
  if (count === 0) throw new NotFound();
}
