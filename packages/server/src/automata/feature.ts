import { timeZoneChanged } from '../accounts/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { startAutomata } from './jobs.ts';
import { startsData } from './personal-data.ts';
import { rescheduleAutomata } from './reschedule.ts';
import { routes } from './routes.ts';

export const feature: Feature = {
  hooks: [
    on(timeZoneChanged, (trx, accountId, _timeZone, now) => rescheduleAutomata(trx, accountId, now)),
    on(personalData, startsData),
  ],
  routes,
  start: startAutomata,
};
