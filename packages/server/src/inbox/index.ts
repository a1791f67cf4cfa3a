/** Incoming messages, newest first. */
import { calls } from '@parley/contract';
import type { Feature } from '../feature.ts';
import { type Db, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { routesOf } from '../platform/http/handler.ts';
import { phonePattern } from '../platform/search.ts';

type Incoming = {
  id: number;
  phone: string;
  text: string;
  campaign: number | null;
  at: Date;
  contact: number;
  campaignName: string;
};

const PAGE = 50;

const routes = routesOf(calls.inbox, {
  async list({ db, accountId }, { before, search }) {
    const found = await listIncoming(db, accountId, before, search.trim());
    return {
      messages: found.map((message) => ({
        ...message,
        campaign: message.campaign ?? 0,
        at: message.at.toISOString(),
      })),
    };
  },
});

export const feature: Feature = { routes };

/** A page that comes after message `before` (0: the first page); the search is a part of the text or of the number. */
async function listIncoming(db: Db, accountId: number, before: number, search: string): Promise<Incoming[]> {
  const matches =
    search === ''
      ? sql``
      : sql`and (i.body ilike ${likeAnywhere(search)} or c.phone like ${phonePattern(search)})`;
  const after =
    before === 0
      ? sql``
      : sql`and (i.at, i.id) < (select b.at, b.id from inbound b where b.account_id = ${accountId} and b.id = ${before})`;
  return rows(
    db,
    sql<Incoming>`
      select i.id, c.phone, i.body as text, i.campaign_id as campaign, i.at, i.contact_id as contact,
        coalesce(k.name, '') as "campaignName"
      from inbound i
        join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
        left join campaigns k on k.account_id = ${accountId} and k.id = i.campaign_id
      where i.account_id = ${accountId} ${matches} ${after}
      order by i.at desc, i.id desc limit ${PAGE}`,
  );
}
