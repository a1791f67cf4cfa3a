/** Texts of senders that are no phones, as `carriers/non-phone-senders.ts` keeps them. */
import { COUNTED } from '@parley/contract';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

type OddText = { id: number; sender: string; text: string; channelName: string; at: Date };

export async function listOddTexts(
  db: Db,
  accountId: number,
  start: number,
  length: number,
): Promise<{ total: number; texts: OddText[] }> {
  const texts = await rows(
    db,
    sql<OddText>`
      select t.id, t.sender, t.body as text, coalesce(h.name, '') as "channelName", t.at
      from (
        select id, channel_id, sender, body, at from no_reply_messages where account_id = ${accountId}
        order by at desc, id desc offset ${start} limit ${length}
      ) t
      left join channels h on h.account_id = ${accountId} and h.id = t.channel_id
      order by t.at desc, t.id desc`,
  );
  const counted = await first(
    db,
    sql<{ count: number }>`
      select count(*) as count from (select 1 from no_reply_messages where account_id = ${accountId} limit ${COUNTED}) as found`,
  );
  return { total: counted?.count ?? 0, texts };
}
