/** Whom the date in a tag would start in the days to come, by what is known now. */
import { dateKeys, firstStartOfDate, isDateOn, startOfDate } from '@parley/rules/date-trigger.ts';
import type { TriggerDate } from '@parley/rules/event-trigger.ts';
import { addDays, dayOf } from '@parley/rules/time-zone.ts';
import { zoneOf } from '../accounts/index.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { createSlices } from '../platform/slices.ts';
import { planOf, segmentPeople } from '../segments/index.ts';
import { contactZonesOf } from './contact-zones.ts';
import { countDated, listDated } from './dates-store.ts';

const DAYS = 30;

/** @throws NotFound without such a segment, Refusal when it names something gone. */
export async function previewDates(
  db: Db,
  accountId: number,
  { date, segment }: { date: TriggerDate; segment: number },
  now: Date,
): Promise<{ total: number; days: { day: string; count: number }[] }> {
  const zone = await zoneOf(db, accountId);
  const today = dayOf(now.toISOString(), zone);
  const days = Array.from({ length: DAYS }, (_, n) => addDays(today, n - date.days));
  const within =
    segment > 0
      ? sql`and c.id in (select p.id from (${segmentPeople(accountId, await planOf(db, accountId, segment, now))}) p)`
      : sql``;
  const whose = { accountId, date, zone, within, now };
  const isUnderWay = (day: string) => firstStartOfDate(date, day) <= now.toISOString();
  const counts = new Map([
    ...(await countUnderWay(db, whose, days.filter(isUnderWay))),
    ...(await countAhead(
      db,
      whose,
      days.filter((day) => !isUnderWay(day)),
    )),
  ]);
  const found = days.flatMap((day) => {
    const count = counts.get(day) ?? 0;
    return count === 0 ? [] : [{ day: addDays(day, date.days), count }];
  });
  return { total: found.reduce((sum, { count }) => sum + count, 0), days: found };
}

type Whose = {
  accountId: number;
  date: TriggerDate;
  /** The account's. */
  zone: string;
  within: ReturnType<typeof sql>;
  now: Date;
};

/** Of days whose moment is past for some: who lives where it is still to come. */
async function countUnderWay(
  db: Db,
  { accountId, date, zone, within, now }: Whose,
  days: readonly string[],
): Promise<Map<string, number>> {
  const keys = days.flatMap((day) => dateKeys(date.tag, day));
  const counts = new Map<string, number>();
  if (keys.length === 0) return counts;
  const people = await listDated(db, accountId, date.tag, { keys, within });
  const ids = people.map(({ id }) => id);
  const zones = await contactZonesOf(db, accountId, ids, zone);
  const slice = createSlices();
  for (const { id, value } of people) {
    await slice();
    const day = days.find((each) => isDateOn(value, each, date.every));
    if (day === undefined || new Date(startOfDate(date, day, zones.get(id) ?? zone)) <= now) continue;
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

async function countAhead(
  db: Db,
  { accountId, date, within }: Whose,
  days: readonly string[],
): Promise<Map<string, number>> {
  const keys = days.flatMap((day) => dateKeys(date.tag, day));
  const counts = new Map<string, number>();
  const slice = createSlices();
  for (const { value, count } of await countDated(db, accountId, date.tag, { keys, within })) {
    await slice();
    const day = days.find((each) => isDateOn(value, each, date.every));
    if (day !== undefined) counts.set(day, (counts.get(day) ?? 0) + count);
  }
  return counts;
}
