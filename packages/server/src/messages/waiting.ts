/**
 * Messages that wait: on to 'sending', held for longer, or at an end without having been sent. Blasts make
 * theirs ready in `blast-messages.ts`.
 */
import { CompiledQuery, type RawBuilder } from 'kysely';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { type CountedBlast, countMoves } from './blast-counts.ts';
import { fedMoves, MOVED } from './fed-moves.ts';
import { refundMessages } from './refunds.ts';
import { invalidateRollupOf } from './status-rollup.ts';

/** Why a message that waited is never sent: what it is then, the reason that is shown, the ledger's note. */
const ENDINGS = {
  expired: {
    status: 'expired',
    reason: 'It waited longer than its time to live.',
    note: 'not sent within its time to live',
  },
  'opted-out': { status: 'skipped', reason: 'opted-out', note: 'opted out before it was sent' },
  erased: { status: 'skipped', reason: 'erased', note: 'the person was erased before it was sent' },
  paused: { status: 'skipped', reason: 'paused', note: 'the person paused texts' },
  cancelled: { status: 'skipped', reason: 'cancelled', note: 'cancelled before it was sent' },
} as const;
export type Ending = keyof typeof ENDINGS;

/** `$1` the account, `$2` ids, `$3` the new status, `$4` why, `$5` now. */
const end = (fed: string) => `
  with moved as (
    update messages m set status = $3::message_status, reason = $4, settled_at = $5
    from (select id, status from messages where account_id = $1 and id = any($2::bigint[]) order by id for update) old
    where m.account_id = $1 and m.id = old.id and old.status in ('queued', 'held')
    returning ${MOVED}, old.status as was, m.credits
  ),
  ${countMoves()}${fed}
  select (select coalesce(array_agg(id), '{}') from moved where credits > 0) as paid, counted.*
  from (select 1) one left join counted on true`;

/**
 * Ends messages that still wait, without sending them: what they cost comes back. Needs a transaction.
 * Answers the blasts that were counted.
 */
export async function endWaiting(
  trx: Db,
  accountId: number,
  messageIds: readonly number[],
  ending: Ending,
  now: Date,
): Promise<CountedBlast[]> {
  if (messageIds.length === 0) return [];
  const { status, reason, note } = ENDINGS[ending];
  const { rows: found } = await trx.executeQuery<CountedBlast & { paid: number[] }>(
    CompiledQuery.raw(end(fedMoves(trx, accountId)), [accountId, messageIds, status, reason, now]),
  );
  await refundMessages(trx, accountId, found[0]?.paid ?? [], { status, note }, now);
  return found.filter(({ id }) => id !== null);
}

/** The ids of messages in a range that have one of these states. */
export async function idsWaiting(
  trx: Db,
  accountId: number,
  { firstMessage, lastMessage }: { firstMessage: number; lastMessage: number },
  statuses: readonly ('queued' | 'held')[],
): Promise<number[]> {
  const found = await first(
    trx,
    sql<{ ids: number[] }>`
      select coalesce(array_agg(id), '{}') as ids from messages
      where account_id = ${accountId} and id between ${firstMessage} and ${lastMessage}
        and status = any(${statuses}::message_status[])`,
  );
  return found?.ids ?? [];
}

/** `free`: it may go to an opted-out number, too. */
export type Passing = { id: number; phone: string; free: boolean };

/**
 * Commits single messages as 'sending' and answers their ids: whoever opted out since they were read is not
 * among them. Nor is what was held meanwhile (for hours, for credits) to somebody who opted out since it was
 * written and came back: its conversation is over. The question for a YES still holds. `db` may keep
 * statements prepared.
 */
export async function markSending(
  db: Db,
  accountId: number,
  messages: readonly Passing[],
  now: Date,
): Promise<Set<number>> {
  if (messages.length === 0) return new Set();
  const sending = await rows(
    db,
    sql<{ id: number }>`
      with given as materialized (
        select * from unnest(
          ${messages.map((each) => each.id)}::bigint[], ${messages.map((each) => each.phone)}::text[],
          ${messages.map((each) => each.free)}::boolean[]
        ) as each (id, phone, free)
      )
      update messages m set status = 'sending', reason = null, sent_at = coalesce(m.sent_at, ${now})
      from given
      where m.account_id = ${accountId} and m.id = given.id and m.status in ('queued', 'held')
        and (given.free or not exists (
          select 1 from suppressions o where o.account_id = ${accountId} and o.phone = given.phone))
        and (m.held_until is null or m.origin = 'system' or not exists (
          select 1 from consents s where s.account_id = ${accountId} and s.phone = given.phone
            and s.kind = 'opt-out' and s.at > m.created_at))
      returning m.id`,
  );
  return new Set(sending.map((row) => row.id));
}

/** Lets single messages wait until a moment, for a reason; they stay in the outbox. */
export async function holdWaiting(
  trx: Db,
  accountId: number,
  holds: readonly { id: number; until: Date; reason: string }[],
): Promise<void> {
  if (holds.length === 0) return;
  const ids = holds.map(({ id }) => id);
  const until = holds.map((each) => each.until);
  await sql`
    update messages m set status = 'held', reason = given.reason, held_until = given.until
    from unnest(${ids}::bigint[], ${holds.map(({ reason }) => reason)}::text[], ${until}::timestamptz[])
      as given (id, reason, until)
    where m.account_id = ${accountId} and m.id = given.id and m.status in ('queued', 'held')`.execute(trx);
  await invalidateRollupOf(trx, accountId, ids);
  await sql`
    update outbox o set due_at = given.until, worker = null, leased_until = null
    from unnest(${ids}::bigint[], ${until}::timestamptz[]) as given (id, until)
    where o.account_id = ${accountId} and o.message_id = given.id`.execute(trx);
}

/** The hours of its channel, or the person's own time, hold a message `m`. */
const isHeldByHours = sql`m.status = 'held' and m.reason in ('quiet-hours', 'local-time')`;

/** Message `m` waits for its next try: the carrier refused it, is busy, or the channel's day is full. */
const waitsForTry = sql`m.status in ('queued', 'held') and (${isHeldByHours}) is not true`;

/** What holds messages back on their way: the hours of their channel, or the channel itself. */
export type Hold = 'hours' | 'line';
const HELD_BY: Record<Hold, RawBuilder<unknown>> = { hours: isHeldByHours, line: waitsForTry };

/** What holds single messages of a channel back is looked at anew at a moment. Needs a transaction. */
export async function judgeSingleAnew(
  trx: Db,
  accountId: number,
  { channelId, hold }: { channelId: number; hold: Hold },
  at: Date,
): Promise<void> {
  const isTheirs = sql`
    m.account_id = ${accountId} and o.account_id = ${accountId} and o.channel_id = ${channelId}
    and m.id = o.message_id and ${HELD_BY[hold]}`;
  await sql`
    update outbox o set due_at = ${at} from messages m
    where ${isTheirs} and o.due_at >= ${at} and o.worker is null`.execute(trx);
  await sql`
    update messages m set held_until = ${at} from outbox o
    where ${isTheirs} and m.status = 'held' and m.held_until > ${at}`.execute(trx);
}

/** The same of messages of blasts, by ranges of their ids. */
export async function judgeRangesAnew(
  trx: Db,
  accountId: number,
  { ranges, hold }: { ranges: readonly { firstMessage: number; lastMessage: number }[]; hold: Hold },
  at: Date,
): Promise<void> {
  if (ranges.length === 0) return;
  await sql`
    update messages m set held_until = ${at}
    from unnest(
      ${ranges.map((range) => range.firstMessage)}::bigint[], ${ranges.map((range) => range.lastMessage)}::bigint[]
    ) as given (first_message, last_message)
    where m.account_id = ${accountId} and m.id between given.first_message and given.last_message
      and m.status = 'held' and m.held_until > ${at} and ${HELD_BY[hold]}`.execute(trx);
}
