/**
 * What a server does first with data that was put back from a backup. The backup does not know what was sent
 * after it was made, so whatever would go out by itself stands still until a person has looked: nobody gets a
 * text twice.
 */
import { skipDueRuns } from '../automata/index.ts';
import { pauseAllUnderWay } from '../blasts/index.ts';
import { forgetAllUnpaid, markWaitingUnconfirmed } from '../messages/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { leaveOutIds } from '../platform/ids.ts';
import { forgetProcesses } from '../platform/processes.ts';
import { endLeasesOf } from '../sending/index.ts';

export type Held = {
  /** Blasts that were paused. */
  blasts: number;
  /** Single messages that are in doubt now. */
  messages: number;
  /** Runs of automata that were left out. */
  runs: number;
};

const WHY = 'Put back from a backup: how far it came after the backup is not known.';
const MAY_BE_SENT = 'Put back from a backup; it may have been sent since.';

/**
 * Pauses blasts, puts waiting messages in doubt, leaves due runs of automata out, and goes on with message
 * ids that no carrier has seen. The processes of before are forgotten: none of them was lost.
 */
export function holdAfterRestore(db: Db, now: Date): Promise<Held> {
  return transact(db, async (trx) => {
    await leaveOutIds(trx);
    await endLeasesOf(trx, await forgetProcesses(trx), now);
    await forgetAllUnpaid(trx, now);
    return {
      blasts: await pauseAllUnderWay(trx, WHY, now),
      messages: await markWaitingUnconfirmed(trx, MAY_BE_SENT),
      runs: await skipDueRuns(trx, now),
    };
  });
}
