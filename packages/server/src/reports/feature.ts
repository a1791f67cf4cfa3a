import { calls } from '@parley/contract';
import { answersChanged, answersChanging, pastAnswersStored } from '../events/index.ts';
import { questionsChange } from '../flow/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { keptData } from '../retention/index.ts';
import { oldRepeats } from './old-repeats.ts';
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
    ...oldRepeats.map((part) => on(keptData, part)),
  ],

  routes: [...routesOf(calls.tiles, tileHandlers), ...routesOf(calls.reports, reportHandlers)],
  start: (services) => [startRepeatIndex(services)],
};
