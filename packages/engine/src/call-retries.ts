/** When a call of an API step is made again: what its author allows, and what can do no harm. */
import { API_STEP_LIMITS } from '@parley/rules/limits.ts';
import type { CallRules } from './effect.ts';

/** What a call that got nowhere failed for, where another try may end better. */
export type FailureCause = CallRules['on'];

/** `failed`: tries that got nowhere. */
type TriedCall = { verb: string; rules?: CallRules; failed?: number };

/** Too many requests, or a service that cannot help itself (RFC 9110 15.6, RFC 6585 4). */
export const isTrouble = (status: number): boolean => status === 429 || status >= 500;

/** Made twice they do what they do once (RFC 9110 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'PUT', 'DELETE']);

/**
 * Whether a call may be made that may have been made before: one that only reads, one of which its author
 * says so, and one that changes nothing the second time where its author wants further tries.
 */
export const mayBeMadeAgain = ({ verb, rules }: TriedCall): boolean =>
  verb === 'GET' || rules?.isRepeatable === true || (rules !== undefined && IDEMPOTENT.has(verb));

/** Seconds until a call that failed is made again; null: it has failed. */
export function pauseBeforeRetry(call: TriedCall, cause: FailureCause | undefined): number | null {
  const { rules, failed = 0 } = call;
  if (!rules || cause === undefined || failed >= rules.most || !mayBeMadeAgain(call)) return null;
  if (rules.on === 'no-answer' && cause !== 'no-answer') return null;
  const { retrySeconds } = API_STEP_LIMITS;
  return retrySeconds[Math.min(failed, retrySeconds.length - 1)] ?? null;
}
