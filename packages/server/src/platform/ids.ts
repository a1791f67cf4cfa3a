import { type Db, first, sql } from './db/database.ts';

/**
 * Hands out message ids from blocks reserved in the database: unique over all processes, one round trip per
 * block.
 */
export type MessageIds = {
  /** One id. */
  next: () => Promise<number>;
  /** `count` ids in a row; answers the first. */
  reserve: (count: number) => Promise<number>;
};

const BLOCK = 1_000;

/**
 * Ids are asked for inside transactions, so `db` must have a connection that no transaction can hold: on the
 * common pool, a dozen transactions that wait for a block would leave none to reserve it with.
 */
export function createMessageIds(db: Db): MessageIds {
  let from = 0;
  let end = 0;
  let filling: Promise<void> | null = null;

  async function reserve(count: number): Promise<number> {
    const row = await first(
      db,
      sql<{ first: number }>`
        update id_blocks set next_id = next_id + ${count} where name = 'messages' returning next_id - ${count} as first`,
    );
    if (!row) throw new Error('The table id_blocks has lost its row.');
    return row.first;
  }

  async function refill(): Promise<void> {
    from = await reserve(BLOCK);
    end = from + BLOCK;
  }

  return {
    reserve,
    async next() {
      while (from >= end) {
        filling ??= refill().finally(() => {
          filling = null;
        });
        await filling;
      }
      from += 1;
      return from - 1;
    },
  };
}

/** More than any installation sends between a backup and the day it is put back. */
const LEFT_OUT = 1_000_000_000;

/**
 * Leaves out ids that may have been used after a backup was made: a carrier takes a message with a known one
 * for a repetition.
 */
export async function leaveOutIds(trx: Db): Promise<void> {
  await sql`update id_blocks set next_id = next_id + ${LEFT_OUT}`.execute(trx);
}
