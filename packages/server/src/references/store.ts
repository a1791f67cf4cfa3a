/**
 * All SQL that looks for what uses a list, a tag or a campaign, across the tables of the features that may.
 */

import type { RawBuilder } from 'kysely';
import { ACTIVE_BLASTS } from '../campaigns/index.ts';
import { namesOfTags } from '../flow/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

/** `steps`: of a campaign, the positions of those that name it. */
export type Use = { kind: 'automata' | 'campaign' | 'channel'; id: number; name: string; steps: number[] };

/**
 * Campaigns in use with a step, of the draft or of what is live, that has one of these names
 * (`step_references`) and for which a condition on `s` holds.
 */
const campaignsNaming = (accountId: number, names: RawBuilder<unknown>, holds = sql`true`) => sql`
  select 'campaign' as kind, c.id, c.name, naming.steps from campaigns c
  join (
    select s.campaign_id, array_agg(distinct s.position order by s.position) as steps from (
      select s.campaign_id, s.position, s.step from steps s where s.account_id = ${accountId} and step_references(s.step) && ${names}
      union all
      select s.campaign_id, s.position, s.step from published_steps s
      join campaigns l on l.account_id = s.account_id and l.id = s.campaign_id and l.live_version = s.number
      where s.account_id = ${accountId} and step_references(s.step) && ${names}
    ) s where ${holds} group by s.campaign_id
  ) naming on naming.campaign_id = c.id
  where c.account_id = ${accountId} and c.deleted_at is null and not c.is_template`;

/** Whether what starts or ends an automata is asked to be of this thing (rules/event-trigger.ts). */
const waitsFor = (property: 'list' | 'tag' | 'campaign', id: number) => sql`
  jsonb_path_exists(a.trigger, ${`$.** ? (@.property == "${property}").value[*] ? (@ == $id)`}::text::jsonpath,
    jsonb_build_object('id', ${id}::bigint))`;

/**
 * Automata that send to a list or wait for who joins or leaves it, then campaigns that opt in to it or notify
 * it.
 */
export function usesOfList(db: Db, accountId: number, list: number): Promise<Use[]> {
  return rows(
    db,
    sql<Use>`
      select 'automata' as kind, a.id, a.name, '{}'::int[] as steps from automata a
      where a.account_id = ${accountId} and (a.list_id = ${list} or ${waitsFor('list', list)})
      union all
      ${campaignsNaming(accountId, sql`array[${`list ${list}`}]`)}
      order by kind, name, id`,
  );
}

/**
 * Automata that filter by a tag or wait for its change, then campaigns that store it or name it in a merge
 * token; undefined without such a tag.
 */
export async function usesOfTag(db: Db, accountId: number, tag: number): Promise<Use[] | undefined> {
  const found = await first(
    db,
    sql<{ name: string }>`select name from tags where account_id = ${accountId} and id = ${tag}`,
  );
  if (!found) return undefined;
  return rows(
    db,
    sql<Use>`
      select 'automata' as kind, a.id, a.name, '{}'::int[] as steps from automata a
      where a.account_id = ${accountId} and (${waitsFor('tag', tag)} or a.trigger #>> '{date,tag}' = ${tag}::text or exists (
        select from jsonb_array_elements(a.filters) f where lower(f ->> 'tag') = lower(${found.name})))
      union all
      ${campaignsNaming(accountId, namesOfTags([found.name]))}
      order by kind, name, id`,
  );
}

/**
 * Automata that send a campaign or wait for what happens with it, then others that switch to it, channels
 * that it answers for, and how many of its blasts are not done; undefined without such a campaign.
 */
export function usesOfCampaign(
  db: Db,
  accountId: number,
  campaign: number,
): Promise<{ uses: Use[]; blasts: number } | undefined> {
  return first(
    db,
    sql<{ uses: Use[]; blasts: number }>`
      with found as (
        select 'automata' as kind, a.id, a.name, '{}'::int[] as steps from automata a
        where a.account_id = ${accountId} and (a.campaign_id = ${campaign} or ${waitsFor('campaign', campaign)})
        union all
        ${campaignsNaming(accountId, sql`array[${`campaign ${campaign}`}]`, sql`s.campaign_id <> ${campaign}`)}
        union all
        select 'channel', ch.id, ch.name, '{}' from catch_alls f
        join channels ch on ch.account_id = ${accountId} and ch.id = f.channel_id
        where f.account_id = ${accountId} and ${campaign} in (f.campaign_id, f.closed_campaign_id)
      )
      select coalesce(
          (select jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'name', name, 'steps', steps) order by kind, name, id) from found), '[]'
        ) as uses,
        (select count(*)::int from blasts where account_id = ${accountId} and state = any(${ACTIVE_BLASTS}::text[])
          and (campaign_id = ${campaign} or ${campaign} = any(ab_campaign_ids))) as blasts
      from campaigns where account_id = ${accountId} and id = ${campaign} and not is_template`,
  );
}
