/** Stores what a carrier answered, in batches, and does not let go of it while the database is away. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SubmitResult } from '../messages/index.ts';
import { Batcher } from '../platform/batcher.ts';
import { isUnavailable } from '../platform/db/outage.ts';
import type { Services } from '../platform/services.ts';

/** What is answered and not stored yet is in doubt when this process dies. */
const STORE_EVERY_MS = 50;
const STORE_AT = 1_000;
const STORE_AGAIN_MS = 500;
const STORE_TRIES = 60;

/** What the carrier answered could not be kept. */
export class ResultsLost extends Error {}

export class ResultStore {
  private readonly services: Services;
  private readonly store: (results: readonly SubmitResult[]) => Promise<void>;
  private readonly batches: Batcher<SubmitResult, SubmitResult>;
  /** Why results were lost. */
  private failure: { error: unknown } | null = null;

  constructor(services: Services, store: (results: readonly SubmitResult[]) => Promise<void>) {
    this.services = services;
    this.store = store;
    this.batches = new Batcher({
      work: (results) => this.storeForSure(results),
      most: STORE_AT,
      gatherMs: STORE_EVERY_MS,
    });
  }

  add(result: SubmitResult): void {
    this.batches.add(result).catch((error: unknown) => {
      this.failure ??= { error };
    });
  }

  /** Resolves when all results are stored. @throws ResultsLost */
  async end(): Promise<void> {
    await this.batches.drain();
    if (this.failure) throw this.failure.error;
  }

  /**
   * A result lost is a message in doubt: while the database is away we keep it. When another worker has the
   * lease by then, `store` drops it.
   */
  private async storeForSure(results: readonly SubmitResult[]): Promise<readonly SubmitResult[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.store(results);
        return results;
      } catch (error) {
        this.services.log.error({ err: error, results: results.length }, 'results could not be stored');
        if (tries >= STORE_TRIES && !isUnavailable(error))
          throw new ResultsLost('Results were lost.', { cause: error });
        await sleep(STORE_AGAIN_MS);
      }
    }
  }
}
