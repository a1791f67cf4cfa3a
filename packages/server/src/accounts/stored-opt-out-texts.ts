/** The words of an account's own that opt out, and its own answers to STOP, HELP and START. */
import type { AccountContact, OwnReplies } from '@parley/rules/reserved-replies.ts';
import { type Db, first, sql } from '../platform/db/database.ts';

export type OptOutTexts = AccountContact & {
  /** In the form in which texts are compared (`optOutWordOf`). */
  words: string[];
  replies: OwnReplies;
};

/** `locked`: until the transaction ends. */
export async function optOutTextsOf(
  db: Db,
  accountId: number,
  lock: 'locked' | 'read' = 'read',
): Promise<OptOutTexts> {
  const found = await first(
    db,
    sql<OptOutTexts>`
      select name, contact_info as "contactInfo", opt_out_words as words, reserved_replies as replies
      from accounts where id = ${accountId} ${lock === 'locked' ? sql`for no key update` : sql``}`,
  );
  if (!found) throw new Error(`There is no account ${accountId}.`);
  return found;
}

/** Further words that opt out. */
export async function optOutWordsOf(db: Db, accountId: number): Promise<string[]> {
  const row = await first(
    db,
    sql<{ words: string[] }>`select opt_out_words as words from accounts where id = ${accountId}`,
  );
  return row?.words ?? [];
}

export async function storeOptOutTexts(
  db: Db,
  accountId: number,
  { words, replies }: Pick<OptOutTexts, 'words' | 'replies'>,
): Promise<void> {
  await sql`
    update accounts set opt_out_words = ${words}::text[], reserved_replies = ${JSON.stringify(replies)}::jsonb
    where id = ${accountId}`.execute(db);
}
