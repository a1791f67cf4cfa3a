/** What a segment is used by: to be said before it is deleted. */
import { type Db, rows, sql } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { findSegment, lockSegments, NO_SEGMENT, namesSegment } from './store.ts';

/** What keeps a segment from being deleted. */
type SegmentHolder = { kind: 'segment' | 'automata' | 'blast'; id: number; name: string };
export type SegmentUse = SegmentHolder | { kind: 'report'; id: number; name: string };

/**
 * A segment that something comes to use: until the transaction ends nobody deletes it. @throws NotFound
 */
export async function holdSegment(trx: Db, accountId: number, id: number): Promise<void> {
  await lockSegments(trx, accountId);
  if (!(await findSegment(trx, accountId, id))) throw new NotFound(NO_SEGMENT);
}

/**
 * Other segments that name it, automata that send to its people, blasts to it that have not begun, and saved
 * reports on its people alone: in this order, each kind by name.
 */
export function usesOf(db: Db, accountId: number, id: number): Promise<SegmentUse[]> {
  return rows(
    db,
    sql<SegmentUse>`
      select kind, id, name from (
        select 1 as place, 'segment' as kind, s.id, s.name from segments s
        where s.account_id = ${accountId} and s.id <> ${id} and ${namesSegment(id)}
        union all
        select 2, 'automata', a.id, a.name from automata a
        where a.account_id = ${accountId} and a.segment_id = ${id}
        union all
        select 3, 'blast', b.id, coalesce(c.name, '') from blasts b
        left join campaigns c on c.account_id = ${accountId} and c.id = b.source_campaign_id
        where b.account_id = ${accountId} and b.segment_id = ${id}
          and (b.state = 'scheduled' or (b.state = 'paused' and b.state_before_pause = 'scheduled'))
        union all
        select 4, 'report', r.id, r.title from reports r
        where r.account_id = ${accountId} and r.segment_id = ${id}
      ) used order by place, lower(name), id`,
  );
}

/** What keeps a segment from being deleted: all but reports, which say then that it is gone. */
export const holdersOf = (uses: readonly SegmentUse[]): SegmentHolder[] =>
  uses.filter((use) => use.kind !== 'report');

/** So many are named in the sentence; the rest are counted. */
const NAMED = 5;
const listed = new Intl.ListFormat('en-US');
const NOUNS: Record<SegmentHolder['kind'], string> = {
  segment: 'the segment',
  automata: 'the automata',
  blast: 'a blast of',
};

/** A segment is not deleted, for these use it. */
export class SegmentInUse extends Refusal {
  readonly uses: readonly SegmentHolder[];
  constructor(name: string, uses: readonly SegmentHolder[]) {
    const named = uses.slice(0, NAMED).map((use) => `${NOUNS[use.kind]} “${use.name}”`);
    if (uses.length > NAMED) named.push(`${uses.length - NAMED} more`);
    const [those, verb] = uses.length === 1 ? ['it', 'uses'] : ['them', 'use'];
    super(
      `You can’t delete “${name}” yet: ${listed.format(named)} ${verb} it. Change or cancel ${those} first.`,
    );
    this.uses = uses;
  }
}
