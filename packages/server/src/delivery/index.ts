import { startSimulatedReceipts } from '../carriers/simulator.ts';
import { serveTwilio } from '../carriers/twilio-webhooks.ts';
import type { Feature } from '../feature.ts';
import { startBlastPump } from './blast-pump.ts';
import { closeLines } from './channel-line.ts';
import { startOutboxPump } from './outbox-pump.ts';

export const feature: Feature = {
  http: serveTwilio,
  start: (services) => {
    const pumps = [startOutboxPump(services), startBlastPump(services)];
    return [
      startSimulatedReceipts(services),
      {
        async stop() {
          await Promise.all(pumps.map((pump) => pump.stop()));
          await closeLines(services);
        },
      },
    ];
  },
};
