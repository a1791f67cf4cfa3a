/** Paths of REST v1 that are no paths: no route gets to see them. */

import { TRIGGER_PATH } from '@parley/contract';
import { API_BASE } from '@parley/contract/api/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../platform/errors.ts';
import { answerProblem } from './problem.ts';

/** Whether a failure there is a problem (RFC 9457): the older trigger call has words of its own. */
export function isApiPath(url: string): boolean {
  const path = url.toLowerCase();
  return path.startsWith(`${API_BASE}/`) && !path.startsWith(TRIGGER_PATH.toLowerCase());
}

export const answerNothing = (request: FastifyRequest, reply: FastifyReply): void =>
  void answerProblem(new NotFound(), request, reply);
