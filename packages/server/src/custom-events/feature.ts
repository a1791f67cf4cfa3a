import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { startLoop } from '../platform/loop.ts';
import { customEventsData } from './personal-data.ts';
import { forgetOldCustomEvents } from './store.ts';

const SWEEP_EVERY_MS = 6 * 3_600_000;

export const feature: Feature = {
  hooks: [on(personalData, customEventsData)],
  start: ({ db, clock, log }) => [
    startLoop({
      name: 'old custom events',
      log,
      pauseMs: SWEEP_EVERY_MS,
      once: async () => (await forgetOldCustomEvents(db, clock.now())) > 0,
    }),
  ],
};
