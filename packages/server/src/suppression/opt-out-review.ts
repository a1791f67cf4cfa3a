/**
 * Texts that may be opt-outs: kept when they come in, decided by a person. All SQL that writes
 * opt_out_reviews.
 */
import { type Db, first, sql } from '../platform/db/database.ts';
import { recordOptOuts } from './store.ts';

export type ReviewItem = {
  channelId: number;
  contactId: number;
  phone: string;
  text: string;
  /** The words that gave rise to the doubt. */
  matched: string;
  at: Date;
};

export async function storeForReview(
  trx: Db,
  accountId: number,
  texts: readonly ReviewItem[],
): Promise<void> {
  if (texts.length === 0) return;
  await sql`
    insert into opt_out_reviews (account_id, channel_id, contact_id, phone, body, matched, at)
    select ${accountId}, given.* from unnest(
      ${texts.map((each) => each.channelId)}::bigint[], ${texts.map((each) => each.contactId)}::bigint[],
      ${texts.map((each) => each.phone)}::text[], ${texts.map((each) => each.text)}::text[],
      ${texts.map((each) => each.matched)}::text[], ${texts.map((each) => each.at)}::timestamptz[]
    ) as given`.execute(trx);
}

/**
 * Decides a text; an opt-out holds from now on. Deciding again changes nothing. False: there is no such text.
 * Needs a transaction.
 */
export async function decideReview(
  trx: Db,
  accountId: number,
  id: number,
  { decision, userId }: { decision: 'opt-out' | 'not-opt-out'; userId: number },
  now: Date,
): Promise<boolean> {
  const text = await first(
    trx,
    sql<{ channelId: number; contactId: number; phone: string; words: string; decided: boolean }>`
      select channel_id as "channelId", contact_id as "contactId", phone, body as words, decision is not null as decided
      from opt_out_reviews where account_id = ${accountId} and id = ${id} for update`,
  );
  if (!text) return false;
  if (text.decided) return true;
  await sql`
    update opt_out_reviews set decision = ${decision}, decided_at = ${now}, user_id = ${userId}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  const { decided: _, ...person } = text;
  if (decision === 'opt-out')
    await recordOptOuts(trx, accountId, [{ ...person, source: 'review', userId }], now);
  return true;
}
