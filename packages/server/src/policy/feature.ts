import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { optOutTextRoutes } from './opt-out-texts.ts';
import { policyData } from './personal-data.ts';
import { routes } from './routes.ts';

export const feature: Feature = {
  hooks: [on(personalData, policyData)],
  routes: [...routes, ...optOutTextRoutes],
};
