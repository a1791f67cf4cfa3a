/** A call of an API step as it is stored, and how it names itself when it is made again. */
import { createHash } from 'node:crypto';
import type { ApiRequest } from './run-engine.ts';

/**
 * As it is stored until it is answered. `key`: its Idempotency-Key; `failed`: tries that got nowhere;
 * `isSend`: what is said of its answer is a send; `traceparent`: of a try that is traced, and not stored.
 */
export type KeyedRequest = ApiRequest & {
  key?: string;
  failed?: number;
  isSend?: true;
  traceparent?: string;
};

type StepRun = { accountId: number; channelId: number; contactId: number; seed: number; turn: number };

/** The key of one run of a step: the same for each of its tries, another one for any other run. */
export function idempotencyKey({ accountId, channelId, contactId, seed, turn }: StepRun): string {
  const run = [accountId, channelId, contactId, seed, turn].join(':');
  return createHash('sha256').update(run).digest('hex').slice(0, 32);
}
