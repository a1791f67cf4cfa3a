/** All SQL on campaigns; their steps are in `flow`. */
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import type { RawBuilder } from 'kysely';
import { isLiveFinished } from '../flow/index.ts';
import { amongTexts } from '../platform/db/arrays.ts';
import { changed, type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';

export type CampaignRow = {
  id: number;
  name: string;
  keyword: string;
  /** Its further keywords on all channels, each once. */
  furtherKeywords: string[];
  /** Names of channels where it answers what nothing else does: at any time, or outside the opening hours. */
  catchAllOf: string[];
  closedOf: string[];
  templateId: number;
  icon: number;
  /** Name of the account's own template it was made from; null for a shipped one or none. */
  ownTemplateName: string | null;
  finished: boolean;
  deleted: boolean;
  /** People who have opted out and texted its keyword since. */
  askedAfterStop: number;
  /** The campaign that an automata copied it from for one of its runs; 0: it is no such copy. */
  runOf: number;
  /**
   * How many active copies automata made of it, and the automata that made the newest (0: none, or it is
   * gone).
   */
  runs: number;
  runsBy: number;
  /** A keyword, a blast or an automata leads to it now. */
  running: boolean;
  /**
   * What could not be done in its conversations in the last {@link FAULT_DAYS} days, and the last such thing.
   */
  faults: number;
  fault: string;
  /** People who began it in these days while its check found errors; 0 once it finds none. */
  reached: number;
};

const FAULT_DAYS = 7;
const MS_PER_DAY = 86_400_000;

/** Own templates have ids from here on; what ships with the product lives in the program. */
const FIRST_OWN = 1_000;

/**
 * A page of campaigns, newest first, deleted ones too; the search looks at names and keywords. It walks an
 * index that holds the names in lower case, so that a search that finds half of them is as quick as one that
 * finds none.
 */
export function listCampaigns(
  db: Db,
  accountId: number,
  page: {
    search: string;
    start: number;
    length: number;
    show: 'all' | 'active' | 'deleted';
    runsOf: number | undefined;
    /** Those after this one alone, deleted or not. */
    behind?: number;
  },
  now: Date,
): Promise<CampaignRow[]> {
  const matching = page.search === '' ? sql`` : matchingSearch(accountId, page.search);
  const chosen = {
    all: sql``,
    active: sql`and deleted_at is null`,
    deleted: sql`and deleted_at is not null`,
  };
  const following = page.behind
    ? sql`and (created_at, id) < (
        select b.created_at, b.id from campaigns b where b.account_id = ${accountId} and b.id = ${page.behind})`
    : sql``;
  const faultsSince = new Date(now.getTime() - FAULT_DAYS * MS_PER_DAY);
  return rows(
    db,
    sql<CampaignRow>`
      with page as materialized (
        select id from campaigns where account_id = ${accountId} and not is_template ${chosen[page.show]} ${matching} ${following}
          ${runsOnly(accountId, page.runsOf)}
        order by created_at desc, id desc offset ${page.start} limit ${page.length}
      ), words as materialized (
        select distinct on (k.campaign_id) k.campaign_id, k.keyword
        from page
        join keywords k on k.account_id = ${accountId} and k.campaign_id = page.id
        join channels ch on ch.account_id = ${accountId} and ch.id = k.channel_id
        where not k.is_further
        order by k.campaign_id, ch.position, ch.id
      )
      select c.id, c.name, coalesce(k.keyword, '') as keyword, ${furtherKeywords(accountId)} as "furtherKeywords",
        ${channelsOf(accountId, sql`f.campaign_id`)} as "catchAllOf",
        ${channelsOf(accountId, sql`f.closed_campaign_id`)} as "closedOf",
        c.template_id as "templateId", c.icon_id as icon,
        case when c.template_id >= ${FIRST_OWN} then (
          select t.name from campaigns t where t.account_id = ${accountId} and t.id = c.template_id and t.is_template
        ) end as "ownTemplateName", ${isLiveFinished(accountId)} as finished, c.deleted_at is not null as deleted, (
          select count(*) from suppressions o where o.account_id = ${accountId} and o.asked_campaign_id = c.id
        ) as "askedAfterStop", coalesce(c.run_of, 0) as "runOf", made.runs, coalesce(made.by, 0) as "runsBy",
        c.id in (${runningCampaigns(accountId)}) as running, coalesce(f.faults, 0) as faults, coalesce(f.fault, '') as fault,
        case when ${isLiveFinished(accountId)} then 0 else ${reachedWithErrors(accountId, sql`c.id`, faultsSince)} end as reached
      from page
      join campaigns c on c.account_id = ${accountId} and c.id = page.id
      left join words k on k.campaign_id = c.id
      cross join lateral (
        select count(*)::int as runs, (
            select a.id from automata a
            where a.account_id = ${accountId} and a.id = (array_agg(r.run_by order by r.id desc))[1]
          ) as by
        from campaigns r where r.account_id = ${accountId} and r.run_of = c.id and r.deleted_at is null
      ) made
      left join lateral (
        select sum(d.count)::int as faults, (
            select left(e.raw, 500) from events e
            where e.account_id = ${accountId} and e.campaign_id = c.id and e.kind = 'fault' and e.at >= ${faultsSince}
            order by e.at desc, e.id desc limit 1
          ) as fault
        from daily_campaign_counts d
        where d.account_id = ${accountId} and d.campaign_id = c.id and d.kind = 'fault' and d.day > ${faultsSince}::date
        having sum(d.count) > 0
      ) f on true
      order by c.created_at desc, c.id desc`,
  );
}

/** SQL of the names of channels whose catch-all campaign row `c` is, in their order. */
const channelsOf = (accountId: number, column: RawBuilder<unknown>) => sql`array(
  select ch.name from catch_alls f join channels ch on ch.account_id = ${accountId} and ch.id = f.channel_id
  where f.account_id = ${accountId} and ${column} = c.id order by ch.position, ch.id)`;

/** SQL of the further keywords of campaign row `c`, by the alphabet. */
const furtherKeywords = (accountId: number) => sql`array(
  select min(k.keyword) from keywords k
  where k.account_id = ${accountId} and k.campaign_id = c.id and k.is_further group by k.keyword_key order by k.keyword_key)`;

/**
 * Absent: no matter what made them. 0: without runs that stand behind their source. Else those of one source.
 */
function runsOnly(accountId: number, source: number | undefined) {
  if (source === undefined) return sql``;
  if (source > 0) return sql`and run_of = ${source}`;
  return sql`and (run_of is null or not exists (
    select from campaigns s where s.account_id = ${accountId} and s.id = campaigns.run_of and s.deleted_at is null))`;
}

const MOST_REACHED = 10_000;

/** SQL of how many people began a campaign since then while its check found errors; of 10,000 starts. */
const reachedWithErrors = (accountId: number, campaign: RawBuilder<unknown>, since: Date) => sql`(
  select count(distinct e.contact_id)::int from (
    select contact_id from events
    where account_id = ${accountId} and campaign_id = ${campaign} and kind = 'broken' and at >= ${since}
    order by at desc limit ${MOST_REACHED}
  ) e)`;

/**
 * How many campaigns people get, or got in the last days, though a step has an error, and how many people
 * that were.
 */
export const countBroken = (accountId: number, now: Date) => {
  const since = new Date(now.getTime() - FAULT_DAYS * MS_PER_DAY);
  return sql`
    select count(*)::int as broken, coalesce(sum(reached), 0)::int as reached
    from (
      select c.id, ${reachedWithErrors(accountId, sql`c.id`, since)} as reached from campaigns c
      where c.account_id = ${accountId} and c.deleted_at is null and not c.is_template and not ${isLiveFinished(accountId)}
    ) found
    where reached > 0 or id in (${runningCampaigns(accountId)})`;
};

/** The states of blasts that are not over. */
export const ACTIVE_BLASTS = ['scheduled', 'fanning', 'running', 'paused'] as const;

/** Ids of campaigns that a keyword, a catch-all, a blast or an automata leads to now. */
const runningCampaigns = (accountId: number) => sql`
  select campaign_id from keywords where account_id = ${accountId}
  union select unnest(array[campaign_id, closed_campaign_id]) from catch_alls where account_id = ${accountId}
  union select campaign_id from automata where account_id = ${accountId} and enabled
  union select unnest(ab_campaign_ids || campaign_id) from blasts
  where account_id = ${accountId} and state = any(${ACTIVE_BLASTS}::text[])`;

function matchingSearch(accountId: number, search: string) {
  const byName = sql`name_lower like lower(${likeAnywhere(search)})`;
  const keyword = normaliseKeyword(search);
  if (keyword === '') return sql`and ${byName}`;
  return sql`and (${byName} or id in (
    select campaign_id from keywords where account_id = ${accountId} and keyword_key like ${likeAnywhere(keyword)}))`;
}

export type Campaign = {
  id: number;
  name: string;
  templateId: number;
  templateType: number;
  icon: number;
  deleted: boolean;
};

const campaignColumns = sql`id, name, template_id as "templateId", template_type as "templateType", icon_id as icon,
  deleted_at is not null as deleted`;

/** One campaign, deleted or not. */
export function findCampaign(db: Db, accountId: number, id: number): Promise<Campaign | undefined> {
  return first(
    db,
    sql<Campaign>`
      select ${campaignColumns} from campaigns where account_id = ${accountId} and id = ${id} and not is_template`,
  );
}

export type CampaignDetails = Campaign & {
  /** Of its keyword's channel, else of the account's first; 0 without a channel. */
  channel: number;
  channelNumber: string;
  /** Its newest short link; 0: none. */
  shortLink: number;
  /** A blast of it is scheduled or an automata sends it. */
  scheduled: boolean;
};

/** One campaign or own template with what belongs to it. */
export function findCampaignDetails(
  db: Db,
  accountId: number,
  id: number,
): Promise<CampaignDetails | undefined> {
  return first(
    db,
    sql<CampaignDetails>`
      select c.*, coalesce(ch.id, 0) as channel, coalesce(ch.number, '') as "channelNumber",
        coalesce((select max(l.id) from short_links l where l.account_id = ${accountId} and l.campaign_id = c.id), 0) as "shortLink",
        exists (select 1 from blasts b where b.account_id = ${accountId} and b.campaign_id = c.id and b.state = 'scheduled')
          or exists (select 1 from automata a where a.account_id = ${accountId} and a.campaign_id = c.id and a.enabled) as scheduled
      from (select ${campaignColumns} from campaigns where account_id = ${accountId} and id = ${id}) c
      left join lateral (
        select ch.id, ch.number from channels ch
        left join keywords k on k.account_id = ${accountId} and k.channel_id = ch.id and k.campaign_id = c.id
        where ch.account_id = ${accountId} and ch.deleted_at is null
        order by k.campaign_id is null, ch.position, ch.id limit 1
      ) ch on true`,
  );
}

/** Name of a campaign or own template, deleted ones too; undefined: the account has none of that id. */
export async function findName(
  db: Db,
  accountId: number,
  id: number,
  isTemplate: boolean,
): Promise<{ name: string; deleted: boolean } | undefined> {
  return first(
    db,
    sql<{ name: string; deleted: boolean }>`
      select name, deleted_at is not null as deleted from campaigns
      where account_id = ${accountId} and id = ${id} and is_template = ${isTemplate}`,
  );
}

/** The names of those campaigns that are active. */
export async function campaignNames(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const found = await rows(
    db,
    sql<{ id: number; name: string }>`
      select id, name from campaigns
      where account_id = ${accountId} and id = any(${[...ids]}::bigint[]) and not is_template and deleted_at is null`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The newest active campaign of each name, by the name in small letters. */
export async function campaignsByName(
  db: Db,
  accountId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql<{ id: number; name: string }>`
      select max(id) as id, name_lower as name from campaigns
      where account_id = ${accountId} and name_lower ${amongTexts(names.map((name) => name.toLowerCase()))}
        and not is_template and deleted_at is null and run_of is null
      group by name_lower`,
  );
  return new Map(found.map(({ id, name }) => [name, id]));
}

/** Ids for campaigns that are about to be stored, so that their steps can name them before. */
export async function reserveCampaignIds(trx: Db, count: number): Promise<number[]> {
  const reserved = await rows(
    trx,
    sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('campaigns', 'id')) as id from generate_series(1, ${count})`,
  );
  return reserved.map(({ id }) => id);
}

/** Renames; false when the account has none of that id. */
export async function rename(
  db: Db,
  accountId: number,
  id: number,
  isTemplate: boolean,
  name: string,
): Promise<boolean> {
  const count = await changed(
    db,
    sql`
      update campaigns set name = ${name}
      where account_id = ${accountId} and id = ${id} and is_template = ${isTemplate}`,
  );
  return count === 1;
}

/** Locks a campaign until the transaction ends. */
export function lockCampaign(trx: Db, accountId: number, id: number): Promise<Campaign | undefined> {
  return first(
    trx,
    sql<Campaign>`
      select ${campaignColumns} from campaigns
      where account_id = ${accountId} and id = ${id} and not is_template for update`,
  );
}

/** Marks as deleted; its keywords become free and are remembered. Needs the lock. */
export async function markDeleted(trx: Db, accountId: number, id: number, at: Date): Promise<void> {
  await changed(
    trx,
    sql`
      with freed as (
        delete from keywords where account_id = ${accountId} and campaign_id = ${id} returning channel_id, keyword, keyword_key, is_further
      )
      update campaigns set deleted_at = ${at}, former_keywords = coalesce((
        select jsonb_agg(jsonb_build_object('channel', channel_id, 'keyword', keyword, 'key', keyword_key,
          'further', is_further)) from freed), '[]')
      where account_id = ${accountId} and id = ${id}`,
  );
}

/**
 * Marks an own template as deleted, again too; campaigns made from it stay. False when the account has none
 * of that id.
 */
export async function markTemplateDeleted(db: Db, accountId: number, id: number, at: Date): Promise<boolean> {
  const count = await changed(
    db,
    sql`
      update campaigns set deleted_at = coalesce(deleted_at, ${at}::timestamptz)
      where account_id = ${accountId} and id = ${id} and is_template`,
  );
  return count === 1;
}

/** Marks an own template as active again; false when the account has none of that id. */
export async function markTemplateRestored(db: Db, accountId: number, id: number): Promise<boolean> {
  const count = await changed(
    db,
    sql`
      update campaigns set deleted_at = null
      where account_id = ${accountId} and id = ${id} and is_template`,
  );
  return count === 1;
}

/** Marks as active and takes back those keywords that are still free; answers the others. Needs the lock. */
export async function markRestored(trx: Db, accountId: number, id: number): Promise<string[]> {
  const lost = await rows(
    trx,
    sql<{ keyword: string }>`
      with former as (
        select f.channel, f.keyword, f.key, coalesce(f.further, false) as further from campaigns c
        cross join jsonb_to_recordset(c.former_keywords) as f (channel bigint, keyword text, key text, further boolean)
        where c.account_id = ${accountId} and c.id = ${id}
      ), taken_back as (
        insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id, is_further)
        select ${accountId}::bigint, f.channel, f.key, f.keyword, ${id}::bigint, f.further from former f
        join channels ch on ch.account_id = ${accountId} and ch.id = f.channel and ch.deleted_at is null
        order by f.channel, f.key
        on conflict do nothing returning channel_id, keyword_key
      ), restored as (
        update campaigns set deleted_at = null, former_keywords = '[]'
        where account_id = ${accountId} and id = ${id}
      )
      select keyword from former where (channel, key) not in (select channel_id, keyword_key from taken_back)
      order by further, key`,
  );
  return lost.map(({ keyword }) => keyword);
}
