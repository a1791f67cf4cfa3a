/** The people of a segment put on a list, as they are now: slice after slice, each in a transaction. */
import type { calls, FormOf, ReplyOf } from '@parley/contract';
import { putSliceOnList } from '../lists/index.ts';
import { transact } from '../platform/db/database.ts';
import type { Context } from '../platform/http/handler.ts';
import { segmentPeople } from './compile.ts';
import { planOf } from './meaning.ts';

type Snapshot = typeof calls.segments.snapshot;

export function snapshotSlice(
  context: Context,
  { segment, ...onto }: FormOf<Snapshot>,
): Promise<ReplyOf<Snapshot>> {
  const { db, accountId, clock } = context;
  return transact(db, async (trx) => {
    const plan = await planOf(trx, accountId, segment, clock.now());
    return putSliceOnList({ ...context, db: trx }, onto, segmentPeople(accountId, plan));
  });
}
