/**
 * Clicks on their way into the database: while one group is being stored the next one gathers, so that a
 * crowd costs few commits.
 */
import { transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { type Click, storeClicks } from './click-store.ts';

type Entry = { click: Click; done: () => void };

/**
 * Answers when the click is stored, or could not be: a person is led on all the same, and the log says what
 * was lost.
 */
export function createClickBatcher({ db, log }: Services): (click: Click) => Promise<void> {
  let waiting: Entry[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const accounts = Map.groupBy(group, ({ click }) => click.to.accountId);
      for (const [accountId, entries] of accounts) await store(accountId, entries);
    }
    running = false;
  }

  async function store(accountId: number, entries: readonly Entry[]): Promise<void> {
    const clicks = entries.map(({ click }) => click);
    try {
      const timeZone = clicks[0]?.to.timeZone ?? 'UTC';
      await transact(db, (trx) => storeClicks(trx, accountId, timeZone, clicks));
    } catch (error) {
      log.error({ err: error, clicks: clicks.length }, 'clicks could not be stored');
    }
    for (const { done } of entries) done();
  }

  return (click) =>
    new Promise((resolve) => {
      waiting.push({ click, done: resolve });
      if (!running) void run();
    });
}
