/** What a tile can be about. */
import type { Datapoint } from '@parley/contract';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';

/** Campaigns, newest first; deleted ones behind, and named so: what they did stays to be seen. */
export function campaignDatapoints(db: Db, accountId: number): Promise<Datapoint[]> {
  return rows(
    db,
    sql<Datapoint>`
      select id as "Id", case when deleted_at is null then name else name || ' (deleted)' end as "Desc" from campaigns
      where account_id = ${accountId} and not is_template
      order by deleted_at is not null, created_at desc, id desc`,
  );
}

export function linkDatapoints(db: Db, accountId: number): Promise<Datapoint[]> {
  return rows(
    db,
    sql<Datapoint>`
      select id as "Id", name as "Desc" from short_links where account_id = ${accountId}
      order by created_at desc, id desc`,
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
