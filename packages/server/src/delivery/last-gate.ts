/**
 * The gate of single messages, the last thing before a carrier hears of them: opt-outs in the very statement that commits 'sending',
 * quiet hours just before. What does not pass is recorded with its reason. Blasts have the same gate in `prepare-blast.ts`.
 */
import { gateRules, holdOf } from '../gate/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { refundCredits } from './credits.ts';
import type { StoredMessage } from './recover.ts';

export type Outgoing = StoredMessage & {
  status: string;
  origin: string;
  credits: number;
  /** Since when it could have gone. */
  waitsSince: Date;
  tags: Record<string, string>;
  timeZone: string | null;
};

/** Answers to STOP, START and HELP, and sign-in codes: they go to an opted-out number too. */
const isFree = ({ origin, credits }: Outgoing) => origin === 'system' && credits === 0;

/**
 * Commits as 'sending' what may go, and answers it. `replies`: ids that answer the person's own text, quiet hours do not hold them. What
 * is held stays in the outbox until its time; the ids to be taken out of the outbox are for the caller. Needs a transaction.
 */
export async function passGate(
  trx: Db,
  services: Services,
  accountId: number,
  channelId: number,
  waiting: readonly Outgoing[],
  replies: ReadonlySet<number>,
  now: Date,
): Promise<{ ready: Outgoing[]; held: ReadonlySet<number> }> {
  if (waiting.length === 0) return { ready: [], held: new Set() };
  const rules = await gateRules({ db: trx, pool: services.pool }, accountId, channelId);
  const allowed = waiting.filter((message) => !message.optedOut || isFree(message));
  const holds = allowed.flatMap((message) => {
    const hold = replies.has(message.id) ? null : holdOf(rules, message, now, null);
    return hold ? [{ id: message.id, ...hold }] : [];
  });
  const held = new Set(holds.map(({ id }) => id));
  const passed = await commit(
    trx,
    accountId,
    allowed.filter(({ id }) => !held.has(id)),
    now,
  );
  await skip(
    trx,
    accountId,
    waiting.filter(({ id }) => !held.has(id) && !passed.has(id)),
    now,
  );
  await hold(trx, accountId, holds);
  return { ready: waiting.filter(({ id }) => passed.has(id)), held };
}

/** Whoever opted out since the messages were read is not in it any more. */
async function commit(
  trx: Db,
  accountId: number,
  messages: readonly Outgoing[],
  now: Date,
): Promise<Set<number>> {
  if (messages.length === 0) return new Set();
  const sending = await rows(
    trx,
    sql<{ id: number }>`
      update messages m set status = 'sending', reason = null, sent_at = coalesce(m.sent_at, ${now})
      from unnest(
        ${messages.map((each) => each.id)}::bigint[], ${messages.map((each) => each.phone)}::text[],
        ${messages.map(isFree)}::boolean[]
      ) as given (id, phone, free)
      where m.account_id = ${accountId} and m.id = given.id and m.status in ('queued', 'held')
        and (given.free or not exists (
          select from opt_outs o where o.account_id = ${accountId} and o.phone = given.phone))
      returning m.id`,
  );
  return new Set(sending.map((row) => row.id));
}

/** Skips messages to numbers that opted out after they were queued; what they cost comes back. */
async function skip(trx: Db, accountId: number, messages: readonly Outgoing[], now: Date): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    update messages set status = 'skipped', reason = 'opted-out', credits = 0, settled_at = ${now}
    where account_id = ${accountId} and id = any(${messages.map((each) => each.id)}::bigint[])
      and status in ('queued', 'held')`.execute(trx);
  const credits = messages.reduce((sum, message) => sum + message.credits, 0);
  await refundCredits(trx, accountId, credits, messages.length, 'opted out before it was sent', now);
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
  await sql`
    update outbox o set due_at = given.until, worker = null, leased_until = null
    from unnest(${ids}::bigint[], ${until}::timestamptz[]) as given (id, until)
    where o.account_id = ${accountId} and o.message_id = given.id`.execute(trx);
}
