import { auditKept } from '../audit/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { startLoop } from '../platform/loop.ts';
import { forgetWhatIsOld } from './jobs.ts';
import { goingRows, keptData } from './kept-data.ts';
import { routes } from './routes.ts';

const LOOK_EVERY_MS = 600_000;

export const feature: Feature = {
  hooks: [on(keptData, goingRows(auditKept))],
  routes,
  start: ({ db, clock, log }) => [
    startLoop({
      name: 'what is kept no more',
      log,
      pauseMs: LOOK_EVERY_MS,
      once: () => forgetWhatIsOld(db, clock.now()),
    }),
  ],
};
