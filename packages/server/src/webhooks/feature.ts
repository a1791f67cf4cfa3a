import { personalData } from '../contacts/index.ts';
import { startFeedConsumer } from '../feed/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { startSender, startSweep } from './jobs.ts';
import { webhooksData } from './personal-data.ts';
import { routes } from './routes.ts';
import { writeDeliveries } from './write-deliveries.ts';

export const feature: Feature = {
  routes,
  hooks: [on(personalData, webhooksData)],
  start: (services) => [
    startFeedConsumer(services, {
      consumer: 'webhooks',
      async handle(trx, accountId, events) {
        await writeDeliveries(trx, accountId, events, services.clock.now());
        return () => services.signals.wake('webhooks');
      },
    }),
    startSender(services),
    startSweep(services),
  ],
};
