import { calls } from '@parley/contract';
import { answersChanged, answersChanging, pastAnswersStored } from '../events/index.ts';
import { questionsChange } from '../flow/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { forgetAnswers, forgetHeads, forgetQuestions, holdHeads } from './heads.ts';
import { startMonths } from './jobs.ts';
import { startRepeats } from './repeats.ts';
import { reportHandlers } from './routes.ts';
import { tileHandlers } from './tiles.ts';

export const feature: Feature = {
  hooks: [
    on(answersChanging, holdHeads),
    on(answersChanged, forgetAnswers),
    on(questionsChange, forgetQuestions),
    on(pastAnswersStored, forgetHeads),
  ],

  routes: [...routesOf(calls.tiles, tileHandlers), ...routesOf(calls.reports, reportHandlers)],
  start: (services) => [startMonths(services), startRepeats(services)],
};
