import { timeZoneChanged } from '../accounts/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { keptData } from '../retention/index.ts';
import { startMonths } from './months.ts';
import { oldEvents } from './old-events.ts';
import { eventsData } from './personal-data.ts';
import { recountDays } from './record.ts';
export const feature: Feature = {
  hooks: [
    on(personalData, eventsData),
    on(timeZoneChanged, recountDays),
    ...oldEvents.map((part) => on(keptData, part)),
  ],
  start: (services) => [startMonths(services)],
};
