import type { Feature } from '../feature.ts';
import { serveGateway } from './gateway/webhooks.ts';
import { startPictures } from './pictures.ts';
import { startSimulatedReceipts } from './simulator.ts';
import { serveTwilio } from './twilio-webhooks.ts';

export { connectionStates } from './connections.ts';

export const feature: Feature = {
  webhooks(app, services) {
    serveTwilio(app, services);
    serveGateway(app, services);
  },
  start: (services) => [startSimulatedReceipts(services), startPictures(services)],
};
