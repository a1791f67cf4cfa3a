/** Everybody who texts a channel belongs to its audience list. */
import { memberStatement } from '../lists/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { Statement } from '../platform/db/statement.ts';
import type { Known } from './inbound-store.ts';

type Writer = { known: Pick<Known, 'audience' | 'inAudience'>; contactId: number };

/**
 * Puts those on it who are not there yet. A list's row is held until the transaction ends, and nothing that
 * is decided meanwhile depends on it: it travels with the commit.
 */
export function joinAudience(
  db: Db,
  accountId: number,
  writers: readonly Writer[],
  now: Date,
): Statement<number>[] {
  const joining = new Map<number, number[]>();
  for (const { known, contactId } of writers)
    if (known.audience !== null && !known.inAudience)
      joining.set(known.audience, [...(joining.get(known.audience) ?? []), contactId]);
  const inOrder = [...joining].sort(([one], [other]) => one - other);
  return inOrder.map(([list, contactIds]) => memberStatement(db, accountId, list, contactIds, now));
}
