/** Looking short links up. */
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';

/** Where a code leads, and whose it is. */
export type Destination = {
  accountId: number;
  linkId: number;
  contactId: number;
  campaignId: number;
  blastId: number | null;
  url: string;
  /** The account's. */
  timeZone: string;
};

export function findDestination(db: Db, code: string): Promise<Destination | undefined> {
  return first(
    db,
    sql<Destination>`
      select k.account_id as "accountId", k.link_id as "linkId", k.contact_id as "contactId",
        k.campaign_id as "campaignId", k.blast_id as "blastId", coalesce(k.url, l.url) as url, a.time_zone as "timeZone"
      from link_codes k
      join short_links l on l.account_id = k.account_id and l.id = k.link_id
      join accounts a on a.id = k.account_id
      where k.code = ${code}`,
  );
}

export type ListedLink = {
  id: number;
  name: string;
  url: string;
  campaignId: number;
  campaign: string;
  clicks: number;
  people: number;
  previews: number;
  scans: number;
  /** Wall clock of the account's zone; '': none yet. */
  lastClick: string;
  createDate: string;
};

const wall = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone a.time_zone, 'YYYY-MM-DD HH24:MI:SS')`;

/** A page of the account's links, newest first; a search looks into targets, names and campaigns. */
export function listLinks(
  db: Db,
  accountId: number,
  page: { start: number; length: number; search: string },
): Promise<ListedLink[]> {
  const pattern = likeAnywhere(page.search.trim());
  const searched =
    page.search.trim() === ''
      ? sql``
      : sql`and (l.url ilike ${pattern} or l.name ilike ${pattern} or l.campaign_id in (
          select s.id from campaigns s where s.account_id = ${accountId} and not s.is_template and s.name_lower like lower(${pattern})))`;
  return rows(
    db,
    sql<ListedLink>`
      with page as materialized (
        select * from short_links l where l.account_id = ${accountId} ${searched}
        order by l.created_at desc, l.id desc offset ${page.start} limit ${page.length}
      )
      select p.id, p.name, p.url, coalesce(p.campaign_id, 0) as "campaignId", coalesce(c.name, '') as campaign, p.clicks,
        p.people, p.previews, p.scans, coalesce(${wall('p.last_click_at')}, '') as "lastClick",
        ${wall('p.created_at')} as "createDate"
      from page p join accounts a on a.id = ${accountId}
      left join campaigns c on c.account_id = ${accountId} and c.id = p.campaign_id
      order by p.created_at desc, p.id desc`,
  );
}
