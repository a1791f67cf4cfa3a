import { calls } from '@parley/contract';
import { timeZoneChanged } from '../accounts/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { keptData } from '../retention/index.ts';
import { recountClicks } from './click-store.ts';
import { oldClicks } from './old-clicks.ts';
import { linksData } from './personal-data.ts';
import { serveShortLinks } from './redirect.ts';
import { linkHandlers } from './routes.ts';
import { recountClickers } from './unique-clickers.ts';

export const feature: Feature = {
  hooks: [
    on(personalData, linksData),
    ...oldClicks.map((part) => on(keptData, part)),
    on(timeZoneChanged, recountClickers),
    on(timeZoneChanged, recountClicks),
  ],
  routes: routesOf(calls.links, linkHandlers),
  http: serveShortLinks,
};
