/** REST v1 as data: every operation, served by `server/api`, documented by `openapi.ts`, walked by tests. */
import { automationOperations } from './automation-operations.ts';
import { blastOperations } from './blast-operations.ts';
import { campaignOperations } from './campaign-operations.ts';
import { channelOperations } from './channel-operations.ts';
import { contactOperations } from './contact-operations.ts';
import { eventOperations } from './event-operations.ts';
import { listOperations } from './list-operations.ts';
import { type MessageState, messageOperations } from './message-operations.ts';
import { optOutOperations } from './opt-out-operations.ts';
import { reportOperations } from './report-operations.ts';
import { segmentOperations } from './segment-operations.ts';
import { tagOperations } from './tag-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

export const API_BASE = '/api/v1';

export const operations = {
  ...contactOperations,
  ...listOperations,
  ...tagOperations,
  ...optOutOperations,
  ...segmentOperations,
  ...campaignOperations,
  ...channelOperations,
  ...messageOperations,
  ...blastOperations,
  ...automationOperations,
  ...reportOperations,
  ...webhookOperations,
  ...eventOperations,
};
export type Operations = typeof operations;
export type OperationId = keyof Operations;

export { type AnswerOf, type Example, type GivenTo, idsIn, type Operation } from './operation.ts';
export { type IdKind, Problem, problemType, readId, writeId } from './schema.ts';
export { type ApiSegmentTree, writeProperties, writeTree } from './segment-tree.ts';
export type { MessageState };
