/** Clicks on their way into the database: in batches, so that a crowd costs few commits. */
import { batchersOf } from '../platform/batcher.ts';
import { transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { type Click, storeClicks } from './click-store.ts';

const MOST_AT_ONCE = 1_000;

/**
 * Answers when the click is stored, or could not be: a person is led on all the same, and the log says what
 * was lost.
 */
export function createClickBatcher({ db, log }: Services): (click: Click) => Promise<unknown> {
  const record = batchersOf((accountId: number) => ({
    most: MOST_AT_ONCE,
    async work(clicks: readonly Click[]) {
      const timeZone = clicks[0]?.to.timeZone ?? 'UTC';
      await transact(db, (trx) => storeClicks(trx, accountId, timeZone, clicks)).catch((error: unknown) =>
        log.error({ err: error, clicks: clicks.length }, 'clicks could not be stored'),
      );
      return clicks;
    },
  }));
  return (click) => record(click.to.accountId, click);
}
