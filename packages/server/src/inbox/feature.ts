import { memberLeaves } from '../accounts/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { inboxData } from './personal-data.ts';
import { routes } from './routes.ts';
import { unassign } from './store.ts';

export const feature: Feature = {
  hooks: [on(memberLeaves, unassign), on(personalData, inboxData)],
  routes,
};
