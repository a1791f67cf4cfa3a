import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { startLoop } from '../platform/loop.ts';
import { forgetAndMakeMonths } from './jobs.ts';
import { customEventsData } from './personal-data.ts';
import { routes } from './routes.ts';

const SWEEP_EVERY_MS = 6 * 3_600_000;

export const feature: Feature = {
  hooks: [on(personalData, customEventsData)],
  routes,
  start: ({ db, clock, log }) => [
    startLoop({
      name: 'months of custom events',
      log,
      pauseMs: SWEEP_EVERY_MS,
      once: () => forgetAndMakeMonths(db, clock.now()),
    }),
  ],
};
