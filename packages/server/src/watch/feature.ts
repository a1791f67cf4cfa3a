import type { Feature } from '../platform/feature.ts';
import { startLoop } from '../platform/loop.ts';
import { BEAT_MS, forgetProcess, tellOfProcess } from '../platform/processes.ts';
import type { Background, Services } from '../platform/services.ts';
import { watchDisk } from './disk.ts';
import { serveMetrics } from './serve-metrics.ts';

export const feature: Feature = {
  http: serveMetrics,
  startEverywhere: (services) => [beat(services), watchDisk(services)],
};

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
