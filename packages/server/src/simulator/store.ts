/** What pretend phones text, and the book of what they got. */
import { maskedCode } from '../platform/code-text.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';

export type PhoneMessage = {
  id: number;
  direction: 'MT' | 'MO';
  text: string;
  media: string | null;
  status: string | null;
  credits: number | null;
  segments: number | null;
  campaign: number | null;
  at: Date;
};

const PAGE = 500;

/** Messages of a phone on a channel, oldest first: those after `since`, or the last ones. */
export async function phoneMessages(
  db: Db,
  accountId: number,
  channelId: number,
  phone: string,
  since: number,
): Promise<PhoneMessage[]> {
  const page = await rows(
    db,
    sql<PhoneMessage>`
      select s.id, s.direction, ${maskedCode(sql`s.body`)} as text, s.media, m.status::text as status, m.credits, m.segments,
        coalesce(m.campaign_id, i.campaign_id) as campaign, s.at
      from simulator_messages s
      left join messages m on m.account_id = ${accountId}
        and s.direction = 'MT' and m.id = case when s.direction = 'MT' then s.reference::bigint end
      left join inbound_messages i on i.account_id = ${accountId} and i.channel_id = s.channel_id
        and s.direction = 'MO' and i.carrier_message_id = s.reference
      where s.account_id = ${accountId} and s.channel_id = ${channelId} and s.phone = ${phone} and s.id > ${since}
      order by case when ${since}::bigint > 0 then s.id else -s.id end limit ${PAGE}`,
  );
  return page.sort((one, other) => one.id - other.id);
}
