/** How much one key may ask: counted for all processes together, in shares, not by a write a request. */
import { API_LIMITS } from '@parley/rules/limits.ts';
import type { FastifyReply } from 'fastify';
import type { ApiKey } from '../credentials/index.ts';
import { createCache } from '../platform/cache.ts';
import { TooMany } from '../platform/errors.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import { countTries } from '../platform/throttle.ts';

const WINDOW_SECONDS = 60;
const LIMIT = API_LIMITS.requestsAMinute;
/** A process takes so many requests at a time out of a minute's. */
const SHARE = 20;

/** `left`: of this process's share; `beyond`: what no process has taken yet. */
type Share = { left: number; beyond: number; endsAt: number };
/** One that is forgotten before its minute is over costs its key no more than what was left of it. */
const MOST_KEPT = 10_000;
const sharesOf = inRuntime(() => createCache<Promise<Share>>(MOST_KEPT, 2 * WINDOW_SECONDS * 1000));
type Means = Pick<Services, 'db' | 'runtime' | 'clock'>;

/** Counts a request and tells how many are left. @throws TooMany */
export async function takeRequest(services: Means, key: ApiKey, reply: FastifyReply): Promise<void> {
  const now = services.clock.now().getTime();
  const { isOver, left, endsAt } = await takeOne(services, key, now);
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000));
  reply.headers({
    'ratelimit-limit': String(LIMIT),
    'ratelimit-remaining': String(left),
    'ratelimit-reset': String(seconds),
  });
  if (isOver) throw new TooMany(seconds);
}

/** `isOver`: nothing was left to take. */
type Taken = { isOver: boolean; left: number; endsAt: number };

async function takeOne(services: Means, { accountId, id }: ApiKey, now: number): Promise<Taken> {
  const all = sharesOf(services);
  const name = String(id);
  for (;;) {
    const known = all.get(name);
    if (known) {
      const share = await known;
      const isOver = share.endsAt <= now || share.endsAt > now + WINDOW_SECONDS * 1000;
      if (!isOver && (share.left > 0 || share.beyond === 0)) return takeOf(share);
      // Somebody who waited, too, has taken the next one.
      if (all.get(name) !== known) continue;
    }
    const taken = takeShare(services, `api:${accountId}:${id}`, now);
    all.set(name, taken);
    taken.catch(() => all.forget(name));
  }
}

/** At once with the look at what is left: of many that waited for one share each would find it whole. */
function takeOf(share: Share): Taken {
  const isOver = share.left === 0;
  if (!isOver) share.left -= 1;
  return { isOver, left: share.left + share.beyond, endsAt: share.endsAt };
}

async function takeShare({ db }: Means, key: string, now: number): Promise<Share> {
  const window = { key, windowSeconds: WINDOW_SECONDS };
  const { count, windowStart } = await countTries(db, new Date(now), window, SHARE);
  return {
    left: Math.max(0, Math.min(SHARE, LIMIT - (count - SHARE))),
    beyond: Math.max(0, LIMIT - count),
    endsAt: windowStart.getTime() + WINDOW_SECONDS * 1000,
  };
}
