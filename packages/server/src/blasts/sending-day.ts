/**
 * On which day a blast is meant: days in its filters that move along become that one, for the review, the
 * look before it and the blast alike.
 */

import { isRelativeDay, onDay } from '@parley/rules/relative-day.ts';
import { dayOf } from '@parley/rules/time-zone.ts';
import { zoneOf } from '../accounts/index.ts';
import type { Db } from '../platform/db/database.ts';
import { withSegmentPlan } from './blast-segment.ts';
import type { BlastTarget } from './plan.ts';

/** `scheduledFor` null: at once. `localTime`: the moment on each contact's own clock; its day counts. */
export type Sending = { scheduledFor: Date | null; localTime?: string | null };

/**
 * The target with its filters as they are meant on the day of sending, in the account's zone, and its segment
 * as it is meant at that moment.
 */
export async function onItsDay<T extends BlastTarget>(
  db: Db,
  accountId: number,
  asked: T,
  { scheduledFor, localTime }: Sending,
  now: Date,
): Promise<T> {
  const moment = scheduledFor && scheduledFor > now ? scheduledFor : now;
  const target = await withSegmentPlan(db, accountId, asked, moment);
  if (!isRelativeDay(target.filters)) return target;
  const day = localTime?.slice(0, 10) ?? dayOf(moment.toISOString(), await zoneOf(db, accountId));
  return { ...target, filters: onDay(target.filters, day) };
}
