/** Who a blast reaches: one set of conditions for counting and for the fan-out, so that both always agree. */
import type { SegmentPlan } from '@parley/rules/segment-plan.ts';
import type { RawBuilder } from 'kysely';
import { sql } from '../platform/db/database.ts';
import { segmentPeople } from '../segments/index.ts';
import { meetsAll, type TagCondition } from '../tags/index.ts';

export type Audience = {
  accountId: number;
  /** Empty: everybody in the segment. */
  listIds: readonly number[];
  /** Null: everybody on the lists. */
  segment: SegmentPlan | null;
  conditions: readonly TagCondition[];
  /** The campaigns to be sent: the main one and those of an A/B test. */
  campaignIds: readonly number[];
  /** Blasts of these campaigns so far: whoever they reached counts as already blasted. */
  earlierBlasts: readonly number[];
  /** Only members who joined a list after this. */
  membersSince: Date | null;
};

/**
 * Contact ids after `after`, up to `upTo`. Repeated for every table: the planner does not carry it over by
 * itself.
 */
export type Range = { after: number; upTo: number };

/** Contact ids of the audience: in the segment, and on the lists. An id may come several times. */
export function listedIds(audience: Audience, range: Range | null): RawBuilder<unknown> {
  const { accountId, listIds, segment } = audience;
  if (segment === null) return memberIds(audience, range);
  const people = segmentPeople(accountId, segment, range);
  return listIds.length === 0
    ? sql`select found.id from (${people}) found`
    : sql`select found.id from (${people}) found where found.id in (${memberIds(audience, range)})`;
}

function memberIds({ accountId, listIds, membersSince }: Audience, range: Range | null): RawBuilder<unknown> {
  return sql`select l.contact_id as id from list_members l where l.account_id = ${accountId}
    and l.list_id = ${listIds.length === 1 ? sql`${listIds[0]}` : sql`any(${listIds}::bigint[])`}
    ${membersSince ? sql`and l.added_at > ${membersSince}` : sql``} ${inRange('l.contact_id', range)}`;
}

/**
 * Ids of contacts who were sent one of the campaigns, or wait for it in the queue of a blast. What was
 * skipped was not sent.
 */
export function blastedIds(audience: Audience, range: Range | null): RawBuilder<unknown> {
  const { accountId, campaignIds, earlierBlasts } = audience;
  return sql`select e.contact_id as id from messages e where e.account_id = ${accountId}
    and e.blast_id = any(${earlierBlasts}::bigint[]) and e.origin = 'blast' and e.seq = 0
    and e.campaign_id = any(${campaignIds}::bigint[]) and e.status <> 'skipped' ${inRange('e.contact_id', range)}`;
}

/** Contact `c` is of the audience. */
export function isListed(audience: Audience): RawBuilder<unknown> {
  return sql`exists (select from (${listedIds(audience, null)}) listed where listed.id = c.id)`;
}

/** Contact `c` counts as already blasted. */
export function isBlasted(audience: Audience): RawBuilder<unknown> {
  if (audience.earlierBlasts.length === 0) return sql`false`;
  return sql`exists (select from (${blastedIds(audience, null)}) blasted where blasted.id = c.id)`;
}

export function meetsFilters({ conditions }: Audience): RawBuilder<unknown> {
  return meetsAll(conditions);
}

export function inRange(column: string, range: Range | null): RawBuilder<unknown> {
  if (!range) return sql``;
  return sql`and ${sql.ref(column)} > ${range.after} and ${sql.ref(column)} <= ${range.upTo}`;
}
