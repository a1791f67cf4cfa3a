/** When what failed is tried again. */
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';

const DAYS_MS = WEBHOOK_LIMITS.failingDays * 86_400_000;

const pauseOf = (seconds: readonly number[], nth: number) =>
  (seconds[Math.min(nth, seconds.length - 1)] ?? 0) * 1_000;

/** The next try of a delivery that has failed `failures` times since `from`; null: it is given up. */
export function nextTry(failures: number, from: Date, now: Date): Date | null {
  if (hasFailedForDays(from, now)) return null;
  return new Date(now.getTime() + pauseOf(WEBHOOK_LIMITS.retrySeconds, failures - 1));
}

/** Until when an endpoint rests that has failed so often in a row; null: it goes on. */
export function restUntil(failures: number, now: Date): Date | null {
  const over = failures - WEBHOOK_LIMITS.failuresBeforeRest;
  return over < 0 ? null : new Date(now.getTime() + pauseOf(WEBHOOK_LIMITS.restSeconds, over));
}

export const hasFailedForDays = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= DAYS_MS;
