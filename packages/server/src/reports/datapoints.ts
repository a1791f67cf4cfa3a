/** What a tile can be about. */
import type { Datapoint } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';

/**
 * Campaigns, newest first; deleted ones behind, and named so: what they did stays to be seen. As many as a
 * picker holds.
 */
export function campaignDatapoints(db: Db, accountId: number): Promise<Datapoint[]> {
  const newest = (deleted: boolean, most: RawBuilder<unknown>) => sql`
    select id, name, created_at, ${deleted}::boolean as deleted from campaigns
    where account_id = ${accountId} and not is_template and (deleted_at is not null) = ${deleted}
    order by created_at desc, id desc limit ${most}`;
  const most = sql`${PAGE_LIMITS.picker}::bigint`;
  return rows(
    db,
    sql<Datapoint>`
      with active as materialized (${newest(false, most)}),
      gone as materialized (${newest(true, sql`${most} - (select count(*) from active)`)})
      select id, case when deleted then name || ' (deleted)' else name end as name
      from (select * from active union all select * from gone) c
      order by deleted, created_at desc, id desc`,
  );
}

/** Short links with their campaigns, newest first. As many as a picker holds. */
export function linkDatapoints(db: Db, accountId: number): Promise<Datapoint[]> {
  return rows(
    db,
    sql<Datapoint>`
      select l.id, l.name || coalesce(' · ' || c.name, '') as name
      from short_links l
      left join campaigns c on c.account_id = ${accountId} and c.id = l.campaign_id
      where l.account_id = ${accountId}
      order by l.created_at desc, l.id desc limit ${PAGE_LIMITS.picker}`,
  );
}

/** A tile is about a campaign of the account, or about all (0). */
export async function requireCampaign(db: Db, accountId: number, id: number): Promise<void> {
  if (id === 0) return;
  const found = await first(
    db,
    sql`select 1 from campaigns where account_id = ${accountId} and id = ${id} and not is_template`,
  );
  if (!found) throw new NotFound();
}

/** A tile is about a short link of the account, or about all (0). */
export async function requireLink(db: Db, accountId: number, id: number): Promise<void> {
  if (id === 0) return;
  const found = await first(
    db,
    sql`select 1 from short_links where account_id = ${accountId} and id = ${id}`,
  );
  if (!found) throw new NotFound();
}
