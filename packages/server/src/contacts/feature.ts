import { forgetFed } from '../feed/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { tagDeleted } from '../tags/index.ts';
import { startErasing } from './erasure-jobs.ts';
import { personalData } from './hooks.ts';
import { routes } from './routes.ts';
import { tagRoutes } from './tag-routes.ts';
import { forgetValues } from './tag-values.ts';

export const feature: Feature = {
  hooks: [
    on(tagDeleted, forgetValues),
    on(personalData, { erase: (db, { accountId, contactId }) => forgetFed(db, accountId, contactId) }),
  ],
  routes: [...routes, ...tagRoutes],
  start: (services) => [startErasing(services)],
};
