import { channelDeleted } from '../channels/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { catchAllData } from './personal-data.ts';
import { routes } from './routes.ts';
import { forgetChannel } from './store.ts';

export const feature: Feature = {
  hooks: [on(channelDeleted, forgetChannel), on(personalData, catchAllData)],
  routes,
};
