/** What is written down of a turn at an endpoint: what became of its deliveries, how it fares, its lease. */
import { transact } from '../platform/db/database.ts';
import { pipelinedBatches } from '../platform/db/pipeline.ts';
import type { Services } from '../platform/services.ts';
import {
  allDueNow,
  endLease,
  lockJob,
  renewTurn,
  retryElsewhere,
  storeTried,
  type Tried,
} from './delivery-store.ts';
import { healthAfter, isResting } from './endpoint-health.ts';
import {
  type EndpointRow,
  findEndpoint,
  findSecrets,
  type StoredSecrets,
  storeHealth,
} from './endpoint-store.ts';
import { hasFailedForDays, latest, restUntil } from './retries.ts';
import { switchOffFailing } from './switch-off.ts';

/** Far longer than a request may take. */
export const TURN_LEASE_MS = 60_000;

export type EndpointTarget = { accountId: number; endpointId: number };
export type OpenEndpoint = { row: EndpointRow; secrets: string[] };
/** `url`: the address that it was sent to. `gone`: the receiver there wants nothing more. */
export type Answered = { tried: Tried; url: string; gone: boolean };

/** Until when the receiver at an address wants nothing. */
export type AskedRest = { url: string; until: Date };

/** Null: it is off, or deleted. */
export async function openEndpoint(
  services: Services,
  { accountId, endpointId }: EndpointTarget,
): Promise<OpenEndpoint | null> {
  const { db, clock } = services;
  const row = await findEndpoint(db, accountId, endpointId);
  return openAs(services, row, await findSecrets(db, accountId, endpointId, clock.now()));
}

function openAs(
  { secrets }: Services,
  row: EndpointRow | undefined,
  stored: StoredSecrets | undefined,
): OpenEndpoint | null {
  if (!row?.enabled || !stored) return null;
  const all = stored.former ? [stored.current, stored.former] : [stored.current];
  return { row, secrets: all.map((each) => secrets.decrypt(each)) };
}

/**
 * In three trips, the commit among them. Null: the endpoint is off or gone, or the lease is another
 * worker's. What was sent is written down all the same.
 */
export async function storeDone(
  services: Services,
  target: EndpointTarget,
  worker: string,
  batch: readonly Answered[],
): Promise<OpenEndpoint | null> {
  const { accountId, endpointId } = target;
  const now = services.clock.now();
  const tried = batch.map((one) => one.tried);
  const { open, isLost, gone } = await pipelinedBatches(services.pool)(async (trx) => {
    const [, , row, secrets] = await Promise.all([
      lockJob(trx, target),
      storeTried(trx, target, tried),
      findEndpoint(trx, accountId, endpointId, true),
      findSecrets(trx, accountId, endpointId, now),
    ]);
    if (!row) return { open: null, isLost: false, gone: null };
    // What an address did that it no longer has tells nothing of the new one.
    const there = batch.filter(({ url }) => url === row.url);
    const health = healthAfter(
      row,
      there.map((one) => one.tried),
    );
    const [isMine] = await Promise.all([
      renewTurn(trx, target, worker, new Date(now.getTime() + TURN_LEASE_MS)),
      storeHealth(trx, accountId, endpointId, health),
      isResting(row) && !isResting(health) ? allDueNow(trx, target, now) : null,
      there.length < batch.length ? retryElsewhere(trx, target, elsewhere(batch, row.url), now) : null,
    ]);
    const { failingSince } = health;
    const isLost = failingSince !== null && hasFailedForDays(failingSince, now);
    const gone = there.some((one) => one.gone) ? row.url : null;
    return { open: isMine ? openAs(services, { ...row, ...health }, secrets) : null, isLost, gone };
  });
  if (gone === null && !isLost) return open;
  await switchOffFailing(services, target, gone);
  return open && openEndpoint(services, target);
}

/** What another address than the endpoint's did not take. */
const elsewhere = (batch: readonly Answered[], address: string): number[] =>
  batch.flatMap(({ url, tried }) => (url !== address && tried.state !== 'delivered' ? [tried.id] : []));

/** Gives the lease back. `asked`: what the receiver wants, where it says so. */
export async function endTurn(
  services: Services,
  target: EndpointTarget,
  worker: string,
  asked: AskedRest | null,
): Promise<void> {
  const now = services.clock.now();
  await transact(services.db, async (trx) => {
    await lockJob(trx, target);
    const row = await findEndpoint(trx, target.accountId, target.endpointId);
    const rest = row ? restUntil(row, now) : null;
    const wanted = asked && asked.url === row?.url ? asked.until : null;
    await endLease(trx, target, worker, rest ? latest(wanted, rest) : wanted);
  });
}
