/** The words of an account's own that opt out, and its own answers to STOP, HELP and START. */
import type { AccountContact, OwnReplies } from '@parley/rules/reserved-replies.ts';
import type { RawBuilder } from 'kysely';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

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

/** Further words that opt out on a channel: those of the account and its own. 0: on any channel. */
export async function optOutWordsOf(db: Db, accountId: number, channelId = 0): Promise<string[]> {
  const row = await first(
    db,
    sql<{ words: string[] }>`select ${allOptOutWords(accountId, channelId)} as words`,
  );
  return row?.words ?? [];
}

/** The same for several channels at once, by channel. */
export async function optOutWordsByChannel(
  db: Db,
  accountId: number,
  channelIds: readonly number[],
): Promise<Map<number, string[]>> {
  const found = await rows(
    db,
    sql<{ id: number; words: string[] }>`
      select given.id, ${allOptOutWords(accountId, sql`given.id`)} as words
      from unnest(${channelIds}::bigint[]) as given (id)`,
  );
  return new Map(found.map(({ id, words }) => [id, words]));
}

/** {@link optOutWordsOf} as a piece of SQL: an array of text. */
export const allOptOutWords = (accountId: number, channelId: number | RawBuilder<unknown> = 0) => sql`array(
  select unnest(a.opt_out_words) from accounts a where a.id = ${accountId}
  union
  select unnest(ch.opt_out_words) from channels ch
  where ch.account_id = ${accountId} and ${channelId}::bigint in (0, ch.id) and ch.deleted_at is null
)`;

export async function storeOptOutTexts(
  db: Db,
  accountId: number,
  { words, replies }: Pick<OptOutTexts, 'words' | 'replies'>,
): Promise<void> {
  await sql`
    update accounts set opt_out_words = ${words}::text[], reserved_replies = ${JSON.stringify(replies)}::jsonb
    where id = ${accountId}`.execute(db);
}
