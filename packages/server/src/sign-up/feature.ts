import { personalData } from '../contacts/index.ts';
import { membersConfirmed } from '../double-opt-in/index.ts';
import { listDeleted } from '../lists/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { signUpData } from './personal-data.ts';
import { servePublicPages } from './public-pages.ts';
import { routes } from './routes.ts';
import { deleteCodeOf } from './store.ts';
import { recordSignUps } from './take-sign-up.ts';

export const feature: Feature = {
  hooks: [on(personalData, signUpData), on(membersConfirmed, recordSignUps), on(listDeleted, deleteCodeOf)],
  routes,
  http: servePublicPages,
};
