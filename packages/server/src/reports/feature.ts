import { questionsChange } from '../flow/hooks.ts';
import { forgetAnswers, forgetQuestions, holdHeads } from './heads.ts';
import { answersChanged, answersChanging } from '../events/hooks.ts';
import { calls } from '@parley/contract';
import { pastAnswersStored } from '../events/hooks.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { forgetHeads } from './heads.ts';
import { startMonths } from './jobs.ts';
import { startRepeats } from './repeats.ts';
import { reportHandlers } from './routes.ts';
import { tileHandlers } from './tiles.ts';

export const feature: Feature = {
  hooks: [on(answersChanging, holdHeads), on(answersChanged, forgetAnswers), on(questionsChange, forgetQuestions), on(pastAnswersStored, forgetHeads)],

  routes: [...routesOf(calls.tiles, tileHandlers), ...routesOf(calls.reports, reportHandlers)],
  start: (services) => [startMonths(services), startRepeats(services)],
};
