import type { Feature } from '../platform/feature.ts';
import { startLoop } from '../platform/loop.ts';
import { routes } from './routes.ts';
import { forgetOldActs } from './store.ts';

const SWEEP_EVERY_MS = 6 * 3_600_000;

export const feature: Feature = {
  routes,
  start: ({ db, clock, log }) => [
    startLoop({
      name: 'old history',
      log,
      pauseMs: SWEEP_EVERY_MS,
      once: async () => (await forgetOldActs(db, clock.now())) > 0,
    }),
  ],
};
