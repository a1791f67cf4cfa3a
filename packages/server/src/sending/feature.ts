import { startConnections } from '../carriers/index.ts';
import { sendingStops } from '../contacts/index.ts';
import { blastCounted, directSends } from '../messages/index.ts';
import { keepStatistics } from '../platform/db/statistics.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { startBlastPump } from './blast-pump.ts';
import { startDeadWorkers } from './dead-workers.ts';
import { watchFailures } from './failure-guard.ts';
import { directSend, startOutboxPump } from './outbox-pump.ts';
import { skipWaiting } from './skip-erased.ts';

export const feature: Feature = {
  hooks: [on(sendingStops, skipWaiting), on(blastCounted, watchFailures), on(directSends, directSend)],
  start: (services) => {
    const connections = startConnections(services);
    const pumps = [
      startDeadWorkers(services),
      startOutboxPump(services),
      startBlastPump(services),
      keepStatistics(services),
    ];
    return [
      {
        // What is handed over is answered before the connections close.
        async stop() {
          await Promise.all(pumps.map((pump) => pump.stop()));
          await connections.stop();
        },
      },
    ];
  },
};
