import { textCame } from '../carriers/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { optingOut } from '../suppression/index.ts';
import { startJobs } from './jobs.ts';
import { startUnpaidReplies } from './pay-replies.ts';
import { conversationData } from './personal-data.ts';
import { receiveInbound } from './receive-inbound.ts';
import { endConversations } from './store.ts';

export const feature: Feature = {
  hooks: [on(personalData, conversationData), on(textCame, receiveInbound), on(optingOut, endConversations)],
  start: (services) => [...startJobs(services), startUnpaidReplies(services)],
};
