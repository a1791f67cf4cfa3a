import { type Db, rows, sql } from '../platform/db/database.ts';

/** The texts that went out to a number, or wait to, oldest first. */
export async function textsTo(db: Db, accountId: number, phone: string): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ body: string }>`
      select m.body from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and c.phone = ${phone} and m.status <> 'skipped' order by m.id`,
  );
  return found.map((row) => row.body);
}
