/** What happened since somebody was here last. */
import type { Overview } from '@parley/contract';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

/** Nobody reads more than a week of news, and no page counts it. */
const LONGEST_MS = 7 * 86_400_000;
const BLASTS = 3;

export async function loadSince(
  db: Db,
  accountId: number,
  userId: number,
  now: Date,
): Promise<Overview['since']> {
  const visit = await first(
    db,
    sql<{ at: Date | null }>`
      select previous_visit_at as at from account_users where account_id = ${accountId} and user_id = ${userId}`,
  );
  if (!visit?.at) return null;
  const at = new Date(Math.max(visit.at.getTime(), now.getTime() - LONGEST_MS));
  const [counts, blasts] = await Promise.all([countSince(db, accountId, at), blastsSince(db, accountId, at)]);
  return { at: at.toISOString(), ...counts, blasts };
}

type Counts = Pick<NonNullable<Overview['since']>, 'received' | 'optIns' | 'optOuts'>;

async function countSince(db: Db, accountId: number, at: Date): Promise<Counts> {
  const row = await first(
    db,
    sql<Counts>`
      select
        (select count(*)::int from inbound i where i.account_id = ${accountId} and i.at > ${at}) as received,
        (select count(*)::int from events e
          where e.account_id = ${accountId} and e.kind = 'optin' and e.at > ${at}) as "optIns",
        (select count(*)::int from opt_outs o where o.account_id = ${accountId} and o.at > ${at}) as "optOuts"`,
  );
  if (!row) throw new Error('A count has a row.');
  return row;
}

/** The blasts that ended in this time, the last ones first. */
function blastsSince(db: Db, accountId: number, at: Date): Promise<NonNullable<Overview['since']>['blasts']> {
  return rows(
    db,
    sql<NonNullable<Overview['since']>['blasts'][number]>`
      select b.id, b.source_campaign_id as "campaignId", c.name as campaign, b.delivered, b.failed
      from blasts b join campaigns c on c.account_id = ${accountId} and c.id = b.source_campaign_id
      where b.account_id = ${accountId} and b.finished_at > ${at}
      order by b.finished_at desc, b.id desc limit ${BLASTS}`,
  );
}
