/** Owners find in the history that people reached a campaign with errors: one line for a campaign and day. */
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';

const EVERY_MS = 3_600_000;

type Reached = { accountId: number; id: number; day: string; people: number };

/**
 * Notes the people of yesterday, a day of the account. What is noted is marked in the same transaction, so
 * that two processes note it once.
 */
export function noteReached({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return transact(db, async (trx) => {
    const found = await markReached(trx, clock.now());
    for (const { accountId, id, day, people } of found) {
      const by: Actor = { accountId, caller: { userId: 0 }, clock };
      const who = people === 1 ? '1 person' : `${people} people`;
      const detail = `${who} reached it on ${day}`;
      await recordAuditEvent(trx, by, { act: 'reached-with-errors', kind: 'campaign', id, detail });
    }
    return found.length;
  });
}

function markReached(trx: Db, now: Date): Promise<Reached[]> {
  return rows(
    trx,
    sql<Reached>`
      with days as materialized (
        select a.id, a.time_zone, (${now}::timestamptz at time zone a.time_zone)::date - 1 as day from accounts a
      ), due as (
        select days.*, d.campaign_id from days
        join daily_account_counts t on t.account_id = days.id and t.kind = 'broken' and t.day = days.day
        join daily_campaign_counts d on d.account_id = days.id and d.kind = 'broken' and d.day = days.day
      ), marked as (
        update campaigns c set errors_noted_on = due.day from due
        where c.account_id = due.id and c.id = due.campaign_id and (c.errors_noted_on is null or c.errors_noted_on < due.day)
        returning due.*
      )
      select m.id as "accountId", m.campaign_id as id, to_char(m.day, 'FMMonth FMDD') as day, (
          select count(distinct e.contact_id)::int from events e
          where e.account_id = m.id and e.campaign_id = m.campaign_id and e.kind = 'broken'
            and e.at >= m.day::timestamp at time zone m.time_zone
            and e.at < (m.day + 1)::timestamp at time zone m.time_zone
        ) as people
      from marked m order by 1, 2`,
  );
}

export const startNotingErrors = (services: Services): Background =>
  startLoop({
    name: 'campaigns with errors',
    log: services.log,
    pauseMs: EVERY_MS,
    once: async () => {
      await noteReached(services);
      return false;
    },
  });
