/**
 * The gate of single messages, the last thing before a carrier hears of them: opt-outs in the very statement
 * that commits 'sending', quiet hours just before. What does not pass is recorded with its reason. Blasts
 * have the same gate in `prepare-blast.ts`.
 */

import { CompiledQuery } from 'kysely';
import { COUNT_MOVES, invalidateRollupOf, type Outgoing, refundMessages } from '../messages/index.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { deferralOf, sendPolicyOf } from '../policy/index.ts';

/** Answers to STOP, START and HELP, and sign-in codes: they go to an opted-out number too. */
const isFree = ({ origin, credits }: Outgoing) => origin === 'system' && credits === 0;

/**
 * Commits as 'sending' what may go, and answers it. `replies`: ids that answer the person's own text, quiet
 * hours do not hold them. What is held stays in the outbox until its time; the ids to be taken out of the
 * outbox are for the caller. Not within a transaction: what passes is committed when this answers, in one
 * statement; so is what does not pass. `db` may keep statements prepared.
 */
export async function checkPolicy(
  db: Db,
  services: Services,
  accountId: number,
  channelId: number,
  waiting: readonly Outgoing[],
  replies: ReadonlySet<number>,
  now: Date,
): Promise<{ ready: Outgoing[]; held: ReadonlySet<number> }> {
  if (waiting.length === 0) return { ready: [], held: new Set() };
  const rules = await sendPolicyOf(services, accountId, channelId);
  const allowed = waiting.filter((message) => !message.isErased && (!message.optedOut || isFree(message)));
  const holds = allowed.flatMap((message) => {
    const hold = replies.has(message.id) ? null : deferralOf(rules, message, now, null);
    return hold ? [{ id: message.id, ...hold }] : [];
  });
  const held = new Set(holds.map(({ id }) => id));
  const passed = await commit(
    db,
    accountId,
    allowed.filter(({ id }) => !held.has(id)),
    now,
  );
  const stopped = waiting.filter(({ id }) => !held.has(id) && !passed.has(id));
  if (stopped.length + holds.length > 0)
    await transact(services.db, async (trx) => {
      const { erased = [], rest = [] } = Object.groupBy(stopped, ({ isErased }) =>
        isErased ? 'erased' : 'rest',
      );
      await skip(trx, accountId, rest, 'opted-out', now);
      await skip(trx, accountId, erased, 'erased', now);
      await hold(trx, accountId, holds);
    });
  return { ready: waiting.filter(({ id }) => passed.has(id)), held };
}

/** Whoever opted out since the messages were read is not in it any more. */
async function commit(
  db: Db,
  accountId: number,
  messages: readonly Outgoing[],
  now: Date,
): Promise<Set<number>> {
  if (messages.length === 0) return new Set();
  const sending = await rows(
    db,
    sql<{ id: number }>`
      with given as materialized (
        select ${accountId}::bigint as account_id, each.*
        from unnest(
          ${messages.map((each) => each.id)}::bigint[], ${messages.map((each) => each.phone)}::text[],
          ${messages.map(isFree)}::boolean[]
        ) as each (id, phone, free)
      )
      update messages m set status = 'sending', reason = null, sent_at = coalesce(m.sent_at, ${now})
      from given
      where m.account_id = given.account_id and m.id = given.id and m.status in ('queued', 'held')
        and (given.free or not exists (
          select from suppressions o where o.account_id = given.account_id and o.phone = given.phone))
      returning m.id`,
  );
  return new Set(sending.map((row) => row.id));
}

const REFUND_NOTES = {
  'opted-out': 'opted out before it was sent',
  erased: 'the person was erased before it was sent',
};

/** `$1` the account, `$2` ids, `$3` now, `$4` why. */
const SKIP = `
  with moved as (
    update messages m set status = 'skipped', reason = $4, settled_at = $3
    from (select id, status from messages where account_id = $1 and id = any($2::bigint[]) order by id for update) old
    where m.account_id = $1 and m.id = old.id and old.status in ('queued', 'held')
    returning m.id, m.blast_id, m.origin, m.seq, old.status as was, m.status
  ),
  ${COUNT_MOVES}
  select 1`;

/**
 * Skips messages to numbers that opted out, or people who were erased, after they were queued; what they cost
 * comes back.
 */
export async function skip(
  trx: Db,
  accountId: number,
  messages: readonly { id: number }[],
  reason: 'opted-out' | 'erased',
  now: Date,
): Promise<void> {
  if (messages.length === 0) return;
  const ids = messages.map((each) => each.id);
  await trx.executeQuery(CompiledQuery.raw(SKIP, [accountId, ids, now, reason]));
  await refundMessages(trx, accountId, ids, 'skipped', REFUND_NOTES[reason], now);
}

async function hold(
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
