/** Which of a few contacts are in a segment now, looking at them alone. */
import type { KeptKind } from '@parley/rules/event-kinds.ts';
import { isInSegment } from '@parley/rules/segment-evaluate.ts';
import type { SegmentPlan } from '@parley/rules/segment-plan.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { segmentPeople } from './compile.ts';
import { factsOf } from './facts.ts';
import { planOf } from './meaning.ts';

/** @throws NotFound without such a segment, Refusal when it names something gone. */
export async function contactsInSegment(
  db: Db,
  accountId: number,
  segmentId: number,
  contactIds: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const plan = await planOf(db, accountId, segmentId, now);
  const facts = await factsOf(db, accountId, contactIds, [...kindsOf(plan)]);
  return new Set(
    contactIds.filter((id) => {
      const known = facts.get(id);
      return known !== undefined && isInSegment(plan, known);
    }),
  );
}

/** Which of some thousand contacts are in a segment that means this: one statement, of them alone. */
export async function peopleAmong(
  db: Db,
  accountId: number,
  plan: SegmentPlan,
  contactIds: readonly number[],
): Promise<Set<number>> {
  if (contactIds.length === 0) return new Set();
  const found = await rows(db, sql<{ id: number }>`${segmentPeople(accountId, plan, { ids: contactIds })}`);
  return new Set(found.map(({ id }) => id));
}

/** The kinds of events that a plan asks for. */
function kindsOf(plan: SegmentPlan): Set<KeptKind> {
  if (plan.node === 'event') return new Set([plan.event]);
  if (plan.node === 'not') return kindsOf(plan.of);
  if (plan.node === 'all' || plan.node === 'any')
    return new Set(plan.of.flatMap((each) => [...kindsOf(each)]));
  return new Set();
}
