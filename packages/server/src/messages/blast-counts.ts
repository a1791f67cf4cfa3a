/** The counters of a blast, kept by the very statements that change its messages, and the news of them. */

import type { LiveMessage } from '@parley/contract';
import { publishBalance } from '../credits/index.ts';
import { lazily } from '../platform/lazily.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import type { CountedBlast } from './counted-columns.ts';
import { blastCounted, blastCounters } from './hooks.ts';
import { TOUCH_MOVED } from './status-rollup.ts';

export type { CountedBlast } from './counted-columns.ts';

const delta = (...statuses: string[]) => {
  const inside = statuses.map((status) => `'${status}'`).join(', ');
  return `count(*) filter (where status in (${inside})) - count(*) filter (where was in (${inside}))`;
};

/**
 * CTEs, `counted` among them, over a CTE `moved` with id, blast_id, origin, seq, was and status; `$1` is the
 * account. Each contact of a blast is in exactly one counter, by the state of its first message: they always
 * add up to `total`. What a page of a blast's people is found by hears of the change.
 */
export const countMoves = lazily(
  () => `
  tally as (
    select blast_id, ${delta('queued', 'held', 'sending')} as queued, ${delta('unknown')} as unknown,
      ${delta('sent')} as sent, ${delta('expired', 'failed', 'undelivered')} as failed,
      ${delta('delivered')} as delivered, ${delta('skipped')} as skipped
    from moved where origin = 'blast' and seq = 0 group by blast_id order by blast_id
  ),
  counted as (${blastCounters.one.counted}),
  ${TOUCH_MOVED}`,
);

const NEWS_EVERY_MS = 500;

type Pending = { next: CountedBlast | null };
const pendingNews = inRuntime(() => new Map<string, Pending>());

/**
 * Tells whoever wants to know how far a blast is: the guard against failures, and the account's browsers (at
 * once, then at most twice a second, the last state always). Nobody is told of what is not committed.
 */
export function publishBlast(services: Services, accountId: number, blast: CountedBlast): void {
  if (services.db.isTransaction) return;
  for (const watch of blastCounted.all)
    watch(services, accountId, blast).then(
      (changed) => changed && tellBrowsers(services, accountId, changed),
      (error: unknown) => services.log.error({ err: error, blast: blast.id }, 'a blast could not be paused'),
    );
  tellBrowsers(services, accountId, blast);
  publishBalance(services, accountId);
}

function tellBrowsers(services: Services, accountId: number, blast: CountedBlast): void {
  if (!services.live.hasListeners(accountId)) return;
  const all = pendingNews(services);
  const key = `${accountId}/${blast.id}`;
  const waiting = all.get(key);
  if (waiting) {
    waiting.next = blast;
    return;
  }
  services.live.publish(accountId, newsOf(blast));
  const pending: Pending = { next: null };
  all.set(key, pending);
  setTimeout(() => {
    all.delete(key);
    if (pending.next) tellBrowsers(services, accountId, pending.next);
  }, NEWS_EVERY_MS).unref();
}

function newsOf({
  id,
  campaignId,
  state,
  total,
  queued,
  sent,
  delivered,
  failed,
}: CountedBlast): LiveMessage {
  return { type: 'blast', blastId: id, campaignId, state, total, queued, sent, delivered, failed };
}
