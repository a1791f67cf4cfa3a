/** What is kept no more goes in slices, each a transaction with where it came to: a crash loses none. */
import { type Db, isHeldElsewhere, transact, waitAtMost } from '../platform/db/database.ts';
import { keptData } from './kept-data.ts';
import { beginGoing, type Due, dueKinds, noteGone } from './store.ts';

/**
 * What waits for others longer than that gives way to them: a slice has rows of many people, and somebody who
 * is erased at that moment would wait for it in turn. Shorter than PostgreSQL needs to find a deadlock, so
 * that it is always this that ends.
 */
const GIVES_WAY_MS = 250;

/**
 * Lets a slice of each go that is due. True: there may be more. A slice that is in somebody's hands goes the
 * next time.
 *
 * @throws what the first of them failed with, once all others had their turn.
 */
export async function forgetWhatIsOld(db: Db, now: Date): Promise<boolean> {
  const failures: unknown[] = [];
  let more = false;
  for (const due of await dueKinds(db, now))
    try {
      if (await forgetSlice(db, due, now)) more = true;
    } catch (error) {
      if (!isHeldElsewhere(error)) failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return more;
}

function forgetSlice(db: Db, due: Due, now: Date): Promise<boolean> {
  return transact(db, async (trx) => {
    await waitAtMost(trx, GIVES_WAY_MS);
    const going = await beginGoing(trx, due, now);
    if (!going) return false;
    const walked = { ...going.walked };
    let more = false;
    for (const { kind, part, forget } of keptData.all) {
      if (kind !== due.kind) continue;
      const done = await forget(trx, { ...going, accountId: due.accountId, walked: walked[part] });
      more ||= done.more;
      if (done.walked !== undefined) walked[part] = done.walked;
    }
    await noteGone(trx, due, { before: going.before, walked }, !more);
    return more;
  });
}
