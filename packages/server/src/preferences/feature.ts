import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { preferencesData } from './personal-data.ts';
import { servePreferences } from './public-preferences.ts';
import { routes } from './routes.ts';

export const feature: Feature = {
  hooks: [on(personalData, preferencesData)],
  routes,
  http: servePreferences,
};
