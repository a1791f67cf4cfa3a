import { textCame } from '../carriers/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { optingOut } from '../suppression/index.ts';
import { startJobs } from './jobs.ts';
import { conversationData } from './personal-data.ts';
import { receive } from './receive.ts';
import { endConversations } from './store.ts';
import { startUnpaid } from './unpaid.ts';

export const feature: Feature = {
  hooks: [on(personalData, conversationData), on(textCame, receive), on(optingOut, endConversations)],
  start: (services) => [...startJobs(services), startUnpaid(services)],
};
