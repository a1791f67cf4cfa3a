/**
 * The gate of single messages, the last thing before a carrier hears of them: opt-outs in the very statement
 * that commits 'sending', pauses and quiet hours just before. What does not pass is recorded with its reason.
 * Blasts have the same gate in `prepare-blast.ts`.
 */

import { endWaiting, holdWaiting, markSending, type Outgoing } from '../messages/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { deferralOf, sendPolicyOf } from '../policy/index.ts';

/** Answers to STOP, START and HELP, and sign-in codes: they go to an opted-out number too. */
const isFree = ({ origin, credits }: Outgoing) => origin === 'system' && credits === 0;

/** Why it may not go, to its end; null: it may. Confirmations of a membership are the product's own. */
function stopOf(message: Outgoing, isReply: boolean): 'erased' | 'opted-out' | 'paused' | null {
  if (message.isErased) return 'erased';
  if (message.optedOut) return isFree(message) ? null : 'opted-out';
  return message.isPaused && !isReply && message.origin !== 'system' ? 'paused' : null;
}

/**
 * Commits as 'sending' what may go, and answers it. `replies`: ids that answer the person's own text, quiet
 * hours do not hold them. What is held stays in the outbox until its time; the ids to be taken out of the
 * outbox are for the caller. Not within a transaction: what passes is committed when this answers, in one
 * statement; so is what does not pass. `db` may keep statements prepared.
 */
export async function applyPolicy(
  db: Db,
  services: Services,
  { accountId, channelId }: { accountId: number; channelId: number },
  { waiting, replies }: { waiting: readonly Outgoing[]; replies: ReadonlySet<number> },
  now: Date,
): Promise<{ ready: Outgoing[]; held: ReadonlySet<number> }> {
  if (waiting.length === 0) return { ready: [], held: new Set() };
  const rules = await sendPolicyOf(services, accountId, channelId);
  const stops = new Map(waiting.map((message) => [message.id, stopOf(message, replies.has(message.id))]));
  const allowed = waiting.filter(({ id }) => !stops.get(id));
  const holds = allowed.flatMap((message) => {
    const hold = replies.has(message.id) ? null : deferralOf(rules, message, now, null);
    return hold ? [{ id: message.id, ...hold }] : [];
  });
  const held = new Set(holds.map(({ id }) => id));
  const passing = allowed.filter(({ id }) => !held.has(id));
  const passed = await markSending(
    db,
    accountId,
    passing.map((message) => ({ id: message.id, phone: message.phone, free: isFree(message) })),
    now,
  );
  const stopped = waiting.filter(({ id }) => !held.has(id) && !passed.has(id));
  if (stopped.length + holds.length > 0)
    await transact(services.db, async (trx) => {
      for (const why of ['opted-out', 'erased', 'paused'] as const) {
        // Who passed all that and is not among the passed opted out at this very moment.
        const ids = stopped.filter(({ id }) => (stops.get(id) ?? 'opted-out') === why).map(({ id }) => id);
        await endWaiting(trx, accountId, ids, why, now);
      }
      await holdWaiting(trx, accountId, holds);
    });
  return { ready: waiting.filter(({ id }) => passed.has(id)), held };
}
