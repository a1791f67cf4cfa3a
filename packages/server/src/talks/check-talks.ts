/** Plays the talks that a campaign keeps, before its draft is published. */
import { checkTalk, type Flow } from '@parley/engine';
import { TALK_LIMITS } from '@parley/rules/talk-limits.ts';
import type { Db } from '../platform/db/database.ts';
import { createSlices } from '../platform/slices.ts';
import { listTalks } from './store.ts';

export type FailingTalk = { name: string; line: number; what: string };

/**
 * The first talk that goes another way on a flow, with the line that differs; null: none of those that were
 * played. `others`: what the flow may switch to. Lets others have their turn between.
 */
export async function findFailingTalk(
  db: Db,
  accountId: number,
  own: Flow,
  others: () => Promise<readonly Flow[]>,
): Promise<FailingTalk | null> {
  const kept = (await listTalks(db, accountId, own.campaignId)) ?? [];
  if (kept.length === 0) return null;
  const targets = await others();
  const slices = createSlices();
  const until = performance.now() + TALK_LIMITS.publishMs;
  for (const { name, text } of kept) {
    if (performance.now() > until) return null;
    const difference = await checkTalk(text, own, targets, async () => {
      await slices();
    });
    if (difference) return { name, ...difference };
  }
  return null;
}
