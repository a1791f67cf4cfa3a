import { calls } from '@parley/contract';
import { textCame } from '../carriers/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { inRuntime } from '../platform/runtime.ts';
import { optingOut } from '../suppression/index.ts';
import { createApiCaller } from './api-call.ts';
import { startJobs } from './jobs.ts';
import { startUnpaidReplies } from './pay-replies.ts';
import { conversationData } from './personal-data.ts';
import { receiveInbound } from './receive-inbound.ts';
import { endConversations } from './store.ts';
import { testCall } from './test-call.ts';

const publicCaller = inRuntime(() => createApiCaller());

const routes = routesOf(calls.apiSteps, {
  test: (context, form) => testCall(context, form, publicCaller(context)),
});

export const feature: Feature = {
  routes,
  hooks: [on(personalData, conversationData), on(textCame, receiveInbound), on(optingOut, endConversations)],
  start: (services) => [...startJobs(services), startUnpaidReplies(services)],
};
