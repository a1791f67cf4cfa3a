import { type Db, first, likeAnywhere, sql } from '../platform/db/database.ts';

/** What stands for `{{brand}}` in shipped templates: the account's name. */
export async function brandOf(db: Db, accountId: number): Promise<string> {
  const row = await first(db, sql<{ name: string }>`select name from accounts where id = ${accountId}`);
  return row?.name ?? '';
}

/** A template of the account's own. */
export type OwnTemplate = { id: number; name: string; type: number; icon: number };

export async function findOwnTemplate(
  db: Db,
  accountId: number,
  id: number,
): Promise<OwnTemplate | undefined> {
  return first(
    db,
    sql<OwnTemplate>`
      select id, name, template_type as type, icon_id as icon from campaigns
      where account_id = ${accountId} and id = ${id} and is_template and deleted_at is null`,
  );
}

/** A page of the account's own templates, newest first, and how many there are. */
export async function listOwnTemplates(
  db: Db,
  accountId: number,
  page: { search: string; start: number; length: number },
): Promise<{ count: number; templates: OwnTemplate[] }> {
  const matching = sql`
    from campaigns where account_id = ${accountId} and is_template and deleted_at is null
      and name ilike ${likeAnywhere(page.search)}`;
  const row = await first(
    db,
    sql<{ count: number; templates: OwnTemplate[] }>`
      select (select count(*) ${matching}) as count, coalesce((
        select jsonb_agg(t) from (
          select id, name, template_type as type, icon_id as icon ${matching}
          order by created_at desc, id desc offset ${page.start} limit ${page.length}
        ) t), '[]') as templates`,
  );
  return row ?? { count: 0, templates: [] };
}
