/** All SQL that looks for what uses a list, a tag or a campaign, across the tables of the features that may. */
import { ACTIVE_STATES } from '../blast/state.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

export type Use = { kind: 'automata' | 'campaign'; id: number; name: string };

/** A step of campaign row `c`, which is in use, for which a condition on `s.step` holds. */
const stepWhere = (accountId: number, holds: ReturnType<typeof sql>) => sql`
  c.account_id = ${accountId} and c.deleted_at is null and not c.is_template and exists (
    select from steps s where s.account_id = ${accountId} and s.campaign_id = c.id and ${holds})`;

/** Automata that send to a list, then campaigns that opt in to it or notify it. */
export function usesOfList(db: Db, accountId: number, list: number): Promise<Use[]> {
  const isNamed = sql`jsonb_path_exists(s.step, '$.list ? (@ == $id)', ${JSON.stringify({ id: list })}::jsonb)`;
  return rows(
    db,
    sql<Use>`
      select 'automata' as kind, a.id, a.name from automata a
      where a.account_id = ${accountId} and a.list_id = ${list}
      union all
      select 'campaign', c.id, c.name from campaigns c where ${stepWhere(accountId, isNamed)}
      order by kind, name, id`,
  );
}

/** Automata that filter by a tag, then campaigns that store it or name it in a merge token; undefined without such a tag. */
export async function usesOfTag(db: Db, accountId: number, tag: number): Promise<Use[] | undefined> {
  const isNamed = sql`(lower(s.step ->> 'tag') = t.key or s.step::text ilike any(array[t.bare, t.with_default]))`;
  const row = await first(
    db,
    // The name as it stands in the text of the jsonb, its own wildcards taken literally.
    sql<{ uses: Use[] }>`
      with written as (
        select lower(name) as key, regexp_replace(right(left(to_jsonb(name)::text, -1), -1), '([\\\\%_])', '\\\\\\1', 'g') as name
        from tags where account_id = ${accountId} and id = ${tag}
      ), t as (
        select key, '%{\\%' || name || '\\%}%' as bare, '%{\\%' || name || '|%' as with_default from written
      ), found as (
        select 'automata' as kind, a.id, a.name from automata a, t
        where a.account_id = ${accountId} and exists (
          select from jsonb_array_elements(a.filters) f where lower(f ->> 'tag') = t.key)
        union all
        select 'campaign', c.id, c.name from campaigns c, t where ${stepWhere(accountId, isNamed)}
      )
      select coalesce(
        (select jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'name', name) order by kind, name, id) from found), '[]'
      ) as uses from t`,
  );
  return row?.uses;
}

/** Automata that send a campaign, then others that switch to it, and how many of its blasts are not done; undefined without such a campaign. */
export function usesOfCampaign(
  db: Db,
  accountId: number,
  campaign: number,
): Promise<{ uses: Use[]; blasts: number } | undefined> {
  const isNamed = sql`
    s.campaign_id <> ${campaign}
    and jsonb_path_exists(s.step, '$.**.switchTo ? (@ == $id)', ${JSON.stringify({ id: campaign })}::jsonb)`;
  return first(
    db,
    sql<{ uses: Use[]; blasts: number }>`
      with found as (
        select 'automata' as kind, a.id, a.name from automata a
        where a.account_id = ${accountId} and a.campaign_id = ${campaign}
        union all
        select 'campaign', c.id, c.name from campaigns c where ${stepWhere(accountId, isNamed)}
      )
      select coalesce(
          (select jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'name', name) order by kind, name, id) from found), '[]'
        ) as uses,
        (select count(*)::int from blasts where account_id = ${accountId} and state = any(${ACTIVE_STATES}::text[])
          and (campaign_id = ${campaign} or ${campaign} = any(ab_campaign_ids))) as blasts
      from campaigns where account_id = ${accountId} and id = ${campaign} and not is_template`,
  );
}
