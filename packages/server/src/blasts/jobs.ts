/** Queues large audiences in the background, chunk after chunk. */

import type { Filter } from '@parley/rules/filter.ts';
import { type CountedBlast, publishBlast } from '../messages/index.ts';
import { changed, type Db, first, sql, transact } from '../platform/db/database.ts';
import { claimJob } from '../platform/db/leases.ts';
import { releaseOnOutage } from '../platform/db/outage.ts';
import { startDueLoop, unleased } from '../platform/due-loops.ts';
import type { Background, Services } from '../platform/services.ts';
import { processName } from '../platform/this-process.ts';
import { segmentColumns } from './blast-segment.ts';
import { ALL_QUEUED, CHUNK, fanOutChunk, idsFor } from './fanout.ts';
import { endFanOut } from './launch.ts';
import { type BlastTarget, campaignsOf, lockCampaigns, readAudience } from './plan.ts';
import { renewScheduledBlast } from './renew-scheduled.ts';

const LEASE_MS = 30_000;
/** Between two looks whether the blast before this one is queued. */
const WAIT_MS = 500;
/** Fewer rows change no plan. */
const ANALYZE_FROM = 10_000;

/** `over`: the blast has ended, because nobody of it is left to be sent to. */
type Next = { more: boolean; over?: CountedBlast | undefined };
type Due = { accountId: number; blastId: number };
type BlastRow = BlastTarget & { state: string; cursor: number; total: number; dueAt: Date | null };

export function startFanOut(services: Services): Background {
  const { db } = services;
  let stopping = false;

  const loop = startDueLoop(services, {
    name: 'fan-out',
    due: unleased('blast_jobs'),
    once: async (isStopping) => {
      const leasedUntil = new Date(services.clock.now().getTime() + LEASE_MS);
      const due = await claimFanOut(db, services.clock.now(), leasedUntil).catch(
        // Whether it leased something is not known.
        releaseOnOutage(() => releaseLease(db, leasedUntil), isStopping),
      );
      if (!due) return false;
      const work = async () => {
        await fanOut(due);
        await release(db, due);
      };
      await work().catch(releaseOnOutage(() => release(db, due), isStopping));
      services.signals.wake('chunks');
      return true;
    },
  });
  services.signals.on('blasts', loop.wake);

  async function fanOut(due: Due): Promise<void> {
    for (let chunks = 1; !stopping; chunks += 1) {
      const { more, over } = await fanOutNext(services, due);
      if (over) publishBlast(services, due.accountId, over);
      services.signals.wake('chunks');
      if (chunks === 1) await analyze(db, due);
      if (!more) return;
    }
  }

  return {
    async stop() {
      stopping = true;
      await loop.stop();
    },
  };
}

/** A blast waits for an earlier one that shares a campaign: whom that one queues must not be queued twice. */
export async function claimFanOut(db: Db, now: Date, leasedUntil: Date): Promise<Due | undefined> {
  const lease = { worker: processName, now, until: leasedUntil };
  const claimed = await claimJob(db, { table: 'blast_jobs', id: 'blast_id' }, lease);
  return claimed && { accountId: claimed.accountId, blastId: claimed.id };
}

/** When it is due was said by its last step, or since then by who resumed it. */
async function release(db: Db, { accountId, blastId }: Due): Promise<void> {
  await sql`
    update blast_jobs set leased_until = null
    where account_id = ${accountId} and blast_id = ${blastId}`.execute(db);
}

/**
 * A lease is known by its end: nobody else takes one in the same millisecond, and if so, nothing is done
 * twice.
 */
async function releaseLease(db: Db, leasedUntil: Date): Promise<void> {
  await sql`update blast_jobs set leased_until = null where leased_until = ${leasedUntil}`.execute(db);
}

/**
 * Queues one chunk; `more`: there are others. Not when the blast is queued completely, over, or must wait:
 * for another, or for its time.
 */
async function fanOutNext(services: Services, { accountId, blastId }: Due): Promise<Next> {
  const renewed = await renewScheduledBlast(services, accountId, blastId);
  if (renewed !== 'fan-out') {
    await renew(services.db, accountId, blastId, services.clock.now());
    return { more: renewed === 'again' };
  }
  const firstId = await services.messageIds.reserve(idsFor(CHUNK));
  return transact(services.db, async (trx) => {
    const now = services.clock.now();
    const blast = await lockBlast(trx, accountId, blastId);
    if (!blast || blast.state === 'cancelled' || blast.state === 'failed') {
      await endFanOut(trx, accountId, blastId, now);
      return { more: false };
    }
    if (await mustWait(trx, accountId, blastId, blast)) {
      await lookAgain(trx, accountId, blastId, now);
      return { more: false };
    }
    await renew(trx, accountId, blastId, now);
    await lockCampaigns(trx, accountId, campaignsOf(blast));
    const audience = await readAudience(trx, accountId, blast);
    const { channelId, cursor, total, dueAt } = blast;
    const paused = blast.state === 'paused';
    const fanOut = { blastId, channelId, audience, cursor, total, dueAt, paused };
    const step = await fanOutChunk(trx, fanOut, CHUNK, firstId, now);
    if (!step.complete) return { more: true };
    return { more: false, over: await endFanOut(trx, accountId, blastId, now) };
  });
}

async function lockBlast(trx: Db, accountId: number, blastId: number): Promise<BlastRow | undefined> {
  return first(
    trx,
    sql<BlastRow & { filters: Filter[] }>`
      select id as "blastId", campaign_id as "campaignId", channel_id as "channelId", list_ids as "listIds", filters,
        ab_campaign_ids as "abCampaignIds", members_since as "membersSince", state, cursor_contact_id as cursor, total, ${segmentColumns},
        case when renewal is null then scheduled_for end as "dueAt"
      from blasts where account_id = ${accountId} and id = ${blastId} for update`,
  );
}

async function mustWait(trx: Db, accountId: number, blastId: number, blast: BlastRow): Promise<boolean> {
  const campaigns = campaignsOf(blast);
  const before = await first(
    trx,
    sql`
      select 1 from blast_jobs d join blasts b on b.account_id = ${accountId} and b.id = d.blast_id
      where d.account_id = ${accountId} and d.blast_id < ${blastId}
        -- One that waits for its time has nobody more to queue until then.
        and not (b.renewal is not distinct from 'awaited' and b.cursor_contact_id = ${ALL_QUEUED})
        and (b.campaign_id = any(${campaigns}::bigint[]) or b.ab_campaign_ids && ${campaigns}::bigint[]) limit 1`,
  );
  return before !== undefined;
}

async function lookAgain(trx: Db, accountId: number, blastId: number, now: Date): Promise<void> {
  await sql`
    update blast_jobs set due_at = greatest(due_at, ${new Date(now.getTime() + WAIT_MS)})
    where account_id = ${accountId} and blast_id = ${blastId}`.execute(trx);
}

async function renew(trx: Db, accountId: number, blastId: number, now: Date): Promise<void> {
  await changed(
    trx,
    sql`
      update blast_jobs set leased_until = ${new Date(now.getTime() + LEASE_MS)}
      where account_id = ${accountId} and blast_id = ${blastId}`,
  );
}

/** After the first chunk: without figures of its own the planner takes a blast's rows for few. */
async function analyze(db: Db, { accountId, blastId }: Due): Promise<void> {
  const blast = await first(
    db,
    sql<{ total: number }>`select total from blasts where account_id = ${accountId} and id = ${blastId}`,
  );
  if ((blast?.total ?? 0) >= ANALYZE_FROM) await sql`analyze messages`.execute(db);
}
