import { userForgotten } from '../accounts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routes } from './routes.ts';
import { deletePasskeys } from './store.ts';

export const feature: Feature = {
  hooks: [
    on(userForgotten, async (trx, userId) => {
      await deletePasskeys(trx, userId);
    }),
  ],
  routes,
};
