/**
 * Replies that the balance has no room for wait for credits, in their order, and are recorded as not sent
 * when none came. Meanwhile their conversation stands still: nobody answers a question that was never asked.
 */

import { UNPAID_HOURS } from '@parley/rules/limits.ts';
import {
  accountsWithUnpaid,
  dropUnpaidNotices,
  dropUnpaidTexts,
  payUnpaid,
  stillUnpaid,
  type Unpaid,
  unpaidSince,
} from '../messages/index.ts';
import { type Db, sql, transact } from '../platform/db/database.ts';
import { startDueLoop } from '../platform/due-loops.ts';
import type { Background, Services } from '../platform/services.ts';
import { goOnAt } from './held-conversations.ts';
import { endAt } from './store.ts';

const LONGEST_MS = UNPAID_HOURS * 3_600_000;

type Place = { channelId: number; contactId: number };

export function startUnpaidReplies(services: Services): Background {
  return startDueLoop(services, {
    name: 'replies that wait for credits',
    due: () => sql`unpaid_replies`,
    pauseMs: 1_000,
    once: () => payWaiting(services),
  });
}

/** One round through all accounts where replies wait. True: there may be more to do at once. */
export async function payWaiting(services: Services): Promise<boolean> {
  let more = false;
  for (const accountId of await accountsWithUnpaid(services.db)) {
    const now = services.clock.now();
    const changed = await transact(services.db, async (trx) => {
      const late = await giveUpLate(trx, accountId, now);
      const paid = await payInOrder(trx, accountId, now);
      return late + paid;
    });
    if (changed === 0) continue;
    more = true;
    services.signals.wake('outbox');
    services.signals.wake('timers');
  }
  return more;
}

/** Charges and queues what the balance lasts for, oldest first; answers how many. */
async function payInOrder(trx: Db, accountId: number, now: Date): Promise<number> {
  const paid = await payUnpaid(trx, accountId, now);
  const held = new Set(keysOf(await stillUnpaid(trx, accountId, paid)));
  const free = paid.filter((each) => each.holds && !held.has(keyOf(each)));
  if (free.length > 0) await goOnAt(trx, accountId, firstOfEach(free), now);
  return paid.length;
}

/**
 * What has waited too long is recorded as not sent: what a conversation says with all behind it, and it ends;
 * a notice by itself. Answers how many.
 */
async function giveUpLate(trx: Db, accountId: number, now: Date): Promise<number> {
  const until = new Date(now.getTime() - LONGEST_MS);
  const late = await unpaidSince(trx, accountId, until);
  if (late.length === 0) return 0;
  const talks = late.filter(({ holds }) => holds);
  const texts = await dropUnpaidTexts(trx, accountId, talks, now);
  await endAt(trx, accountId, texts, 'unpaid', now);
  const notices = await dropUnpaidNotices(trx, accountId, late, until, now);
  return texts.length + notices.length;
}

/** From the first of its texts on a conversation stood still. */
function firstOfEach(freed: readonly Unpaid[]): Unpaid[] {
  const inOrder = freed.toSorted((one, other) => other.since.getTime() - one.since.getTime());
  return [...new Map(inOrder.map((each) => [keyOf(each), each])).values()];
}

const keyOf = ({ channelId, contactId }: Place) => `${channelId} ${contactId}`;
const keysOf = (places: readonly Place[]) => places.map(keyOf);
