import { type Db, first, sql } from '../platform/db/database.ts';

/** The time zone of an account's clocks and days. */
export async function zoneOf(db: Db, accountId: number): Promise<string> {
  const account = await first(
    db,
    sql<{ zone: string }>`select time_zone as zone from accounts where id = ${accountId}`,
  );
  if (!account) throw new Error(`There is no account ${accountId}.`);
  return account.zone;
}
