/**
 * What became of a blast's people, by blocks of message ids: so that neither its reasons nor a page of the
 * people behind one need a look at all of its messages. Whoever changes first messages of a blast marks their
 * blocks as changed, in the same transaction and under the lock of the blast's row; the blocks are counted
 * here, a little later. Until then readers count the changed ones themselves.
 */
import type { RawBuilder } from 'kysely';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';

/** Message ids of a block, as a power of two. */
export const BLOCK_BITS = 17;

/**
 * A CTE `touched` over CTEs `moved` (with id, blast_id, origin and seq) and `counted`, which holds the locks
 * of the blasts' rows; `$1` is the account.
 */
export const TOUCH_MOVED = `
  touched as (
    update blast_status_rollups k set version = k.version + 1
    from (
      select distinct m.blast_id, m.id >> ${BLOCK_BITS} as block from moved m join counted on counted.id = m.blast_id
      where m.origin = 'blast' and m.seq = 0
    ) t
    where k.account_id = $1 and k.blast_id = t.blast_id and k.block = t.block
  )`;

/** Marks the blocks of messages of a blast as changed. The caller holds the lock of the blast's row. */
export async function invalidateRollup(
  trx: Db,
  accountId: number,
  blastId: number,
  messageIds: readonly number[],
): Promise<void> {
  const blocks = [...new Set(messageIds.map(blockOf))];
  await sql`
    update blast_status_rollups set version = version + 1
    where account_id = ${accountId} and blast_id = ${blastId} and block = any(${blocks}::bigint[])`.execute(
    trx,
  );
}

/**
 * Like {@link invalidateRollup} for single messages of whichever blasts: those that were sent once more by
 * hand.
 */
export async function invalidateRollupOf(
  trx: Db,
  accountId: number,
  messageIds: readonly number[],
): Promise<void> {
  await sql`
    with changed as materialized (
      select distinct m.blast_id, m.id >> ${sql.lit(BLOCK_BITS)} as block from messages m
      where m.account_id = ${accountId} and m.id = any(${messageIds}::bigint[]) and m.origin = 'blast' and m.seq = 0
    ), locked as materialized (
      select b.id from blasts b
      where b.account_id = ${accountId} and b.id in (select blast_id from changed) order by b.id for update
    )
    update blast_status_rollups k set version = k.version + 1
    from changed c join locked on locked.id = c.blast_id
    where k.account_id = ${accountId} and k.blast_id = c.blast_id and k.block = c.block`.execute(trx);
}

/** Ids are larger than what JavaScript shifts. */
const blockOf = (messageId: number) => Math.floor(messageId / 2 ** BLOCK_BITS);

/**
 * Begins the blocks of new messages that wait: `people` of them, the ids `step` apart. The caller holds the
 * lock of the blast's row.
 */
export async function addRollups(
  trx: Db,
  accountId: number,
  blastId: number,
  { firstId, people, step }: { firstId: number; people: number; step: number },
): Promise<void> {
  await sql`
    insert into blast_status_rollups as k (account_id, blast_id, block, counted_version, counts)
    select a.id, ${blastId}, given.id >> ${sql.lit(BLOCK_BITS)}, 1,
      jsonb_build_array(jsonb_build_object('status', 'queued', 'reason', '', 'code', '', 'people', count(*)))
    from accounts a,
      generate_series(${firstId}::bigint, ${firstId + (people - 1) * step}::bigint, ${step}::bigint) as given (id)
    where a.id = ${accountId}
    group by a.id, given.id >> ${sql.lit(BLOCK_BITS)}
    on conflict (account_id, blast_id, block) do update set version = k.version + 1`.execute(trx);
}

/** Takes all blocks of a blast away: its people are found anew. */
export async function deleteRollups(trx: Db, accountId: number, blastId: number): Promise<void> {
  await sql`delete from blast_status_rollups where account_id = ${accountId} and blast_id = ${blastId}`.execute(
    trx,
  );
}

/**
 * Why a message is where it is. A carrier that has it and can't tell more may give a code; what is on its way
 * here has none yet.
 */
export const reasonColumns = sql`
  coalesce(m.reason, '') as reason,
  case when m.status in ('delivered', 'queued', 'sending') then '' else coalesce(m.carrier_code, '') end as code`;

/** The first messages `m` of block `k`, looked up by their ids. */
export const messagesOf = (accountId: number): RawBuilder<unknown> => sql`
  messages m
  where m.account_id = ${accountId} and m.id >= k.block << ${sql.lit(BLOCK_BITS)} and m.id < (k.block + 1) << ${sql.lit(BLOCK_BITS)}
    and m.blast_id = k.blast_id and m.origin = 'blast' and m.seq = 0`;

/** The counts of block `k`, as its column `counts` has them. */
const countNow = (accountId: number) => sql`
  select coalesce(jsonb_agg(to_jsonb(each)), '[]') as counts from (
    select m.status, m.reason, m.code, count(*) as people
    from (select m.status, ${reasonColumns} from ${messagesOf(accountId)} offset 0) m
    group by m.status, m.reason, m.code
  ) each`;

/** Rows of (block, status, reason, code, people): a blast, counted as it is at this moment. */
export const countedPeople = (accountId: number, blastId: number): RawBuilder<unknown> => sql`
  select k.block, each.status, each.reason, each.code, each.people
  from (
    select block, counts from blast_status_rollups k
    where k.account_id = ${accountId} and k.blast_id = ${blastId} and k.version = k.counted_version
    union all
    select k.block, fresh.counts from blast_status_rollups k cross join lateral (${countNow(accountId)}) fresh
    where k.account_id = ${accountId} and k.blast_id = ${blastId} and k.version <> k.counted_version
  ) k
  cross join lateral jsonb_to_recordset(k.counts) as each (status text, reason text, code text, people bigint)`;

/** Blocks that one round counts: some 260,000 people, a tenth of a second. */
const ROUND = 200;
const PAUSE_MS = 10_000;

/** Counts changed blocks of all accounts from time to time. */
export function startBlockCounts(services: Services): Background {
  return startLoop({
    name: 'counts of blasts',
    log: services.log,
    pauseMs: PAUSE_MS,
    once: async () => (await countChanged(services.db)) === ROUND,
  });
}

type Changed = { accountId: number; blastId: number; block: number; version: number; counts: unknown };

/**
 * Counts up to {@link ROUND} changed blocks and answers how many it looked at. What was changed again
 * meanwhile stays for the next time. It waits for nobody: a block that is being changed is passed over.
 */
export async function countChanged(db: Db): Promise<number> {
  const changed = await rows(
    db,
    sql<{ accountId: number; blastId: number; block: number }>`
      select account_id as "accountId", blast_id as "blastId", block from blast_status_rollups
      where version <> counted_version limit ${ROUND}`,
  );
  for (const [accountId, blocks] of Map.groupBy(changed, (each) => each.accountId))
    await countBlocks(db, accountId, blocks);
  return changed.length;
}

async function countBlocks(
  db: Db,
  accountId: number,
  blocks: readonly { blastId: number; block: number }[],
): Promise<void> {
  const counted = await rows(
    db,
    sql<Changed>`
      select k.blast_id as "blastId", k.block, k.version, fresh.counts
      from unnest(${blocks.map(({ blastId }) => blastId)}::bigint[], ${blocks.map(({ block }) => block)}::bigint[])
        as given (blast_id, block)
      join blast_status_rollups k on k.account_id = ${accountId} and k.blast_id = given.blast_id and k.block = given.block
      cross join lateral (${countNow(accountId)}) fresh`,
  );
  await sql`
    with free as materialized (
      select k.blast_id, k.block, given.version, given.counts
      from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        as given ("blastId" bigint, block bigint, version bigint, counts jsonb)
      join blast_status_rollups k on k.account_id = ${accountId} and k.blast_id = given."blastId" and k.block = given.block
        and k.version = given.version
      for update of k skip locked
    )
    update blast_status_rollups k set counted_version = free.version, counts = free.counts
    from free where k.account_id = ${accountId} and k.blast_id = free.blast_id and k.block = free.block`.execute(
    db,
  );
}
