/** REST v1 as data: every operation, served by `server/api`, documented by `openapi.ts`, walked by tests. */
import { campaignOperations } from './campaign-operations.ts';
import { contactOperations } from './contact-operations.ts';
import { listOperations } from './list-operations.ts';
import { optOutOperations } from './opt-out-operations.ts';
import { tagOperations } from './tag-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

export const API_BASE = '/api/v1';

export const operations = {
  ...contactOperations,
  ...listOperations,
  ...tagOperations,
  ...optOutOperations,
  ...campaignOperations,
  ...webhookOperations,
};
export type Operations = typeof operations;
export type OperationId = keyof Operations;

export { type AnswerOf, type Example, type GivenTo, idsIn, type Operation } from './operation.ts';
export { type IdKind, Problem, problemType, readId, writeId } from './schema.ts';
