/** Pausing, resuming and cancelling a blast. */

import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { ACTIVE_BLASTS } from '../campaigns/index.ts';
import { type CountedBlast, countedColumns, publishBlast } from '../messages/index.ts';
import { changed, type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { claimEach } from '../platform/db/leases.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { endBlast, endWhenOver } from './finish-blast.ts';

type BlastRef = { accountId: number; blastId: number };

const OVER = 'This blast is already over.';

/** What is written down of a change. */
const NOTED = { paused: 'blast-paused', running: 'blast-resumed', cancelled: 'blast-cancelled' } as const;

/** @throws NotFound for a foreign or unknown blast, Refusal for one that is over. */
export async function setBlastState(
  services: Services,
  accountId: number,
  blastId: number,
  state: 'paused' | 'running' | 'cancelled',
  by: Actor['caller'],
): Promise<void> {
  const note = (trx: Db) =>
    recordAuditEvent(
      trx,
      { accountId, caller: by, clock: services.clock },
      { act: NOTED[state], kind: 'blast', id: blastId },
    );
  const changed = await transact(services.db, async (trx) => {
    const blast = await first(
      trx,
      sql<{ state: string }>`
        select state from blasts where account_id = ${accountId} and id = ${blastId} for update`,
    );
    if (!blast) throw new NotFound();
    if (!ACTIVE_BLASTS.some((active) => active === blast.state)) {
      if (state === 'cancelled' && blast.state === 'cancelled') return undefined;
      throw new Refusal(OVER);
    }
    if (state !== 'cancelled' && (state === 'paused') === (blast.state === 'paused')) return undefined;
    await note(trx);
    if (state === 'cancelled') return cancelBlast(trx, accountId, blastId, services.clock.now());
    if (state === 'paused') return pause(trx, accountId, blastId);
    return resume(trx, accountId, blastId, services.clock.now());
  });
  services.signals.wake('chunks');
  services.signals.wake('blasts');
  if (changed) publishBlast(services, accountId, changed);
}

async function pause(trx: Db, accountId: number, blastId: number): Promise<CountedBlast | undefined> {
  await setChunksPaused(trx, accountId, blastId, true);
  return first(
    trx,
    sql<CountedBlast>`
      update blasts b set state_before_pause = b.state, state = 'paused', pause_reason = ''
      where b.account_id = ${accountId} and b.id = ${blastId} returning ${countedColumns}`,
  );
}

async function resume(
  trx: Db,
  accountId: number,
  blastId: number,
  now: Date,
): Promise<CountedBlast | undefined> {
  await setChunksPaused(trx, accountId, blastId, false);
  // One whose time came meanwhile starts now.
  await sql`
    update blast_jobs set due_at = least(due_at, ${now}) where account_id = ${accountId} and blast_id = ${blastId}`.execute(
    trx,
  );
  const resumed = await first(
    trx,
    sql<CountedBlast>`
      update blasts b set state = coalesce(b.state_before_pause, 'running'), state_before_pause = null
      where b.account_id = ${accountId} and b.id = ${blastId} returning ${countedColumns}`,
  );
  // What was in hand at the pause may have been all.
  return (await endWhenOver(trx, accountId, blastId, now)) ?? resumed;
}

/**
 * Pauses every blast, of all accounts, that is under way or due, and says why; a person resumes or cancels
 * it. Answers how many.
 */
export async function pauseAllUnderWay(trx: Db, reason: string, now: Date): Promise<number> {
  const paused = await changed(
    trx,
    sql`
      update blasts set state_before_pause = state, state = 'paused', pause_reason = ${reason}
      where state in ('fanning', 'running') or (state = 'scheduled' and scheduled_for <= ${now})`,
  );
  // A statement of its own, which sees what was stored while the first one waited for a blast.
  await sql`
    update send_chunks c set paused = true from blasts b
    where c.account_id = b.account_id and c.blast_id = b.id and b.state = 'paused' and b.pause_reason = ${reason}`.execute(
    trx,
  );
  return paused;
}

/**
 * Lets all blasts, of all accounts, go on that were paused for this reason, each as if a person resumed it:
 * they were under way at one moment, so they are few. Answers how many.
 */
export async function resumeAllPausedFor(trx: Db, reason: string, now: Date): Promise<number> {
  const paused = await rows(
    trx,
    sql<BlastRef>`
      select account_id as "accountId", id as "blastId" from blasts
      where state = 'paused' and pause_reason = ${reason} order by account_id, id`,
  );
  const still = await claimEach(trx, paused, (on, accountId, theirs) =>
    rows(
      on,
      sql<BlastRef>`
        select account_id as "accountId", id as "blastId" from blasts
        where account_id = ${accountId} and id = any(${theirs.map(({ blastId }) => blastId)}::bigint[])
          and state = 'paused' and pause_reason = ${reason} order by id for update`,
    ),
  );
  for (const { accountId, blastId } of still) await resume(trx, accountId, blastId, now);
  return still.length;
}

/**
 * What is reserved goes back now; the pump skips what is queued, chunk by chunk. `reason`: why, where nobody
 * cancelled the blast itself.
 */
export async function cancelBlast(
  trx: Db,
  accountId: number,
  blastId: number,
  now: Date,
  reason = '',
): Promise<CountedBlast | undefined> {
  await sql`
    update blasts set pause_reason = ${reason}
    where account_id = ${accountId} and id = ${blastId} and ${reason} <> ''`.execute(trx);
  await sql`delete from blast_jobs where account_id = ${accountId} and blast_id = ${blastId}`.execute(trx);
  await sql`
    update send_chunks set paused = false, due_at = least(due_at, ${now})
    where account_id = ${accountId} and blast_id = ${blastId}`.execute(trx);
  return endBlast(trx, accountId, blastId, 'cancelled', now);
}

async function setChunksPaused(trx: Db, accountId: number, blastId: number, paused: boolean): Promise<void> {
  await sql`
    update send_chunks set paused = ${paused}
    where account_id = ${accountId} and blast_id = ${blastId}`.execute(trx);
}

/** Notes that the carrier takes nothing of a blast at all. */
export async function noteStall(db: Db, { accountId, blastId }: BlastRef, now: Date): Promise<void> {
  await sql`
    update blasts set stalled_since = coalesce(stalled_since, ${now})
    where account_id = ${accountId} and id = ${blastId} and stalled_since is null`.execute(db);
}

/** Notes that it does again. */
export async function endStall(db: Db, { accountId, blastId }: BlastRef): Promise<void> {
  await changed(
    db,
    sql`
      update blasts set stalled_since = null
      where account_id = ${accountId} and id = ${blastId} and stalled_since is not null`,
  );
}

/** Pauses a blast that runs, with the reason; undefined: it does not run. */
export async function pauseRunning(
  trx: Db,
  { accountId, blastId }: BlastRef,
  reason: string,
): Promise<CountedBlast | undefined> {
  const blast = await first(
    trx,
    sql<CountedBlast>`
      update blasts b set state_before_pause = b.state, state = 'paused', pause_reason = ${reason}
      where b.account_id = ${accountId} and b.id = ${blastId} and b.state in ('running', 'fanning')
      returning ${countedColumns}`,
  );
  if (blast) await setChunksPaused(trx, accountId, blastId, true);
  return blast;
}

/**
 * A batch of a blast was prepared: `skips` contacts were skipped, `cost` was paid, `fromReserved` of it
 * reserved.
 */
export async function countPrepared(
  trx: Db,
  { accountId, blastId }: BlastRef,
  { skips, cost, fromReserved }: { skips: number; cost: number; fromReserved: number },
  now: Date,
): Promise<void> {
  await changed(
    trx,
    sql`
      update blasts set queued = queued - ${skips}::int, skipped = skipped + ${skips}::int,
        credits_reserved = credits_reserved - ${fromReserved}, credits_spent = credits_spent + ${cost},
        started_at = coalesce(started_at, ${now}),
        state = case when state = 'scheduled' then 'running' else state end
      where account_id = ${accountId} and id = ${blastId}`,
  );
}
