/** The segment that a blast goes to: what it means is settled when the blast begins, for all its chunks. */
import type { SegmentPlan } from '@parley/rules/segment-plan.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { planOf } from '../segments/index.ts';
import type { BlastTarget } from './plan.ts';

/** The target with its segment as it is meant at a moment. @throws NotFound, Refusal as `planOf`. */
export async function withSegmentPlan<T extends BlastTarget>(
  db: Db,
  accountId: number,
  target: T,
  moment: Date,
): Promise<T> {
  const { segmentId } = target;
  return segmentId ? { ...target, segmentPlan: await planOf(db, accountId, segmentId, moment) } : target;
}

/** A scheduled blast at its time: its segment as it is then, from now on. */
export async function renewSegmentPlan(
  db: Db,
  accountId: number,
  blast: BlastTarget & { blastId: number },
  now: Date,
): Promise<void> {
  const { segmentPlan } = await withSegmentPlan(db, accountId, blast, now);
  if (segmentPlan)
    await sql`
      update blasts set segment_plan = ${JSON.stringify(segmentPlan)}::jsonb
      where account_id = ${accountId} and id = ${blast.blastId} and renewal = 'awaited'`.execute(db);
}

/** Whom a blast goes to, as its row has it. */
export const segmentColumns = sql`segment_id as "segmentId", segment_plan as "segmentPlan"`;

export type BlastSegment = { segmentId?: number | null; segmentPlan?: SegmentPlan | null };
