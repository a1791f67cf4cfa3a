/** The loop that makes the months of events and of visits to steps ahead of their time. */
import { makeMonths } from '../platform/db/month-partitions.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';

const LOOK_EVERY_MS = 6 * 3_600_000;

export function startMonths(services: Services): Background {
  return startLoop({
    name: 'months of events',
    log: services.log,
    pauseMs: LOOK_EVERY_MS,
    once: async () => {
      for (const table of ['events', 'step_visits'] as const)
        await makeMonths(services.db, table, services.clock.now());
      return false;
    },
  });
}
