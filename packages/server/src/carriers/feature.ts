import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { keptData } from '../retention/index.ts';
import { serveGateway } from './http-gateway/gateway-webhooks.ts';
import { oldCarried } from './old-pictures.ts';
import { carriersData } from './personal-data.ts';
import { startPictures } from './pictures.ts';
import { startSimulatedReceipts } from './simulator.ts';
import { serveTwilio } from './twilio-webhooks.ts';

export const feature: Feature = {
  hooks: [on(personalData, carriersData), ...oldCarried.map((part) => on(keptData, part))],

  webhooks(app, services) {
    serveTwilio(app, services);
    serveGateway(app, services);
  },
  start: (services) => [startSimulatedReceipts(services), startPictures(services)],
};
