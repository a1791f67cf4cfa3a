/** Settling messages that nobody can know about: by a person's decision, never by ourselves. */

import { CompiledQuery } from 'kysely';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { type CountedBlast, countMoves, publishBlast } from './blast-counts.ts';
import { fedMoves, MOVED } from './fed-moves.ts';
import { refundMessages } from './refunds.ts';
import { idsOfUnconfirmed, SETTLED, type UnconfirmedFilter } from './unconfirmed.ts';

export type Decision = 'sent' | 'not-sent' | 'again';

const WORDS: Record<Decision, string> = {
  sent: 'marked as sent by hand',
  'not-sent': 'marked as not sent by hand',
  again: 'sent again by hand',
};
const STATUS: Record<Decision, string> = { sent: 'sent', 'not-sent': 'failed', again: 'queued' };

/**
 * `$1` the account, `$2` ids, `$3` the new status, `$4` the reason, `$5` now, `$6` the user, `$7` the
 * decision.
 */
const settle = (fed: string) => `
  with doubtful as (
    select id from messages where account_id = $1 and id = any($2::bigint[]) and status = 'unknown' order by id for update
  ),
  moved as (
    update messages m set status = $3::message_status, reason = $4,
      settled_at = case when $3 = 'failed' then $5::timestamptz end,
      sent_at = case when $3 = 'queued' then null else m.sent_at end,
      held_until = case when $3 = 'queued' then $5::timestamptz else m.held_until end
    from doubtful where m.account_id = $1 and m.id = doubtful.id
    returning ${MOVED}, 'unknown'::message_status as was
  ),
  ${SETTLED},
  noted as (
    insert into manual_reconciliations (account_id, message_id, decision, user_id, at)
    select $1, id, $7, $6, $5::timestamptz from moved
  ),
  waiting as (
    insert into outbox (account_id, message_id, channel_id, due_at)
    select $1, id, channel_id, $5::timestamptz from moved where status = 'queued'
    on conflict (account_id, message_id) do update set due_at = excluded.due_at, worker = null, leased_until = null
  ),
  ${countMoves()}${fed}
  select (select coalesce(array_agg(id), '{}') from moved) as moved, counted.* from (select 1) one left join counted on true`;

/**
 * Settles what is still in doubt among the messages; answers how many that were. `not-sent` gives the credits
 * back. `again` is the only way on which such a message goes out once more, through the same last gate as any
 * other.
 * @throws Refusal for `again` while the message's blast still sends: the blast itself may be looking into it.
 */
export async function reconcileMessages(
  services: Services,
  accountId: number,
  userId: number,
  messageIds: readonly number[],
  decision: Decision,
): Promise<number> {
  const now = services.clock.now();
  const found = await transact(services.db, async (trx) => {
    if (decision === 'again') await requireOver(trx, accountId, messageIds);
    const { rows: answered } = await trx.executeQuery<CountedBlast & { moved: number[] }>(
      CompiledQuery.raw(settle(fedMoves(trx, accountId)), [
        accountId,
        messageIds,
        STATUS[decision],
        WORDS[decision],
        now,
        userId,
        decision,
      ]),
    );
    const settled = answered[0]?.moved ?? [];
    if (decision === 'not-sent')
      await refundMessages(trx, accountId, settled, { status: 'failed', note: 'not sent, by hand' }, now);
    return answered;
  });
  if (decision === 'again') services.signals.wake('outbox');
  for (const blast of found.filter(({ id }) => id !== null)) publishBlast(services, accountId, blast);
  return found[0]?.moved.length ?? 0;
}

/** Settled in one transaction. */
const PART = 5_000;

/**
 * Settles all that match a filter, a part at a time; `expected` is how many the person was told of.
 * @throws Refusal when there are more by now, and for `again` while one of the blasts still sends.
 */
export async function reconcileMatching(
  services: Services,
  accountId: number,
  filter: UnconfirmedFilter,
  expected: number,
  { userId, decision }: { userId: number; decision: Decision },
): Promise<number> {
  const ids = await idsOfUnconfirmed(services.db, accountId, filter);
  if (ids.length > expected)
    throw new Refusal(
      `There are ${ids.length.toLocaleString('en-US')} by now. Look at the list again, please.`,
    );
  if (decision === 'again') await requireOver(services.db, accountId, ids);
  let settled = 0;
  for (let at = 0; at < ids.length; at += PART)
    settled += await reconcileMessages(services, accountId, userId, ids.slice(at, at + PART), decision);
  return settled;
}

async function requireOver(trx: Db, accountId: number, messageIds: readonly number[]): Promise<void> {
  const open = await first(
    trx,
    sql`
      select 1 from messages m join send_chunks s on s.account_id = ${accountId} and s.blast_id = m.blast_id
      where m.account_id = ${accountId} and m.id = any(${messageIds}::bigint[]) and m.origin = 'blast'
        and m.status = 'unknown' limit 1`,
  );
  if (open) throw new Refusal('This blast is still sending. Resend the message when it’s over.');
}
