import { memberLeaves } from '../accounts/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { unassign } from './assignment.ts';
import { inboxData } from './personal-data.ts';
import { routes } from './routes.ts';

export const feature: Feature = {
  hooks: [on(memberLeaves, unassign), on(personalData, inboxData)],
  routes,
};
