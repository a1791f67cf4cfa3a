import { memberLeaves } from '../accounts/hooks.ts';
import { unassign } from './store.ts';
import { personalData } from '../contacts/hooks.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { inboxData } from './personal-data.ts';
import { routes } from './routes.ts';

export const feature: Feature = {
  hooks: [on(memberLeaves, unassign), on(personalData, inboxData)],
  routes,
};
