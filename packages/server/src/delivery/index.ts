import { startConnections } from '../carriers/connections.ts';
import type { Feature } from '../feature.ts';
import { keepStatistics } from '../platform/db/statistics.ts';
import { startBlockCounts } from './blast-blocks.ts';
import { startBlastPump } from './blast-pump.ts';
import { startDeadWorkers } from './dead-workers.ts';
import { startOutboxPump } from './outbox-pump.ts';
import { routes } from './routes.ts';
import { startUnpaid } from './unpaid.ts';

export const feature: Feature = {
  routes,
  start: (services) => {
    const connections = startConnections(services);
    const pumps = [
      startDeadWorkers(services),
      startOutboxPump(services),
      startBlastPump(services),
      startBlockCounts(services),
      startUnpaid(services),
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
