/**
 * Sends what is due at one endpoint: several contacts at once, each contact's events in their order. The
 * worker holds a lease; what a killed one sent and did not write down is sent again under the same id.
 */
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { transact } from '../platform/db/database.ts';
import { whenAvailable } from '../platform/db/outage.ts';
import type { Services } from '../platform/services.ts';
import { createContactQueues } from './contact-queues.ts';
import {
  allDueNow,
  type DueDelivery,
  endLease,
  lockJob,
  readDue,
  renewTurn,
  storeTried,
  type Tried,
} from './delivery-store.ts';
import { healthAfter, isResting } from './endpoint-health.ts';
import { type EndpointRow, findEndpoint, findSecrets, storeHealth } from './endpoint-store.ts';
import { postEvent } from './post-event.ts';
import { nextTry, restUntil } from './retries.ts';
import { switchOffFailing } from './switch-off.ts';

/** Far longer than a request may take. */
export const TURN_LEASE_MS = 60_000;
/** Then others have their turn. */
const TURN_MS = 5_000;
const PAGE = 500;

/** `cutOff` ends requests that hang when the server has to go; they are made again by who comes next. */
export type Leaving = { isStopping: () => boolean; cutOff: AbortSignal };

type Target = { accountId: number; endpointId: number };
type Due = DueDelivery & { lane: string };
type Open = { row: EndpointRow; secrets: string[] };
type Done = { delivery: Due; tried: Tried; gone: boolean };

/** One turn at an endpoint. The lease is given back at its end. */
export async function sendEndpoint(
  services: Services,
  target: Target,
  worker: string,
  leaving: Leaving,
): Promise<void> {
  const { db, clock } = services;
  const { isStopping } = leaving;
  const queues = createContactQueues<Due>();
  const running = new Set<Promise<void>>();
  let done: Done[] = [];
  let endpoint = await openEndpoint(services, target);
  const until = performance.now() + TURN_MS;
  let isEmpty = false;
  let mustRest = false;
  /** Known at once, before it is stored. */
  let failures = endpoint?.row.failures ?? 0;

  async function send({ row, secrets }: Open, delivery: Due): Promise<void> {
    const { webhookId, kind: type, at, data } = delivery;
    const envelope = { webhookId, type, at, data };
    const posted = await postEvent(services, { url: row.url, secrets }, envelope, leaving.cutOff);
    if (!posted.ok && leaving.cutOff.aborted) return;
    if (posted.ok) queues.sent(delivery);
    else queues.failed(delivery);
    failures = posted.ok ? 0 : failures + 1;
    if (posted.gone) endpoint = null;
    done.push({ delivery, tried: triedAs(delivery, posted, clock.now()), gone: posted.gone });
  }

  /** Writes down what became of those that are back; what the endpoint is like now. */
  async function settle(): Promise<void> {
    const batch = done;
    done = [];
    const isMine = await whenAvailable(() => storeDone(services, target, worker, batch), isStopping);
    queues.settle(batch.map(({ delivery }) => delivery));
    endpoint = isMine ? await openEndpoint(services, target) : null;
    isEmpty = false;
    mustRest = endpoint !== null && isResting(endpoint.row);
  }

  const mayBegin = () => endpoint !== null && !mustRest && !isStopping() && performance.now() < until;

  /** Also while others are being written down, unless failures in a row have to be looked at first. */
  function begin(): void {
    const rests = isResting({ failures });
    if (rests && done.length > 0) return;
    const atOnce = rests ? 1 : WEBHOOK_LIMITS.atOnce;
    while (endpoint && mayBegin() && running.size < atOnce) {
      const delivery = queues.next();
      if (!delivery) return;
      const sending: Promise<void> = send(endpoint, delivery).finally(() => {
        running.delete(sending);
        begin();
      });
      running.add(sending);
    }
  }

  try {
    for (;;) {
      if (done.length > 0) await settle();
      if (!isEmpty && mayBegin() && queues.size() < PAGE / 2) {
        const found = await readDue(db, target, { now: clock.now(), limit: PAGE, without: queues.ids() });
        queues.add(found.map((one) => ({ ...one, lane: laneOf(one) })));
        isEmpty = found.length < PAGE;
      }
      begin();
      if (running.size > 0) await Promise.race(running);
      else if (done.length === 0) break;
    }
  } finally {
    // What cannot be written down is followed by nothing more, and nothing goes on behind the turn's back.
    endpoint = null;
    await Promise.all(running);
  }
  await endTurn(services, target, worker);
}

/** Null: it is off, or deleted. */
async function openEndpoint(services: Services, target: Target): Promise<Open | null> {
  const { db, clock, secrets } = services;
  const row = await findEndpoint(db, target.accountId, target.endpointId);
  const stored = await findSecrets(db, target.accountId, target.endpointId, clock.now());
  if (!row?.enabled || !stored) return null;
  const all = stored.former ? [stored.current, stored.former] : [stored.current];
  return { row, secrets: all.map((each) => secrets.decrypt(each)) };
}

const laneOf = ({ id, contactId }: DueDelivery) => (contactId === null ? `event ${id}` : String(contactId));

function triedAs(
  delivery: DueDelivery,
  { ok, status, answer, durationMs }: Awaited<ReturnType<typeof postEvent>>,
  now: Date,
): Tried {
  const { id, contactId, failures } = delivery;
  const triedFrom = delivery.triedFrom ?? now;
  const again = ok ? null : nextTry(failures + 1, triedFrom, now);
  const state = ok ? 'delivered' : again ? 'pending' : 'failed';
  return { id, contactId, state, dueAt: again ?? now, triedFrom, triedAt: now, status, answer, durationMs };
}

/** False: the lease is another worker's. What was sent is written down all the same. */
async function storeDone(
  services: Services,
  target: Target,
  worker: string,
  batch: readonly Done[],
): Promise<boolean> {
  const { accountId, endpointId } = target;
  const now = services.clock.now();
  const tried = batch.map((one) => one.tried);
  const { isMine, mustGo } = await transact(services.db, async (trx) => {
    await lockJob(trx, target);
    await storeTried(trx, target, tried);
    const row = await findEndpoint(trx, accountId, endpointId, true);
    if (!row) return { isMine: false, mustGo: false };
    const health = healthAfter(row, tried);
    await storeHealth(trx, accountId, endpointId, health);
    if (isResting(row) && !isResting(health)) await allDueNow(trx, target, now);
    return {
      isMine: await renewTurn(trx, target, worker, new Date(now.getTime() + TURN_LEASE_MS)),
      mustGo: batch.some(({ gone }) => gone),
    };
  });
  await switchOffFailing(services, target, mustGo);
  return isMine;
}

async function endTurn(services: Services, target: Target, worker: string): Promise<void> {
  const now = services.clock.now();
  await transact(services.db, async (trx) => {
    await lockJob(trx, target);
    const row = await findEndpoint(trx, target.accountId, target.endpointId);
    await endLease(trx, target, worker, row ? restUntil(row.failures, now) : null);
  });
}
