import type { RawBuilder } from 'kysely';
import { createHook } from '../platform/hook.ts';
import type { Services } from '../platform/services.ts';
import type { CountedBlast } from './counted-columns.ts';

/**
 * The counters of a blast changed, after the commit; answers the blast when it was changed because of that.
 */
export const blastCounted =
  createHook<
    (services: Services, accountId: number, blast: CountedBlast) => Promise<CountedBlast | undefined>
  >('blastCounted');

/**
 * The row of a blast, in SQL of the room that owns it: statements that move messages count and bill their
 * blasts in the same trip.
 */
export type BlastCounters = {
  /**
   * A statement that adds a CTE `tally` (blast_id, queued, unknown, sent, failed, delivered, skipped) and
   * returns COUNTED of each blast `b`; `$1` is the account.
   */
  counted: string;
  /** A statement that takes the credits of a CTE `bills` (blast_id, credits) off what blasts have spent. */
  unbilled: (accountId: number) => RawBuilder<unknown>;
};
export const blastCounters = createHook<BlastCounters>('blastCounters');
