import type { CountedBlast } from '../delivery/blast-counts.ts';
import { endBlast } from '../delivery/finish-blast.ts';
import { changed, type Db, rows, sql } from '../platform/db/database.ts';

const LIVE_STATES = ['scheduled', 'fanning', 'running', 'paused'];

/**
 * Cancels every blast that sends a campaign: nothing of it is fanned out any more, its reservation goes back, and the pump skips what is
 * queued. Answers the blasts, for their news after the commit.
 */
export async function stopBlastsOfCampaign(
  trx: Db,
  accountId: number,
  campaignId: number,
  at: Date,
): Promise<CountedBlast[]> {
  const live = await rows(
    trx,
    sql<{ id: number }>`
      select id from blasts where account_id = ${accountId} and state = any(${LIVE_STATES}::text[])
        and (campaign_id = ${campaignId} or ${campaignId} = any(ab_campaign_ids)) order by id`,
  );
  const stopped: CountedBlast[] = [];
  for (const { id } of live) {
    const blast = await endBlast(trx, accountId, id, LIVE_STATES, 'cancelled', at);
    if (blast) stopped.push(blast);
  }
  const ids = stopped.map(({ id }) => id);
  if (ids.length === 0) return stopped;
  await changed(
    trx,
    sql`delete from due_blasts where account_id = ${accountId} and blast_id = any(${ids}::bigint[])`,
  );
  // A paused chunk is never claimed: let the pump see it and skip what it holds.
  await changed(
    trx,
    sql`
      update send_chunks set paused = false, due_at = least(due_at, ${at})
      where account_id = ${accountId} and blast_id = any(${ids}::bigint[])`,
  );
  return stopped;
}
