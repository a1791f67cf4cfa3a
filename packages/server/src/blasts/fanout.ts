/**
 * The fan-out: a blast's audience becomes rows of messages, a chunk of contact ids at a time, each in one
 * statement and one transaction with the chunks of work that the pump leases. A crash goes on at the next
 * chunk.
 */

import { addRollups, BLOCK_BITS, queueingBlast } from '../messages/index.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
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
  const { audience, blastId, channelId, cursor, total } = fanOut;
  const { accountId } = audience;
  const firstId = alignedId(reservedId);
  const upTo = await endOfChunk(trx, audience, cursor, size);
  const queued = await insertMessages(trx, fanOut, { after: cursor, upTo }, firstId, now);
  if (queued > 0)
    await sql`
      insert into send_chunks (account_id, blast_id, channel_id, first_message_id, last_message_id, due_at, paused)
      -- No further than the rows: the ids behind them are another blast's.
      select ${accountId}, ${blastId}, ${channelId}, start,
        least(start + ${MESSAGES_A_LEASE * IDS_PER_CONTACT}::bigint, ${firstId + queued * IDS_PER_CONTACT}::bigint) - 1,
        coalesce(${fanOut.dueAt}::timestamptz, 'infinity'), ${fanOut.paused}
      from generate_series(${firstId}::bigint, ${firstId + (queued - 1) * IDS_PER_CONTACT}::bigint,
        ${MESSAGES_A_LEASE * IDS_PER_CONTACT}::bigint) as start`.execute(trx);
  await sql`
    update blasts set cursor_contact_id = ${upTo}, total = total + ${queued}::int, queued = queued + ${queued}::int
    where account_id = ${accountId} and id = ${blastId}`.execute(trx);
  if (queued > 0)
    await addRollups(trx, accountId, blastId, { firstId, people: queued, step: IDS_PER_CONTACT });
  return { cursor: upTo, total: total + queued, complete: upTo === ALL_QUEUED };
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
  const queue = {
    accountId,
    blastId,
    channelId,
    campaignIds,
    total,
    firstId,
    idsPerContact: IDS_PER_CONTACT,
  };
  const isBlasted =
    audience.earlierBlasts.length > 0
      ? sql`c.id in (select blasted.id from (${blastedIds(audience, range)}) blasted)`
      : sql`false`;
  // Each contact is judged once, in the order of the review's counts. Materialized, and "in" as a value
  // instead of a join: then ids are always looked up in a hash table. The planner, which knows nothing yet of
  // tables that were just filled, would compare each with each.
  const row = await first(
    trx,
    sql<{ queued: number }>`
      with listed as materialized (${listedIds(audience, range)}),
      judged as materialized (
        select c.id, case
          when (${meetsFilters(audience)}) is not true then 'filtered'
          when c.opted_out then 'opted-out'
          when ${isBlasted} then 'already-blasted' end as reason
        from contacts c
        where c.account_id = ${accountId} ${inRange('c.id', range)} and (c.id in (select listed.id from listed)) is true
      ),
      ${queueingBlast(queue, now)},
      left_out as (
        insert into blast_exclusions (account_id, blast_id, after_contact_id, reason, people, contact_ids)
        select ${accountId}, ${blastId}, ${range.after}, reason, count(*), array_agg(id order by id)
        from judged where reason is not null group by reason
      )
      select count(*) as queued from judged where reason is null`,
  );
  return row?.queued ?? 0;
}
