/** The language that a campaign or own template is written in. */
import { changed, type Db, first, sql } from '../platform/db/database.ts';

/** Whose language is meant. */
export type Written = { accountId: number; id: number; isTemplate: boolean };

/** Its code; null when the account has none of that id. */
export async function findLanguage(db: Db, { accountId, id, isTemplate }: Written): Promise<string | null> {
  const row = await first(
    db,
    sql<{ language: string }>`
      select language from campaigns where account_id = ${accountId} and id = ${id} and is_template = ${isTemplate}`,
  );
  return row?.language ?? null;
}

/**
 * Whether it could be stored: not when a step has translations into that language, which would then have two
 * texts in it.
 */
export async function setLanguage(
  db: Db,
  { accountId, id, isTemplate }: Written,
  language: string,
): Promise<boolean> {
  const count = await changed(
    db,
    sql`
      update campaigns set language = ${language}
      where account_id = ${accountId} and id = ${id} and is_template = ${isTemplate} and not exists (
        select from steps s where s.account_id = ${accountId} and s.campaign_id = ${id}
          and s.step -> 'translations' ? ${language})`,
  );
  return count === 1;
}
