/**
 * Looks for the last traces of erased people in the background: leased, tried again until nothing of them is
 * on its way.
 */

import { type Db, first, sql } from '../platform/db/database.ts';
import { claimDue, type DueWork, dropLeases } from '../platform/db/leases.ts';
import { releaseOnOutage } from '../platform/db/outage.ts';
import { tell } from '../platform/hook.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { finishErasure } from './erase-person.ts';
import { filesForgotten } from './hooks.ts';

const PAUSE_MS = 10_000;
/** Longer than all uploads of an account take to be read. */
const LEASE_MS = 10 * 60_000;
const AGAIN_MS = 60_000;

const WORK: DueWork = { table: 'erasure_jobs', id: 'contact_id' };

export function startErasing(services: Services): Background {
  const worker = workerName();
  const loop = startLoop({
    name: 'erasures',
    log: services.log,
    pauseMs: PAUSE_MS,
    once: (isStopping) =>
      eraseNext(services, worker).catch(
        releaseOnOutage(() => dropLeases(services.db, WORK, worker), isStopping),
      ),
  });
  services.signals.on('erasures', loop.wake);
  return loop;
}

/** One person. True: there may be more. */
export async function eraseNext(services: Services, worker: string): Promise<boolean> {
  const { db, clock } = services;
  const now = clock.now();
  const due = await claimDue(db, WORK, worker, now, LEASE_MS);
  if (!due) return false;
  const { accountId, id: contactId } = due;
  const phone = await numberOf(db, accountId, contactId);
  const isOver =
    phone === null ||
    ((await areFilesForgotten(services, accountId, phone)) &&
      (await finishErasure(services, accountId, contactId)));
  if (isOver)
    await sql`delete from erasure_jobs where account_id = ${accountId} and contact_id = ${contactId}`.execute(
      db,
    );
  else
    await sql`
      update erasure_jobs set worker = null, leased_until = null, due_at = ${new Date(now.getTime() + AGAIN_MS)}
      where account_id = ${accountId} and contact_id = ${contactId}`.execute(db);
  return true;
}

async function areFilesForgotten(services: Services, accountId: number, phone: string): Promise<boolean> {
  return (await tell(filesForgotten, services, accountId, phone)).every(Boolean);
}

async function numberOf(db: Db, accountId: number, contactId: number): Promise<string | null> {
  const erasure = await first(
    db,
    sql<{ phone: string | null }>`
      select phone from erasures where account_id = ${accountId} and contact_id = ${contactId}`,
  );
  return erasure?.phone ?? null;
}
