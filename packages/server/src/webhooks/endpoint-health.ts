/** How an endpoint fares, from one try to the next. */
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import type { Health } from './endpoint-store.ts';

type Try = { state: string; triedAt: Date; status: number; answer: string };

const SHOWN = 200;

/** After these tries, in the order in which they ended. */
export function healthAfter(before: Health, tries: readonly Try[]): Health {
  let { failures, failingSince, lastFailure, lastSuccessAt } = before;
  for (const { state, triedAt, status, answer } of tries)
    if (state === 'delivered') {
      failures = 0;
      failingSince = null;
      lastSuccessAt = triedAt;
    } else {
      failures += 1;
      failingSince ??= triedAt;
      lastFailure = status === 0 ? answer.slice(0, SHOWN) : String(status);
    }
  return { failures, failingSince, lastFailure, lastSuccessAt };
}

/** It failed several times in a row: it is asked less often, by one delivery at a time. */
export const isResting = ({ failures }: Pick<Health, 'failures'>): boolean =>
  failures >= WEBHOOK_LIMITS.failuresBeforeRest;
