import { memberLeaves } from '../accounts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routes } from './routes.ts';
import { withdrawOf } from './store.ts';

export const feature: Feature = {
  hooks: [on(memberLeaves, withdrawOf)],
  routes,
};
