/** All SQL that writes keywords, except freeing and taking back with a campaign (`campaigns`). */
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';

/** A campaign's keyword on a channel; '' for none, null when the account has no such campaign. */
export async function findKeyword(
  db: Db,
  accountId: number,
  campaignId: number,
  channelId: number,
): Promise<string | null> {
  const row = await first(
    db,
    sql<{ keyword: string }>`
      select coalesce(k.keyword, '') as keyword from campaigns c
      left join keywords k on k.account_id = ${accountId} and k.campaign_id = c.id and k.channel_id = ${channelId}
        and not k.is_further
      where c.account_id = ${accountId} and c.id = ${campaignId} and not c.is_template`,
  );
  return row?.keyword ?? null;
}

export type StoredKeyword = { channelId: number; key: string; keyword: string };

/** All keywords of a campaign, on all channels. */
export function keywordsOf(db: Db, accountId: number, campaignId: number): Promise<StoredKeyword[]> {
  return rows(
    db,
    sql<StoredKeyword>`
      select channel_id as "channelId", keyword_key as key, keyword from keywords
      where account_id = ${accountId} and campaign_id = ${campaignId} order by channel_id, is_further, keyword_key`,
  );
}

export type KeywordsOfCampaign = Pick<FurtherKeywords, 'byFirstWord'> & {
  keywords: Pick<StoredKeyword, 'channelId' | 'keyword'>[];
};

/** The keywords of campaigns with their channels, on each channel the one of the field first. */
export async function keywordsByCampaign(
  db: Db,
  accountId: number,
  campaignIds: readonly number[],
): Promise<Map<number, KeywordsOfCampaign>> {
  const found = await rows(
    db,
    sql<KeywordsOfCampaign & { id: number }>`
      select c.id, c.starts_by_first_word as "byFirstWord", coalesce((
          select jsonb_agg(jsonb_build_object('channelId', k.channel_id, 'keyword', k.keyword)
            order by k.channel_id, k.is_further, k.keyword_key)
          from keywords k where k.account_id = ${accountId} and k.campaign_id = c.id), '[]') as keywords
      from campaigns c where c.account_id = ${accountId} and c.id = any(${campaignIds}::bigint[])`,
  );
  return new Map(found.map((row) => [row.id, row]));
}

export type FurtherKeywords = { keywords: string[]; byFirstWord: boolean };

/**
 * A campaign's further keywords on a channel by the alphabet; undefined when the account has no such
 * campaign.
 */
export function findFurther(
  db: Db,
  accountId: number,
  campaignId: number,
  channelId: number,
): Promise<FurtherKeywords | undefined> {
  return first(
    db,
    sql<FurtherKeywords>`
      select c.starts_by_first_word as "byFirstWord", array(
          select k.keyword from keywords k
          where k.account_id = ${accountId} and k.campaign_id = c.id and k.channel_id = ${channelId} and k.is_further
          order by k.keyword_key
        ) as keywords
      from campaigns c where c.account_id = ${accountId} and c.id = ${campaignId} and not c.is_template`,
  );
}

/** Who has which of these keywords on a channel. */
export function keywordHolders(
  db: Db,
  accountId: number,
  channelId: number,
  keys: readonly string[],
): Promise<{ key: string; keyword: string; campaignId: number; campaign: string }[]> {
  return rows(
    db,
    sql<{ key: string; keyword: string; campaignId: number; campaign: string }>`
      select k.keyword_key as key, k.keyword, c.id as "campaignId", c.name as campaign from keywords k
      join campaigns c on c.account_id = ${accountId} and c.id = k.campaign_id
      where k.account_id = ${accountId} and k.channel_id = ${channelId} and k.keyword_key = any(${keys}::text[])
      order by c.id, k.keyword_key`,
  );
}

/** Breaks `keywords_pkey` when somebody holds one of them. Needs the campaign's lock. */
export async function insertFurther(
  trx: Db,
  accountId: number,
  campaignId: number,
  channelId: number,
  keywords: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`
    insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id, is_further)
    select ${accountId}, ${channelId}, given.key, given.keyword, ${campaignId}, true
    from unnest(${[...keywords.keys()]}::text[], ${[...keywords.values()]}::text[]) as given (key, keyword)
    order by given.key`.execute(trx);
}

/** Takes keywords from a campaign; `which`: those of its field, too, or the further ones alone. */
export async function deleteKeywords(
  db: Db,
  accountId: number,
  campaignId: number,
  keywords: readonly Pick<StoredKeyword, 'channelId' | 'key'>[],
  which: 'any' | 'further',
): Promise<void> {
  await sql`
    delete from keywords k
    using unnest(${keywords.map(({ channelId }) => channelId)}::bigint[], ${keywords.map(({ key }) => key)}::text[])
      as given (channel_id, key)
    where k.account_id = ${accountId} and k.channel_id = given.channel_id and k.keyword_key = given.key
      and k.campaign_id = ${campaignId} and (k.is_further or ${which === 'any'})`.execute(db);
}

/** False when the account has no such campaign. */
export async function storeFirstWord(
  db: Db,
  accountId: number,
  campaignId: number,
  byFirstWord: boolean,
): Promise<boolean> {
  const count = await changed(
    db,
    sql`
      update campaigns set starts_by_first_word = ${byFirstWord}
      where account_id = ${accountId} and id = ${campaignId} and not is_template`,
  );
  return count === 1;
}

/**
 * Gives a campaign its keyword on a channel, in place of an earlier one; false when the campaign is deleted.
 * One of its further keywords is none of these any more. Breaks `keywords_pkey` when another campaign holds
 * it: that index is the judge, however many ask at once.
 */
export async function putKeyword(
  db: Db,
  accountId: number,
  campaignId: number,
  channelId: number,
  keyword: { text: string; key: string },
): Promise<boolean> {
  const count = await changed(
    db,
    sql`
      with campaign as (
        select id from campaigns
        where account_id = ${accountId} and id = ${campaignId} and not is_template and deleted_at is null for update
      ), raised as (
        delete from keywords k using campaign
        where k.account_id = ${accountId} and k.channel_id = ${channelId} and k.keyword_key = ${keyword.key}
          and k.campaign_id = campaign.id and k.is_further
        returning k.campaign_id
      )
      insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id)
      select ${accountId}::bigint, ${channelId}::bigint, ${keyword.key}, ${keyword.text}, id from campaign
      -- Counted, so that they are gone before the insert.
      where (select count(*) from raised) >= 0
      on conflict (account_id, campaign_id, channel_id) where not is_further
        do update set keyword_key = excluded.keyword_key, keyword = excluded.keyword`,
  );
  return count === 1;
}

/** Takes the keyword of its field from a campaign; the further ones stay. */
export async function clearKeyword(
  db: Db,
  accountId: number,
  campaignId: number,
  channelId: number,
): Promise<void> {
  await changed(
    db,
    sql`
      delete from keywords
      where account_id = ${accountId} and campaign_id = ${campaignId} and channel_id = ${channelId} and not is_further`,
  );
}

/** Frees the keywords of a channel: it is being deleted. */
export async function clearChannel(trx: Db, accountId: number, channelId: number): Promise<void> {
  await sql`delete from keywords where account_id = ${accountId} and channel_id = ${channelId}`.execute(trx);
}
