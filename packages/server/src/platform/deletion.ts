import { type Db, first, sql, transact } from './db/database.ts';
import { NotFound } from './errors.ts';

/** What can be deleted for good, as `deleted_ids.kind` has it. */
type Kind = 'tag' | 'list' | 'channel' | 'automaton' | 'credential' | 'report' | 'step' | 'segment';

/**
 * Deletes a thing of the account in one transaction. `work` throws {@link NotFound} when the account has no
 * such thing: that is a success when it had one and deleted it (domain.md, "More readings"), else it is
 * thrown on.
 */
export async function deleteOnce(
  db: Db,
  accountId: number,
  { kind, id }: { kind: Kind; id: number },
  work: (trx: Db) => Promise<void>,
): Promise<void> {
  try {
    await transact(db, async (trx) => {
      await work(trx);
      await sql`
        insert into deleted_ids (account_id, kind, id) values (${accountId}, ${kind}, ${id})
        on conflict do nothing`.execute(trx);
    });
  } catch (error) {
    if (!(error instanceof NotFound) || !(await wasDeleted(db, accountId, kind, id))) throw error;
  }
}

async function wasDeleted(db: Db, accountId: number, kind: Kind, id: number): Promise<boolean> {
  const row = await first(
    db,
    sql`select 1 from deleted_ids where account_id = ${accountId} and kind = ${kind} and id = ${id}`,
  );
  return row !== undefined;
}
