import type { Operations } from '@parley/contract/api/index.ts';
import { automationHandlers } from './automation-handlers.ts';
import { blastHandlers } from './blast-handlers.ts';
import { campaignHandlers } from './campaign-handlers.ts';
import { channelHandlers } from './channel-handlers.ts';
import { contactHandlers } from './contact-handlers.ts';
import type { ApiHandlers } from './context.ts';
import { eventHandlers } from './event-handlers.ts';
import { listHandlers } from './list-handlers.ts';
import { messageHandlers } from './message-handlers.ts';
import { optOutHandlers } from './opt-out-handlers.ts';
import { figureHandlers } from './report-handlers.ts';
import { segmentHandlers } from './segment-handlers.ts';
import { tagHandlers } from './tag-handlers.ts';
import { webhookHandlers } from './webhook-handlers.ts';

/** A handler for every operation: a missing one does not compile. */
export const apiHandlers: ApiHandlers<keyof Operations> = {
  ...contactHandlers,
  ...listHandlers,
  ...tagHandlers,
  ...optOutHandlers,
  ...segmentHandlers,
  ...campaignHandlers,
  ...channelHandlers,
  ...messageHandlers,
  ...blastHandlers,
  ...automationHandlers,
  ...figureHandlers,
  ...webhookHandlers,
  ...eventHandlers,
};
