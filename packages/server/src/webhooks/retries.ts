/** When what failed is tried again. */
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';

const DAYS_MS = WEBHOOK_LIMITS.failingDays * 86_400_000;

/** `failures` in a row, since when. */
type Failing = { failures: number; failingSince: Date | null };

const pauseOf = (seconds: readonly number[], nth: number) =>
  (seconds[Math.min(nth, seconds.length - 1)] ?? 0) * 1_000;

/** The next try of a delivery that has failed `failures` times since `from`; null: it is given up. */
export function nextTry(failures: number, from: Date, now: Date): Date | null {
  if (hasFailedForDays(from, now)) return null;
  return new Date(now.getTime() + pauseOf(WEBHOOK_LIMITS.retrySeconds, failures - 1));
}

/**
 * Until when an endpoint rests that has failed several times in a row: about as long again as it has been
 * away. Deliveries fail together, so how many have failed tells nothing of that. Null: it goes on.
 */
export function restUntil({ failures, failingSince }: Failing, now: Date): Date | null {
  if (failures < WEBHOOK_LIMITS.failuresBeforeRest || failingSince === null) return null;
  const awaySeconds = (now.getTime() - failingSince.getTime()) / 1_000;
  const [shortest = 0] = WEBHOOK_LIMITS.restSeconds;
  const seconds = WEBHOOK_LIMITS.restSeconds.findLast((each) => each <= awaySeconds) ?? shortest;
  return new Date(now.getTime() + seconds * 1_000);
}

export const hasFailedForDays = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= DAYS_MS;

/** The later of two moments; null is none. */
export const latest = (one: Date | null, other: Date): Date => (one && one > other ? one : other);
