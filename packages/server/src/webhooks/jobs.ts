/** Background work of webhooks: several endpoints are sent to at once, what is old is forgotten. */
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { claimDue, type DueWork } from '../platform/db/leases.ts';
import { startDueLoop, unleased } from '../platform/due-loops.ts';
import { startLoop } from '../platform/loop.ts';
import { Places } from '../platform/places.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { forgetDeliveries } from './delivery-store.ts';
import { sendEndpoint } from './send-endpoint.ts';
import { TURN_LEASE_MS } from './settle-turn.ts';

const WORK: DueWork = { table: 'webhook_jobs', id: 'endpoint_id' };
/** Without those that have not answered for a while. */
const ENDPOINTS_AT_ONCE = 32;
const MOST_OPEN = 256;
/** What is in work when the server is told to stop has so long to be answered. */
const STOP_MS = 3_000;
const SWEEP_EVERY_MS = 3_600_000;
const KEPT_MS = WEBHOOK_LIMITS.keptDays * 86_400_000;

export function startSender(services: Services): Background {
  const { db, clock, log } = services;
  const worker = workerName();
  const inWork = new Set<Promise<void>>();
  const places = new Places(ENDPOINTS_AT_ONCE, () => loop.wake());
  const cutOff = new AbortController();
  let stopping = false;
  const leaving = { isStopping: () => stopping, cutOff: cutOff.signal };

  const loop = startDueLoop(services, {
    name: 'webhooks',
    due: unleased(WORK.table),
    once: async () => {
      if (places.free() === 0 || inWork.size >= MOST_OPEN) return false;
      const due = await claimDue(db, WORK, worker, clock.now(), TURN_LEASE_MS);
      if (!due) return false;
      const { accountId, id: endpointId } = due;
      const place = places.take();
      const target = { accountId, endpointId };
      const turn: Promise<void> = sendEndpoint(services, target, worker, { ...leaving, place })
        // Its lease ends, and another turn begins.
        .catch((error) => log.error({ err: error, accountId, endpointId }, 'a webhook could not be sent'))
        .finally(() => {
          place.leave();
          inWork.delete(turn);
          loop.wake();
        });
      inWork.add(turn);
      return true;
    },
  });
  services.signals.on('webhooks', loop.wake);

  return {
    async stop() {
      stopping = true;
      await loop.stop();
      const patience = setTimeout(() => cutOff.abort(), STOP_MS);
      await Promise.all(inWork);
      clearTimeout(patience);
    },
  };
}

/** Deliveries are kept for some weeks; what a deleted endpoint has left goes bit by bit. */
export const startSweep = ({ db, clock, log }: Services): Background =>
  startLoop({
    name: 'old deliveries of webhooks',
    log,
    pauseMs: SWEEP_EVERY_MS,
    once: async () => (await forgetDeliveries(db, new Date(clock.now().getTime() - KEPT_MS))) > 0,
  });
