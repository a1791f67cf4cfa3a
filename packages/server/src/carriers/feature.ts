import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { serveGateway } from './http-gateway/gateway-webhooks.ts';
import { carriersData } from './personal-data.ts';
import { startPictures } from './pictures.ts';
import { startSimulatedReceipts } from './simulator.ts';
import { serveTwilio } from './twilio-webhooks.ts';

export const feature: Feature = {
  hooks: [on(personalData, carriersData)],

  webhooks(app, services) {
    serveTwilio(app, services);
    serveGateway(app, services);
  },
  start: (services) => [startSimulatedReceipts(services), startPictures(services)],
};
