import { calls } from '@parley/contract';
import { answersChanged, answersChanging, pastAnswersStored } from '../events/index.ts';
import { questionsChange } from '../flow/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { forgetAnswers, forgetPresorted, forgetQuestions, holdPresorted } from './presorted-pages.ts';
import { startRepeatIndex } from './repeat-index.ts';
import { reportHandlers } from './routes.ts';
import { tileHandlers } from './tiles.ts';

export const feature: Feature = {
  hooks: [
    on(answersChanging, holdPresorted),
    on(answersChanged, forgetAnswers),
    on(questionsChange, forgetQuestions),
    on(pastAnswersStored, forgetPresorted),
  ],

  routes: [...routesOf(calls.tiles, tileHandlers), ...routesOf(calls.reports, reportHandlers)],
  start: (services) => [startRepeatIndex(services)],
};
