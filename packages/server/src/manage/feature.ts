import { calls } from '@parley/contract';
import { isOperator } from '../accounts/index.ts';
import { NotFound } from '../platform/errors.ts';
import type { Feature } from '../platform/feature.ts';
import { routesOf } from '../platform/http/handler.ts';
import { readSystem } from './system.ts';

/** To everybody but those who run the installation these calls do not exist. */
export const feature: Feature = {
  routes: routesOf(calls.system, {
    async load(context) {
      if (!(await isOperator(context.db, context.caller.userId))) throw new NotFound();
      return readSystem(context);
    },
  }),
};
