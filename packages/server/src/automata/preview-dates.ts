/** Whom the date in a tag would start in the days to come, by what is known now. */
import { dateKeys, isDateOn } from '@parley/rules/date-trigger.ts';
import type { TriggerDate } from '@parley/rules/event-trigger.ts';
import { addDays, dayOf } from '@parley/rules/time-zone.ts';
import { zoneOf } from '../accounts/index.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { createSlices } from '../platform/slices.ts';
import { planOf, segmentPeople } from '../segments/index.ts';
import { countDated } from './dates-store.ts';

const DAYS = 30;

/** @throws NotFound without such a segment, Refusal when it names something gone. */
export async function previewDates(
  db: Db,
  accountId: number,
  { date, segment }: { date: TriggerDate; segment: number },
  now: Date,
): Promise<{ total: number; days: { day: string; count: number }[] }> {
  const today = dayOf(now.toISOString(), await zoneOf(db, accountId));
  const days = Array.from({ length: DAYS }, (_, n) => addDays(today, n - date.days));
  const within =
    segment > 0
      ? sql`and c.id in (select p.id from (${segmentPeople(accountId, await planOf(db, accountId, segment, now))}) p)`
      : sql``;
  const keys = days.flatMap((day) => dateKeys(date.tag, day));
  const counts = new Map<string, number>();
  const slice = createSlices();
  for (const { value, count } of await countDated(db, accountId, date.tag, { keys, within })) {
    await slice();
    const day = days.find((each) => isDateOn(value, each, date.every));
    if (day !== undefined) counts.set(day, (counts.get(day) ?? 0) + count);
  }
  const found = days.flatMap((day) => {
    const count = counts.get(day);
    return count === undefined ? [] : [{ day: addDays(day, date.days), count }];
  });
  return { total: found.reduce((sum, { count }) => sum + count, 0), days: found };
}
