import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { ACTIVE_BLASTS, type Afterwards } from '../campaigns/index.ts';
import { type CountedBlast, publishBlast } from '../messages/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { cancelBlast } from './pause-and-cancel.ts';

const DELETED = 'Its campaign was deleted.';

/**
 * Cancels every blast that sends a campaign which `by` deleted, alone or in an A/B test. What is told of them
 * comes after the commit.
 */
export async function stopBlastsOfCampaign(
  trx: Db,
  by: Actor,
  campaignId: number,
  at: Date,
): Promise<Afterwards> {
  const { accountId } = by;
  const active = await rows(
    trx,
    sql<{ id: number }>`
      select id from blasts where account_id = ${accountId} and state = any(${ACTIVE_BLASTS}::text[])
        and (campaign_id = ${campaignId} or ${campaignId} = any(ab_campaign_ids)) order by id`,
  );
  const stopped: CountedBlast[] = [];
  for (const { id } of active) {
    const blast = await cancelBlast(trx, accountId, id, at, DELETED);
    if (!blast) continue;
    stopped.push(blast);
    await recordAuditEvent(trx, by, { act: 'blast-cancelled', kind: 'blast', id, detail: DELETED });
  }
  return (services) => {
    for (const blast of stopped) publishBlast(services, accountId, blast);
    if (stopped.length > 0) services.signals.wake('chunks');
  };
}
