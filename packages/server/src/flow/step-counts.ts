/** How far contacts got in a campaign, step by step. */
import { FLOW_COUNT_REACH } from '@parley/rules/limits.ts';
import { type Db, first, sql } from '../platform/db/database.ts';

export type StepCount = { step: number; reached: number; waiting: number; answered: number };
export type FlowCounts = { conversations: number; isPartial: boolean; counts: StepCount[] };

/**
 * Counts the latest conversations of a campaign's contacts by step, in one statement over at most {@link
 * FLOW_COUNT_REACH} of them (most walk one of a few paths, so that paths are counted before they are taken
 * apart); null when the account has no such campaign.
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
        select session->'reached' as reached, case when active then session->'waiting'->>'step' end as waiting,
          session->'answers' as answers
        from conversations where account_id = ${accountId} and campaign_id = ${campaignId} limit ${reach + 1}
      ), paths as (
        select reached, count(*) as contacts from looked group by reached
      ), seen as (
        select id::bigint as step, contacts as reached, 0 as waiting, 0 as answered
        from paths, jsonb_array_elements_text(reached) as id
        union all
        select waiting::bigint, 0, count(*), 0 from looked where waiting is not null group by waiting
        union all
        select id::bigint, 0, 0, count(*) from looked, jsonb_object_keys(answers) as id group by id
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
