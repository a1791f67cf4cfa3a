/** Many small writes at about the same time as one: each caller hears after all of them are stored. */

/**
 * `store` gets what came within `windowMs`, at most `most`, one batch at a time, and answers one result each,
 * in order.
 */
export function createBatcher<T, R>(
  store: (items: T[]) => Promise<R[]>,
  windowMs: number,
  most: number,
): (item: T) => Promise<R> {
  type Waiting = { item: T; done: (result: R) => void; failed: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let busy = false;

  async function storeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await store(batch.map((each) => each.item));
        for (const [n, each] of batch.entries()) each.done(results[n] as R);
      } catch (error) {
        for (const each of batch) each.failed(error);
      }
    }
    busy = false;
  }

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      if (busy) return;
      busy = true;
      setTimeout(() => void storeWaiting(), windowMs);
    });
}
