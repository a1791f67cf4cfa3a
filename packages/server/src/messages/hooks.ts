import { createHook } from '../platform/hook.ts';
import type { Services } from '../platform/services.ts';
import type { CountedBlast } from './counted.ts';

/**
 * The counters of a blast changed, after the commit; answers the blast when it was changed because of that.
 */
export const blastCounted =
  createHook<
    (services: Services, accountId: number, blast: CountedBlast) => Promise<CountedBlast | undefined>
  >('blastCounted');
