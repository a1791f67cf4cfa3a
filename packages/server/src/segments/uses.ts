/** What a segment is used by: to be said before it is deleted. */
import { type Db, rows, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { findSegment, lockSegments, segmentsNaming } from './store.ts';

export type SegmentUse = { kind: 'segment' | 'automata' | 'blast'; id: number; name: string };

/**
 * A segment that something comes to use: until the transaction ends nobody deletes it. @throws NotFound
 */
export async function holdSegment(trx: Db, accountId: number, id: number): Promise<void> {
  await lockSegments(trx, accountId);
  if (!(await findSegment(trx, accountId, id))) throw new NotFound();
}

/** Other segments that name it, automata that send to its people, then blasts to it that have not begun. */
export async function usesOf(db: Db, accountId: number, id: number): Promise<SegmentUse[]> {
  const segments = await segmentsNaming(db, accountId, id);
  const automata = await rows(
    db,
    sql<SegmentUse>`
      select 'automata' as kind, a.id, a.name from automata a
      where a.account_id = ${accountId} and a.segment_id = ${id} order by lower(a.name), a.id`,
  );
  const blasts = await rows(
    db,
    sql<SegmentUse>`
      select 'blast' as kind, b.id, coalesce(c.name, '') as name
      from blasts b left join campaigns c on c.account_id = ${accountId} and c.id = b.source_campaign_id
      where b.account_id = ${accountId} and b.segment_id = ${id}
        and (b.state = 'scheduled' or (b.state = 'paused' and b.state_before_pause = 'scheduled'))
      order by b.id`,
  );
  return [...segments.map((each) => ({ kind: 'segment' as const, ...each })), ...automata, ...blasts];
}
