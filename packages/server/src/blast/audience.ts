/** Who a blast reaches: one set of conditions for counting and for the fan-out, so that both always agree. */
import type { RawBuilder } from 'kysely';
import { sql } from '../platform/db/database.ts';
import { meetsAll, type TagCondition } from './filters.ts';

export type Audience = {
  accountId: number;
  listIds: readonly number[];
  conditions: readonly TagCondition[];
  /** The campaigns to be sent: the main one and those of an A/B test. */
  campaignIds: readonly number[];
  /** Blasts of these campaigns so far: whoever they reached counts as already blasted. */
  earlierBlasts: readonly number[];
  /** Only members who joined a list after this. */
  membersSince: Date | null;
};

/** Contact ids after `after`, up to `upTo`. Repeated in every subquery: the planner does not carry it over by itself. */
export type Range = { after: number; upTo: number };

/** Contact `c` is on one of the lists. */
export function isListed(audience: Audience, range: Range | null): RawBuilder<unknown> {
  const { accountId, listIds, membersSince } = audience;
  return sql`exists (select from list_members l where l.account_id = ${accountId} and l.contact_id = c.id
    and l.list_id = ${listIds.length === 1 ? sql`${listIds[0]}` : sql`any(${listIds}::bigint[])`}
    ${membersSince ? sql`and l.added_at > ${membersSince}` : sql``} ${inRange('l.contact_id', range)})`;
}

export function meetsFilters({ conditions }: Audience): RawBuilder<unknown> {
  return meetsAll(conditions);
}

/** Contact `c` was sent one of the campaigns, or waits for it in the queue of a blast. What was skipped was not sent. */
export function isBlasted(audience: Audience, range: Range | null): RawBuilder<unknown> {
  const { accountId, campaignIds, earlierBlasts } = audience;
  if (earlierBlasts.length === 0) return sql`false`;
  return sql`exists (select from messages e where e.account_id = ${accountId} and e.contact_id = c.id
    and e.blast_id = any(${earlierBlasts}::bigint[]) and e.origin = 'blast' and e.seq = 0
    and e.campaign_id = any(${campaignIds}::bigint[]) and e.status <> 'skipped'
    ${inRange('e.contact_id', range)})`;
}

export function inRange(column: string, range: Range | null): RawBuilder<unknown> {
  if (!range) return sql``;
  return sql`and ${sql.ref(column)} > ${range.after} and ${sql.ref(column)} <= ${range.upTo}`;
}
