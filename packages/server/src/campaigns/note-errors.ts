/** Owners find in the history that people reached a campaign with errors: one line for a campaign and day. */
import { dayRange } from '@parley/rules/time-zone.ts';
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import { claimEach } from '../platform/db/leases.ts';
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

async function markReached(trx: Db, now: Date): Promise<Reached[]> {
  const due = await rows(
    trx,
    sql<Marked>`
      select c.account_id as "accountId", c.id, t.day, a.time_zone as "timeZone"
      from accounts a
      join daily_account_counts t on t.account_id = a.id and t.kind = 'broken'
        and t.day = (${now}::timestamptz at time zone a.time_zone)::date - 1
      join daily_campaign_counts d on d.account_id = a.id and d.kind = 'broken' and d.day = t.day
      join campaigns c on c.account_id = a.id and c.id = d.campaign_id and (c.errors_noted_on is null or c.errors_noted_on < t.day)
      order by 1, 2`,
  );
  return claimEach(trx, due, (on, accountId, theirs) => mark(on, accountId, theirs));
}

type Marked = { accountId: number; id: number; day: string; timeZone: string };

/** All are of one account and day. */
function mark(trx: Db, accountId: number, due: readonly Marked[]): Promise<Reached[]> {
  const [{ day, timeZone }] = due as [Marked];
  const { from, to } = dayRange(day, day, timeZone);
  return rows(
    trx,
    sql<Reached>`
      with marked as (
        update campaigns c set errors_noted_on = ${day}::date
        where c.account_id = ${accountId} and c.id = any(${due.map(({ id }) => id)}::bigint[])
          and (c.errors_noted_on is null or c.errors_noted_on < ${day}::date)
        returning c.id
      )
      select ${accountId}::bigint as "accountId", m.id, to_char(${day}::date, 'FMMonth FMDD') as day, (
          select count(distinct e.contact_id)::int from events e
          where e.account_id = ${accountId} and e.campaign_id = m.id and e.kind = 'broken'
            and e.at >= ${from}::timestamptz and e.at < ${to}::timestamptz
        ) as people
      from marked m order by m.id`,
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
