/** What happened since somebody was here last. */
import type { Overview } from '@parley/contract';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { OPTED_OUT, startOfQuarterHour } from './last-days.ts';

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

/** What came in the quarter of the visit is counted anew, what came later by quarters (last-days.ts). */
async function countSince(db: Db, accountId: number, at: Date): Promise<Counts> {
  const next = sql`${startOfQuarterHour(at)}::timestamptz + interval '15 minutes'`;
  const during = sql`at > ${at} and at < ${next}`;
  const row = await first(
    db,
    sql<Counts>`
      select received + (select count(*)::int from inbound_messages where account_id = ${accountId} and ${during}) as received,
        "optIns" + (select count(*)::int from events where account_id = ${accountId} and kind = 'optin' and ${during}) as "optIns",
        "optOuts" + (select count(*)::int from consents where account_id = ${accountId} and ${OPTED_OUT} and ${during}) as "optOuts"
      from (
        select coalesce(sum(received), 0)::int as received, coalesce(sum(opt_ins), 0)::int as "optIns",
          coalesce(sum(opt_outs), 0)::int as "optOuts"
        from quarter_hour_rollups where account_id = ${accountId} and quarter >= ${next}
      ) later`,
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
