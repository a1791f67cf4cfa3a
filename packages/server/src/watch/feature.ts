import { advanceOnline } from '../platform/db/online-migrations.ts';
import type { Feature } from '../platform/feature.ts';
import { startLoop } from '../platform/loop.ts';
import { BEAT_MS, forgetProcess, tellOfProcess } from '../platform/processes.ts';
import type { Background, Services } from '../platform/services.ts';
import { watchDisk } from './disk.ts';
import { startHourlyCounts } from './hourly-counts.ts';
import { serveMetrics } from './serve-metrics.ts';

export const feature: Feature = {
  http: serveMetrics,
  startEverywhere: (services) => [beat(services), watchDisk(services), startHourlyCounts(services)],
  start: (services) => [workOnline(services)],
};

const LOOK_EVERY_MS = 60_000;

/** Does what an update has left to be done while Parley serves. */
const workOnline = ({ db, clock, log }: Services): Background =>
  startLoop({
    name: 'online migrations',
    log,
    pauseMs: LOOK_EVERY_MS,
    once: () => advanceOnline(db, clock.now(), log),
  });

/** Tells the other processes that this one lives. */
function beat(services: Services): Background {
  const loop = startLoop({
    name: 'this process',
    log: services.log,
    pauseMs: BEAT_MS,
    once: async () => {
      await tellOfProcess(services);
      return false;
    },
  });
  return {
    async stop() {
      await loop.stop();
      await forgetProcess(services).catch(() => undefined);
    },
  };
}
