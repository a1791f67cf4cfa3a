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
      where c.account_id = ${accountId} and c.id = ${campaignId} and not c.is_template`,
  );
  return row?.keyword ?? null;
}

/** All keywords of a campaign. */
export function keywordsOf(
  db: Db,
  accountId: number,
  campaignId: number,
): Promise<{ channelId: number; keyword: string }[]> {
  return rows(
    db,
    sql<{ channelId: number; keyword: string }>`
      select channel_id as "channelId", keyword from keywords
      where account_id = ${accountId} and campaign_id = ${campaignId} order by channel_id`,
  );
}

/**
 * Gives a campaign its keyword on a channel, in place of an earlier one; false when the campaign is deleted.
 * Breaks `keywords_pkey` when another campaign holds it: that index is the judge, however many ask at once.
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
      )
      insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id)
      select ${accountId}::bigint, ${channelId}::bigint, ${keyword.key}, ${keyword.text}, id from campaign
      on conflict (account_id, campaign_id, channel_id)
        do update set keyword_key = excluded.keyword_key, keyword = excluded.keyword`,
  );
  return count === 1;
}

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
      where account_id = ${accountId} and campaign_id = ${campaignId} and channel_id = ${channelId}`,
  );
}

/** Frees the keywords of a channel: it is being deleted. */
export async function clearChannel(trx: Db, accountId: number, channelId: number): Promise<void> {
  await sql`delete from keywords where account_id = ${accountId} and channel_id = ${channelId}`.execute(trx);
}
