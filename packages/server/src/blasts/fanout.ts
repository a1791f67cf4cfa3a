/**
 * The fan-out: a blast's audience becomes rows of messages, a chunk of contact ids at a time, each in one
 * transaction with the chunks of work that the pump leases. A crash goes on at the next chunk.
 */

import { addRollups, BLOCK_BITS, queueBlast } from '../messages/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { type Audience, blastedIds, inRange, listedIds, meetsFilters, type Range } from './audience.ts';

/** Members of lists a chunk. */
export const CHUNK = 20_000;
/** The first chunk is small, so that the first message leaves at once. */
export const FIRST_CHUNK = 2_000;
/**
 * Several batches, so that one is made ready while another goes out; few enough for several workers to share
 * a blast.
 */
const MESSAGES_A_LEASE = 2_500;
/** Where the cursor of a blast stands once all its people are queued: above every id. */
export const ALL_QUEUED = Number.MAX_SAFE_INTEGER;

export type FanOut = {
  blastId: number;
  channelId: number;
  audience: Audience;
  /** All members up to here are queued. */
  cursor: number;
  /** How many are queued: A/B campaigns take turns. */
  total: number;
  /** Null: what is queued only stands for a scheduled blast, and never goes out itself. */
  dueAt: Date | null;
  paused: boolean;
};

export type Step = { cursor: number; total: number; complete: boolean };

/**
 * Ids that each contact of a blast owns: its row has the first, further messages of the opening have the
 * following.
 */
export const IDS_PER_CONTACT = 100;

/** Ids that a chunk of so many members may need. */
export const idsFor = (size: number) => size * IDS_PER_CONTACT + 2 * 2 ** BLOCK_BITS;

/** No block of a blast's counts has ids of other messages: they begin with a block. */
const alignedId = (id: number) => Math.ceil(id / 2 ** BLOCK_BITS) * 2 ** BLOCK_BITS;

/**
 * Queues the next members, about `size` of them. `reservedId`: the first of `idsFor(size)` reserved message
 * ids. The caller holds the lock on the blast's row.
 */
export async function fanOutChunk(
  trx: Db,
  fanOut: FanOut,
  size: number,
  reservedId: number,
  now: Date,
): Promise<Step> {
  const { audience, blastId, cursor, total } = fanOut;
  const { accountId } = audience;
  const firstId = alignedId(reservedId);
  const upTo = await endOfChunk(trx, audience, cursor, size);
  const queued = await insertMessages(trx, fanOut, { after: cursor, upTo }, firstId, now);
  if (queued > 0) await insertChunks(trx, fanOut, firstId, queued);
  await sql`
    update blasts set cursor_contact_id = ${upTo}, total = total + ${queued}::int, queued = queued + ${queued}::int
    where account_id = ${accountId} and id = ${blastId}`.execute(trx);
  if (queued > 0)
    await addRollups(trx, accountId, blastId, { firstId, people: queued, step: IDS_PER_CONTACT });
  return { cursor: upTo, total: total + queued, complete: upTo === ALL_QUEUED };
}

/**
 * The chunks of work for so many contacts. As rows of values: what is selected together with an id of the
 * table's own goes through Citus' coordinator, and is committed in two phases.
 */
async function insertChunks(trx: Db, fanOut: FanOut, firstId: number, queued: number): Promise<void> {
  const { audience, blastId, channelId, dueAt, paused } = fanOut;
  // No further than the rows: the ids behind them are another blast's.
  const end = firstId + queued * IDS_PER_CONTACT;
  const ids = MESSAGES_A_LEASE * IDS_PER_CONTACT;
  const starts = Array.from({ length: Math.ceil((end - firstId) / ids) }, (_, n) => firstId + n * ids);
  const due = sql`coalesce(${dueAt}::timestamptz, 'infinity')`;
  const chunks = starts.map(
    (start) =>
      sql`(${audience.accountId}, ${blastId}, ${channelId}, ${start}, ${Math.min(start + ids, end) - 1}, ${due}, ${paused})`,
  );
  await sql`
    insert into send_chunks (account_id, blast_id, channel_id, first_message_id, last_message_id, due_at, paused)
    values ${sql.join(chunks)}`.execute(trx);
}

/**
 * The contact id up to which no list has more than its share of the chunk; without lists, so many contacts
 * further on.
 */
async function endOfChunk(trx: Db, audience: Audience, cursor: number, size: number): Promise<number> {
  const { accountId, listIds } = audience;
  if (listIds.length === 0) return endOfContacts(trx, accountId, cursor, size);
  const share = Math.max(1, Math.floor(size / listIds.length));
  const row = await first(
    trx,
    sql<{ upTo: number | null }>`
      select min(last.contact_id) as "upTo"
      from unnest(${listIds}::bigint[]) as list (id)
      cross join lateral (
        select l.contact_id from list_members l
        where l.account_id = ${accountId} and l.list_id = list.id and l.contact_id > ${cursor}
        order by l.contact_id offset ${share - 1} limit 1
      ) last`,
  );
  return row?.upTo ?? ALL_QUEUED;
}

async function endOfContacts(trx: Db, accountId: number, cursor: number, size: number): Promise<number> {
  const row = await first(
    trx,
    sql<{ upTo: number }>`
      select c.id as "upTo" from contacts c where c.account_id = ${accountId} and c.id > ${cursor}
      order by c.id offset ${size - 1} limit 1`,
  );
  return row?.upTo ?? ALL_QUEUED;
}

async function insertMessages(
  trx: Db,
  { audience, blastId, channelId, total }: FanOut,
  range: Range,
  firstId: number,
  now: Date,
): Promise<number> {
  const { accountId, campaignIds } = audience;
  const judged = await judge(trx, audience, range);
  const leftOut = judged.filter(({ reason }) => reason !== null);
  if (leftOut.length > 0)
    await sql`
      insert into blast_exclusions (account_id, blast_id, after_contact_id, reason, people, contact_ids)
      values ${sql.join(
        leftOut.map(
          ({ reason, people, contactIds }) =>
            sql`(${accountId}, ${blastId}, ${range.after}, ${reason}, ${people}, ${contactIds}::bigint[])`,
        ),
      )}`.execute(trx);
  const reached = judged.find(({ reason }) => reason === null);
  if (!reached) return 0;
  const queue = {
    accountId,
    blastId,
    channelId,
    campaignIds,
    total,
    firstId,
    idsPerContact: IDS_PER_CONTACT,
  };
  await queueBlast(trx, queue, reached.contactIds, now);
  return reached.people;
}

/** Contacts who have one reason against them; null: none. */
type Judged = { reason: string | null; people: number; contactIds: string };

/**
 * Judges each contact once, in the order of the review's counts; the ids as PostgreSQL writes an array: they
 * only pass through here. A statement that reads and one that writes each run whole on the machine that has
 * the account; Citus would carry the rows of one that does both through its coordinator.
 */
async function judge(trx: Db, audience: Audience, range: Range): Promise<Judged[]> {
  const isBlasted =
    audience.earlierBlasts.length > 0
      ? sql`c.id in (select blasted.id from (${blastedIds(audience, range)}) blasted)`
      : sql`false`;
  // Materialized, and "in" as a value instead of a join: then ids are always looked up in a hash table. The
  // planner, which knows nothing yet of tables that were just filled, would compare each with each.
  return rows(
    trx,
    sql<Judged>`
      with listed as materialized (${listedIds(audience, range)})
      select judged.reason, count(*) as people, array_agg(judged.id order by judged.id)::text as "contactIds"
      from (
        select c.id, case
          when (${meetsFilters(audience)}) is not true then 'filtered'
          when c.opted_out then 'opted-out'
          when ${isBlasted} then 'already-blasted' end as reason
        from contacts c
        where c.account_id = ${audience.accountId} ${inRange('c.id', range)}
          and (c.id in (select listed.id from listed)) is true
      ) judged
      group by judged.reason`,
  );
}
