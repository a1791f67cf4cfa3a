/** The pace of a channel as its settings screen has it; 0 stands for no limit. */
import type { calls, FormOf, ReplyOf } from '@parley/contract';
import { RATE_LIMIT_PRESETS } from '@parley/rules/rate-limit-presets.ts';
import { isTimeZone } from '@parley/rules/time-zone.ts';
import type { RawBuilder } from 'kysely';
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
        coalesce(segments_per_day, 0) as "perDay", rate_limit_zone as "dayZone", rate_limit_preset as preset,
        coalesce(time_to_live_minutes, 0) as "timeToLiveMinutes"
      from channels where account_id = ${accountId} and id = ${channelId} and deleted_at is null`,
  );
}

export type PaceChange = Omit<FormOf<typeof calls.delivery.savePace>, 'channel'>;

/**
 * Stores what is given; figures that are given without a preset are one's own. @throws Malformed for an
 * unknown zone or preset; NotFound for a foreign or unknown channel.
 */
export async function savePace(
  db: Db,
  accountId: number,
  channelId: number,
  { perSecond, perMinute, perDay, dayZone, preset, timeToLiveMinutes }: PaceChange,
): Promise<void> {
  if (dayZone !== undefined && !isTimeZone(dayZone))
    throw new Malformed('DAYZONE', 'DAYZONE must be a time zone.');
  if (preset && !RATE_LIMIT_PRESETS.some((each) => each.key === preset))
    throw new Malformed('PRESET', 'PRESET must be one of the presets or empty.');
  const ownFigures = [perSecond, perMinute, perDay].some((figure) => figure !== undefined);
  const presetAfter = preset ?? (ownFigures ? '' : null);
  const count = await changed(
    db,
    sql`
      update channels set segments_per_second = ${changedFigure('segments_per_second', perSecond)},
        segments_per_minute = ${changedFigure('segments_per_minute', perMinute)},
        segments_per_day = ${changedFigure('segments_per_day', perDay)},
        rate_limit_zone = coalesce(${dayZone ?? null}, rate_limit_zone), rate_limit_preset = coalesce(${presetAfter}, rate_limit_preset),
        time_to_live_minutes = ${changedFigure('time_to_live_minutes', timeToLiveMinutes)}
      where account_id = ${accountId} and id = ${channelId} and deleted_at is null`,
  );
  if (count === 0) throw new NotFound();
}

/** A figure as given, 0 as none; the column as it is where none was given. */
const changedFigure = (column: string, given: number | undefined): RawBuilder<unknown> =>
  given === undefined ? sql.ref(column) : sql`nullif(${given}::int, 0)`;
