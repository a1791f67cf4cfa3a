/**
 * What people did after a blast reached them: the newest blast that they got within {@link ANSWER_DAYS} days
 * has the credit.
 */

import type { RawBuilder } from 'kysely';
import type { Writer } from '../conversation/index.ts';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { type Statement, writing } from '../platform/db/statement.ts';
import type { NewOptOut } from '../suppression/index.ts';

/** After these days a text is no answer to a blast any more. */
export const ANSWER_DAYS = 7;
/** A blast's rows are made when it starts; some wait for their hours. */
const ROW_DAYS = ANSWER_DAYS + 7;

/**
 * Counts those who answer a blast for the first time, whether a conversation waited for them or not: one
 * statement for a group of texts.
 */
export function replyCounting(db: Db, accountId: number, writers: readonly Writer[]): Statement<void> | null {
  if (writers.length === 0) return null;
  return writing(db, counting(accountId, writers, sql.ref('replied'), sql`i.kind <> 'stop'`));
}

/**
 * Counts those whom a blast made opt out; who does so again, after a START, counts once. Who opted out
 * through a channel may have answered a blast; a call or an upload did not.
 */
export async function countOptOuts(
  trx: Db,
  accountId: number,
  optOuts: readonly NewOptOut[],
  at: Date,
): Promise<void> {
  const people = optOuts.flatMap(({ contactId, channelId }) =>
    contactId === null || channelId === null ? [] : [{ contactId, at }],
  );
  if (people.length > 0)
    await counting(accountId, people, sql.ref('opted_out'), sql`i.kind = 'stop'`).execute(trx);
}

/**
 * `before`: a text `i` of this kind since the blast means that the person is counted already. What was
 * written before the blast went out, and is only looked at afterwards, answers an earlier one.
 */
function counting(
  accountId: number,
  people: readonly Writer[],
  counter: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
) {
  const given = sql`unnest(${numberArray(people.map(({ contactId }) => contactId))}::bigint[],
    ${textArray(people.map(({ at }) => at.toISOString()))}::timestamptz[])`;
  return sql`
    with newest as (
      select m.blast_id, count(*) as people
      from ${given} as each (contact_id, at)
      cross join lateral (
        select blast_id, coalesce(sent_at, created_at) as sent from messages
        where account_id = ${accountId} and contact_id = each.contact_id and origin = 'blast' and seq = 0
          and created_at > each.at - ${`${ROW_DAYS} days`}::interval and status not in ('queued', 'held', 'skipped')
          and coalesce(sent_at, created_at) <= each.at
        order by created_at desc, id desc limit 1
      ) m
      where m.sent > each.at - ${`${ANSWER_DAYS} days`}::interval and not exists (
        select from inbound_messages i where i.account_id = ${accountId} and i.contact_id = each.contact_id
          and i.at >= m.sent and i.at < each.at and ${before}
      )
      group by m.blast_id
    )
    update blasts b set ${counter} = b.${counter} + newest.people
    from newest where b.account_id = ${accountId} and b.id = newest.blast_id`;
}
