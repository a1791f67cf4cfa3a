/** Looking short links up. */
import type { RawBuilder } from 'kysely';
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

/** Whose a code is stands on one machine; what it leads to, on the account's. */
export async function findDestination(db: Db, code: string): Promise<Destination | undefined> {
  const known = await first(
    db,
    sql<Omit<Destination, 'url' | 'timeZone'> & { ownUrl: string | null }>`
      select account_id as "accountId", link_id as "linkId", contact_id as "contactId", campaign_id as "campaignId",
        blast_id as "blastId", url as "ownUrl"
      from link_codes where code = ${code}`,
  );
  if (!known) return undefined;
  const { ownUrl, ...whose } = known;
  const link = await first(
    db,
    sql<{ url: string; timeZone: string }>`
      select l.url, a.time_zone as "timeZone" from short_links l join accounts a on a.id = ${whose.accountId}
      where l.account_id = ${whose.accountId} and l.id = ${whose.linkId}`,
  );
  return link && { ...whose, url: ownUrl ?? link.url, timeZone: link.timeZone };
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

type Page = { start: number; length: number; search: string };

/** So many links are looked at one by one first: what many have is found among them. */
const WALKED = 2_000;

/**
 * A page of the account's links, newest first; a search looks into targets, names and campaigns: of the
 * newest, then by indexes of all.
 */
export async function listLinks(db: Db, accountId: number, page: Page): Promise<ListedLink[]> {
  const { start, length } = page;
  const search = page.search.trim();
  const newest = (most: number) => sql`
    select * from short_links l where l.account_id = ${accountId} order by l.created_at desc, l.id desc limit ${most}`;
  if (search === '') return readLinks(db, accountId, sql`(${newest(start + length)})`, page);
  const near = await readLinks(db, accountId, looked(accountId, newest(WALKED), search), page);
  return near.length === length ? near : readLinks(db, accountId, indexed(accountId, search), page);
}

const saysLink = (search: string) =>
  sql`(l.url ilike ${likeAnywhere(search)} or l.name ilike ${likeAnywhere(search)})`;
const saysCampaign = (search: string) => sql`s.name_lower like lower(${likeAnywhere(search)})`;

/** Which of these are found, each looked at with its campaign. */
const looked = (accountId: number, links: RawBuilder<unknown>, search: string) => sql`(
  select l.* from (${links}) l where ${saysLink(search)} or coalesce((
    select 1 from campaigns s
    where s.account_id = ${accountId} and s.id = l.campaign_id and not s.is_template and ${saysCampaign(search)} limit 1
  ), 0) = 1)`;

/** Those that indexes find: by themselves, and by their campaigns. */
const indexed = (accountId: number, search: string) => sql`(
  with named as materialized (
    select s.id from campaigns s where s.account_id = ${accountId} and not s.is_template and ${saysCampaign(search)}
  ), said as materialized (select l.id from short_links l where l.account_id = ${accountId} and ${saysLink(search)})
  select l.* from (
    select id from said
    union
    select o.id from named join short_links o on o.account_id = ${accountId} and o.campaign_id = named.id
  ) found join short_links l on l.account_id = ${accountId} and l.id = found.id)`;

function readLinks(
  db: Db,
  accountId: number,
  from: RawBuilder<unknown>,
  { start, length }: Page,
): Promise<ListedLink[]> {
  return rows(
    db,
    sql<ListedLink>`
      with page as materialized (
        select * from ${from} l order by l.created_at desc, l.id desc offset ${start} limit ${length}
      )
      select p.id, p.name, p.url, coalesce(p.campaign_id, 0) as "campaignId", coalesce(c.name, '') as campaign, p.clicks,
        p.people, p.previews, p.scans, coalesce(${wall('p.last_click_at')}, '') as "lastClick",
        ${wall('p.created_at')} as "createDate"
      from page p join accounts a on a.id = ${accountId}
      left join campaigns c on c.account_id = ${accountId} and c.id = p.campaign_id
      order by p.created_at desc, p.id desc`,
  );
}
