/** How far contacts got in a campaign, step by step. */
import { FLOW_COUNT_REACH } from '@parley/rules/limits.ts';
import { type Db, first, sql } from '../platform/db/database.ts';

export type StepCount = { step: number; reached: number; waiting: number; answered: number };
export type FlowCounts = { conversations: number; isPartial: boolean; counts: StepCount[] };

/**
 * Counts the latest conversations of a campaign's contacts by step, in one statement over at most {@link FLOW_COUNT_REACH} of them;
 * null when the account has no such campaign.
 */
export async function countSteps(
  db: Db,
  accountId: number,
  campaignId: number,
  reach = FLOW_COUNT_REACH,
): Promise<FlowCounts | null> {
  const row = await first(
    db,
    sql<FlowCounts>`
      with looked as materialized (
        select active, session from conversations
        where account_id = ${accountId} and campaign_id = ${campaignId} limit ${reach + 1}
      ), seen as (
        select id::bigint as step, 1 as reached, 0 as waiting, 0 as answered
        from looked, jsonb_array_elements_text(session->'reached') as id
        union all
        select (session->'waiting'->>'step')::bigint, 0, 1, 0 from looked
        where active and session->'waiting'->>'step' is not null
        union all
        select id::bigint, 0, 0, 1 from looked, jsonb_object_keys(session->'answers') as id
      )
      select least((select count(*) from looked), ${reach}) as conversations,
        (select count(*) from looked) > ${reach} as "isPartial", coalesce((
          select jsonb_agg(t order by step) from (
            select step, sum(reached) as reached, sum(waiting) as waiting, sum(answered) as answered from seen group by step
          ) t), '[]') as counts
      from campaigns where account_id = ${accountId} and id = ${campaignId} and not is_template`,
  );
  return row ?? null;
}
