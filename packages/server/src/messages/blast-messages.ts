/** The messages of a blast, until they are handed over: queued by its fan-out, made ready by the pump. */
import { changed, type Db, first, sql } from '../platform/db/database.ts';
import { BLOCK_BITS } from './status-rollup.ts';
import { numberColumn, textColumn, timeColumn } from './unnest-columns.ts';

export type BlastQueue = {
  accountId: number;
  blastId: number;
  channelId: number;
  /** Contacts take turns among them (A/B). */
  campaignIds: readonly number[];
  /** How many contacts are queued already. */
  total: number;
  /** The id of the next contact's message; each contact owns `idsPerContact` ids. */
  firstId: number;
  idsPerContact: number;
};

/**
 * Queues the first message of each of these contacts (an array as PostgreSQL writes it), in their order. The
 * account's own row says on which machine they go.
 */
export async function queueBlast(trx: Db, queue: BlastQueue, contactIds: string, now: Date): Promise<void> {
  const { accountId, blastId, channelId, campaignIds, total, firstId, idsPerContact } = queue;
  const campaign =
    campaignIds.length === 1
      ? sql`${campaignIds[0]}::bigint`
      : sql`(${campaignIds}::bigint[])[(given.place - 1 + ${total}) % ${campaignIds.length} + 1]`;
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, created_at)
    select a.id, ${firstId}::bigint + (given.place - 1) * ${sql.lit(idsPerContact)}, ${channelId}, given.contact_id,
      ${campaign}, ${blastId}, 'blast', 'queued', ${now}
    from accounts a, unnest(${contactIds}::bigint[]) with ordinality as given (contact_id, place)
    where a.id = ${accountId}`.execute(trx);
}

/** A row of a blast that was made ready: its new state. */
export type PreparedMessage = {
  id: number;
  seq: number;
  phone: string;
  status: 'sending' | 'skipped' | 'held';
  reason: string | null;
  heldUntil: Date | null;
  stepId: number | null;
  body: string | null;
  media: string | null;
  credits: number;
  segments: number;
};

/**
 * The last gate: nothing becomes 'sending' to a number that is opted out at this very moment. Answers how
 * many rows it wrote. The account comes with the given rows, so that they are looked up by their keys: of an
 * account's first blast the planner knows no rows yet, and would read all of them for each one.
 */
export async function storePrepared(
  trx: Db,
  accountId: number,
  prepared: readonly PreparedMessage[],
  now: Date,
): Promise<number> {
  const numbers = (pick: (each: PreparedMessage) => number | null) => numberColumn(prepared.map(pick));
  const texts = (pick: (each: PreparedMessage) => string | null) => textColumn(prepared.map(pick));
  return changed(
    trx,
    sql`
    with given as materialized (
      select each.*
      from unnest(
        ${numbers((each) => each.id)}, ${texts((each) => each.status)}::message_status[],
        ${texts((each) => each.reason)}, ${numbers((each) => each.stepId)},
        ${texts((each) => each.body)}, ${texts((each) => each.media)},
        ${numbers((each) => each.credits)}, ${numbers((each) => each.segments)},
        ${timeColumn(prepared.map((each) => each.heldUntil))}, ${texts((each) => each.phone)}
      ) as each (id, status, reason, step_id, body, media, credits, segments, held_until, phone)
      left join suppressions o on o.account_id = ${accountId} and o.phone = each.phone
      where each.status <> 'sending' or o.phone is null
    )
    update messages m set status = given.status, reason = given.reason, body = given.body, media = given.media,
      step_id = coalesce(given.step_id, m.step_id), credits = greatest(m.credits, given.credits),
      segments = given.segments, held_until = coalesce(given.held_until, m.held_until),
      sent_at = case when given.status = 'held' then m.sent_at else coalesce(m.sent_at, ${now}) end,
      settled_at = case when given.status = 'skipped' then ${now}::timestamptz end
    from given where m.account_id = ${accountId} and m.id = given.id and m.status in ('queued', 'held')`,
  );
}

/** A further message of a contact's opening, right behind the first one. */
export type FurtherMessage = {
  id: number;
  seq: number;
  channelId: number;
  contactId: number;
  campaignId: number | null;
  stepId: number | null;
  body: string;
  media: string | null;
  credits: number;
  segments: number;
};

/** Stores further messages of a blast's openings, in 'sending'. */
export async function storeFurther(
  trx: Db,
  accountId: number,
  blastId: number,
  messages: readonly FurtherMessage[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return;
  const column = <T>(pick: (message: FurtherMessage) => T) => messages.map(pick);
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, seq, step_id, origin, status, body,
      media, credits, segments, created_at, sent_at)
    select ${accountId}, given.id, given.channel_id, given.contact_id, given.campaign_id, ${blastId}, given.seq,
      given.step_id, 'blast', 'sending', given.body, given.media, given.credits, given.segments, ${now}::timestamptz,
      ${now}::timestamptz
    from unnest(
      ${column(({ id }) => id)}::bigint[], ${column(({ channelId }) => channelId)}::bigint[],
      ${column(({ contactId }) => contactId)}::bigint[], ${column(({ campaignId }) => campaignId)}::bigint[],
      ${column(({ seq }) => seq)}::smallint[], ${column(({ stepId }) => stepId)}::bigint[],
      ${column(({ body }) => body)}::text[], ${column(({ media }) => media)}::text[],
      ${column(({ credits }) => credits)}::smallint[], ${column(({ segments }) => segments)}::smallint[]
    ) as given (id, channel_id, contact_id, campaign_id, seq, step_id, body, media, credits, segments)`.execute(
    trx,
  );
}

/**
 * Takes away what a blast queued within a range of ids and never made ready, and marks its blocks as changed.
 * The caller holds the lock of the blast's row and takes what is answered off its counters.
 */
export async function deleteQueued(
  trx: Db,
  accountId: number,
  blastId: number,
  { firstMessage, lastMessage }: { firstMessage: number; lastMessage: number },
): Promise<{ queued: number; skipped: number }> {
  const gone = await first(
    trx,
    sql<{ queued: number; skipped: number }>`
      with touched as (
        update blast_status_rollups set version = version + 1
        where account_id = ${accountId} and blast_id = ${blastId}
          and block between ${firstMessage}::bigint >> ${sql.lit(BLOCK_BITS)} and ${lastMessage}::bigint >> ${sql.lit(BLOCK_BITS)}
      ), gone as (
        delete from messages where account_id = ${accountId} and id between ${firstMessage} and ${lastMessage}
          and blast_id = ${blastId} and origin = 'blast' and status in ('queued', 'skipped')
        returning status
      )
      select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'skipped') as skipped
      from gone`,
  );
  return gone ?? { queued: 0, skipped: 0 };
}
