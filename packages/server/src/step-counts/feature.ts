import { calls } from '@parley/contract';
import type { Feature } from '../platform/feature.ts';
import { routesOf } from '../platform/http/handler.ts';
import { countSteps } from './count-steps.ts';
import { countToList, peopleOfCount } from './people-of-count.ts';

export const feature: Feature = {
  routes: routesOf(calls.stepCounts, {
    count: ({ db, accountId }, asked) => countSteps(db, accountId, asked),
    people: ({ db, accountId }, { start, ...asked }) => peopleOfCount(db, accountId, asked, start),
    putOnList: countToList,
  }),
};
