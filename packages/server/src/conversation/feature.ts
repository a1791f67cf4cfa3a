import { calls } from '@parley/contract';
import { textCame, textStreamed } from '../carriers/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { inRuntime } from '../platform/runtime.ts';
import { limitEased } from '../policy/index.ts';
import { keptData } from '../retention/index.ts';
import { optingOut } from '../suppression/index.ts';
import { createApiCaller } from './api-call.ts';
import { judgeHeldAnew } from './claim-due-work.ts';
import { startJobs } from './jobs.ts';
import { oldTexts, oldTextWords } from './old-texts.ts';
import { startUnpaidReplies } from './pay-replies.ts';
import { conversationData } from './personal-data.ts';
import { startLeftTexts } from './play-left.ts';
import { receiveInbound } from './receive-inbound.ts';
import { handlers } from './routes.ts';
import { endConversations } from './store.ts';
import { playAtEnd, takeText } from './take-text.ts';
import { testCall } from './test-call.ts';

const publicCaller = inRuntime(() => createApiCaller());

export const feature: Feature = {
  hooks: [
    on(keptData, oldTextWords),
    on(keptData, oldTexts),
    on(personalData, conversationData),
    on(textCame, receiveInbound),
    on(textStreamed, takeText),
    on(optingOut, endConversations),
    on(limitEased, judgeHeldAnew),
  ],
  routes: [
    ...routesOf(calls.conversations, handlers),
    ...routesOf(calls.apiSteps, {
      test: (context, form) => testCall(context, form, publicCaller(context)),
    }),
  ],
  start: (services) => [
    ...startJobs(services),
    startUnpaidReplies(services),
    startLeftTexts(services),
    playAtEnd(services),
  ],
};
