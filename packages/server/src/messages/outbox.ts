/** The outbox: single messages that wait to be sent, claimed in rounds under a lease. SQL alone. */
import type { RawBuilder } from 'kysely';
import { numberArray } from '../platform/db/arrays.ts';
import { changed, type Db, rows, sql } from '../platform/db/database.ts';
import { claimEach } from '../platform/db/leases.ts';
import type { Statement } from '../platform/db/statement.ts';
import { pausedUntil } from '../policy/index.ts';
import type { SubmitResult } from './submit-results.ts';

/** Claimed at once. */
export const OUTBOX_ROUND = 200;
/** A dead worker's chunk is taken over after this; a living one renews its lease long before. */
export const LEASE_MS = 15_000;

export const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);

export type StoredMessage = {
  id: number;
  contactId: number;
  body: string | null;
  media: string | null;
  segments: number;
  firstTry: Date | null;
  phone: string;
  /** Or erased: nothing may go there. */
  optedOut: boolean;
};

export type Outgoing = StoredMessage & {
  status: string;
  origin: string;
  credits: number;
  /** Since when it could have gone. */
  waitsSince: Date;
  tags: Record<string, string>;
  timeZone: string | null;
  /** Nobody has a number here any more. */
  isErased: boolean;
  /** They want nothing for now but answers to their own texts. */
  isPaused: boolean;
};

export type ClaimedMessage = {
  accountId: number;
  channelId: number;
  messageId: number;
  /** It answers the person's own text. */
  reply: boolean;
  abandoned: boolean;
  /** False: it was claimed and never handed over. Null: not written down, so it may have been. */
  handed: boolean | null;
  /** How long the channel tries. */
  timeToLiveMinutes: number | null;
  message: Outgoing | null;
};

type ClaimedRow = Omit<ClaimedMessage, 'message'> & { [K in keyof Outgoing]: Outgoing[K] | null };

/**
 * Leases what is due, a claim of more than one as not handed over yet, but for channels whose bind another
 * process holds and for what this process works on (`mine`: the names of its claims, whose leases a jump of
 * the clock may have ended), and reads the messages in the same trip.
 */
export async function claimOutbox(
  db: Db,
  worker: string,
  mine: readonly string[],
  elsewhere: readonly number[],
  now: Date,
): Promise<ClaimedMessage[]> {
  const isDue = sql`due_at <= ${now} and (leased_until is null or leased_until <= ${now})
    and channel_id <> all(${elsewhere}::bigint[]) and (worker is null or worker <> all(${mine}::text[]))`;
  const found = await rows(
    db,
    sql<{ accountId: number; id: number }>`
      select account_id as "accountId", message_id as id from outbox
      where ${isDue} order by due_at, message_id limit ${sql.raw(String(OUTBOX_ROUND))}`,
  );
  const claimed = await claimEach(db, found, (on, accountId, theirs) => {
    const ids = theirs.map(({ id }) => id);
    return leaseMessages(on, { accountId, ids, isDue }, worker, now);
  });
  return claimed.map((row) => {
    const { accountId, channelId, messageId, reply, abandoned, handed, timeToLiveMinutes, ...message } = row;
    const lease = { accountId, channelId, messageId, reply, abandoned, handed, timeToLiveMinutes };
    return { ...lease, message: message.id === null ? null : (message as Outgoing) };
  });
}

/** Not waiting for the disk: a lease that a crash of the database forgets has sent nothing yet. */
const leaseMessages = (
  db: Db,
  { accountId, ids, isDue }: { accountId: number; ids: readonly number[]; isDue: RawBuilder<unknown> },
  worker: string,
  now: Date,
): Promise<ClaimedRow[]> =>
  rows(
    db,
    sql<ClaimedRow>`
      with due as materialized (
        select message_id, worker is not null as abandoned from outbox
        where account_id = ${accountId} and message_id = any(${ids}::bigint[]) and ${isDue}
        order by message_id for update skip locked
      ),
      leased as (
        update outbox o set worker = ${worker}, leased_until = ${leaseEnd(now)},
          submitted = case when due.abandoned then o.submitted
            when (select count(*) from due) > 1 then false end
        from due where o.account_id = ${accountId} and o.message_id = due.message_id
        returning o.account_id, o.channel_id, o.message_id, o.reply, due.abandoned, o.submitted as handed
      )
      select l.account_id as "accountId", l.channel_id as "channelId", l.message_id as "messageId", l.reply, l.abandoned, l.handed,
        h.time_to_live_minutes as "timeToLiveMinutes", m.id, m.contact_id as "contactId", m.body, m.media, m.segments,
        m.sent_at as "firstTry", c.phone, c.tags, c.time_zone as "timeZone", o.phone is not null or c.erased_at is not null as "optedOut",
        c.erased_at is not null as "isErased", ${pausedUntil(accountId, now)} is not null as "isPaused", m.status,
        m.origin, m.credits, coalesce(m.held_until, m.created_at) as "waitsSince"
      from leased l
      cross join (select set_config('synchronous_commit', 'off', true)) as quick
      left join channels h on h.account_id = ${accountId} and h.id = l.channel_id
      left join messages m on m.account_id = ${accountId} and m.id = l.message_id
      left join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      left join suppressions o on o.account_id = ${accountId} and o.phone = c.phone
      order by l.message_id`,
  );

/**
 * Ends the leases of a claim, on one channel or all: whoever takes the messages over looks into what was in
 * hand.
 */
export async function dropOutboxClaim(
  db: Db,
  worker: string,
  now: Date,
  channelId: number | null,
): Promise<void> {
  await sql`
    update outbox set leased_until = ${now}
    where worker = ${worker} and (${channelId}::bigint is null or channel_id = ${channelId})`.execute(db);
}

/** Renews the leases of what is still ours; false when nothing is. */
export async function renewOutboxLeases(
  db: Db,
  worker: string,
  members: readonly ClaimedMessage[],
  now: Date,
): Promise<boolean> {
  const [{ accountId }] = members as [ClaimedMessage];
  const renewed = await changed(
    db,
    sql`
      update outbox set leased_until = ${leaseEnd(now)}
      where account_id = ${accountId} and message_id = any(${members.map((each) => each.messageId)}::bigint[])
        and worker = ${worker}`,
  );
  return renewed > 0;
}

/**
 * Writes down, before messages of a large claim are handed over, that they are: should this process die, the
 * others are not in doubt. False: some are another worker's now, and nothing may be handed over.
 */
export function noteOutboxSubmission(
  db: Db,
  worker: string,
  accountId: number,
  ids: readonly number[],
): Statement<boolean> {
  const text = sql`
    update outbox set submitted = true
    where account_id = ${accountId} and message_id = any(${numberArray(ids)}::bigint[]) and worker = ${worker}
    returning message_id`;
  return { query: text.compile(db), read: (noted) => noted.length === ids.length };
}

/** Takes what is still ours out of the outbox; answers their ids. */
export async function removeOurs(
  trx: Db,
  worker: string,
  accountId: number,
  done: readonly SubmitResult[],
): Promise<number[]> {
  if (done.length === 0) return [];
  const found = await rows(
    trx,
    sql<{ id: number }>`
      delete from outbox
      where account_id = ${accountId} and message_id = any(${done.map((each) => each.messageId)}::bigint[])
        and worker = ${worker}
      returning message_id as id`,
  );
  return found.map(({ id }) => id);
}

export async function removeFromOutbox(trx: Db, accountId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from outbox where account_id = ${accountId} and message_id = any(${ids}::bigint[])`.execute(
    trx,
  );
}

/** Lets what is still ours wait for its next try; answers their ids. */
export async function giveBackToOutbox(
  trx: Db,
  worker: string,
  accountId: number,
  back: readonly SubmitResult[],
  now: Date,
): Promise<number[]> {
  if (back.length === 0) return [];
  const dueAt = back.map(({ outcome }) => new Date(now.getTime() + outcome.retryAfterMs));
  const found = await rows(
    trx,
    sql<{ id: number }>`
      update outbox o set worker = null, leased_until = null, due_at = given.due_at, submitted = null
      from unnest(${back.map((each) => each.messageId)}::bigint[], ${dueAt}::timestamptz[]) as given (id, due_at)
      where o.account_id = ${accountId} and o.message_id = given.id and o.worker = ${worker}
      returning o.message_id as id`,
  );
  return found.map(({ id }) => id);
}

/** Takes what was skipped of a contact's messages out of the outbox. */
export async function removeSkipped(trx: Db, accountId: number, contactId: number): Promise<void> {
  await sql`
    delete from outbox o using messages m
    where o.account_id = ${accountId} and m.account_id = ${accountId} and m.id = o.message_id
      and m.contact_id = ${contactId} and m.status = 'skipped'`.execute(trx);
}
