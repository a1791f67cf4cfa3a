import { calls } from '@parley/contract';
import type { Feature } from '../platform/feature.ts';
import { routesOf } from '../platform/http/handler.ts';
import { loadOverview } from './overview.ts';

const { overview } = calls.account;

export const feature: Feature = {
  routes: routesOf(
    { overview },
    {
      async overview({ db, accountId, caller, clock }) {
        return { overview: await loadOverview(db, accountId, caller.userId, clock.now()) };
      },
    },
  ),
};
