/** A column of a file that says who opted out: what was exported with it is imported with it. */

import { type Db, sql } from '../platform/db/database.ts';
import { optOutNumbers } from '../suppression/index.ts';
import type { Import } from './store.ts';

/** More of them would hold everybody else while they are put into statements. */
const AT_ONCE = 500;

/**
 * Opts these numbers out, contacts or not, and counts those that were not. Taking the import back leaves them
 * opted out: only the person's own words lift that. Needs the transaction of their rows.
 */
export async function storeOptOuts(
  trx: Db,
  accountId: number,
  { id, fileName, startedBy }: Import,
  phones: readonly string[],
  now: Date,
): Promise<void> {
  if (phones.length === 0) return;
  const facts = { source: 'import', words: '', note: fileName, userId: startedBy ?? undefined };
  let added = 0;
  for (let from = 0; from < phones.length; from += AT_ONCE)
    added += (await optOutNumbers(trx, accountId, phones.slice(from, from + AT_ONCE), facts, now)).size;
  if (added === 0) return;
  await sql`
    update imports set new_optout_count = new_optout_count + ${added}::int
    where account_id = ${accountId} and id = ${id}`.execute(trx);
}
