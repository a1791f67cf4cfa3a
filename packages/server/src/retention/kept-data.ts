/**
 * Each room that owns tables which grow with time brings its part (`keptData`): how many rows of a kind are
 * older than an account keeps them, and how they go, slice by slice.
 */
import type { DataKind } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import { type Db, first, sql } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';

/** Rows that go at once: a transaction of a moment. */
export const SLICE = 5_000;

/**
 * What goes of an account: what is from before `before`. `from`: what is earlier has gone already, but for
 * what may have come late; null: nothing has. `walked`: where a walk by ids is.
 */
export type Old = { accountId: number; before: Date; from: Date | null; walked: unknown };

export type KeptData = {
  kind: DataKind;
  /** Of the table: unique among all parts. */
  part: string;
  /** How many go, counted up to `most`. */
  count: (db: Db, old: Old, most: number) => Promise<number>;
  /** Lets a slice go, inside a transaction. `walked` is given to the next one. */
  forget: (trx: Db, old: Old) => Promise<{ more: boolean; walked?: unknown }>;
};

export const keptData = createHook<KeptData>('keptData');

/** Rows of one table that go as a whole. `rows`: those that are too old, with the columns of their key. */
export function goingRows(part: {
  kind: DataKind;
  table: string;
  /** Of its primary key, beside the account. */
  key: readonly [string, ...string[]];
  rows: (old: Old) => RawBuilder<unknown>;
}): KeptData {
  const { kind, table, key, rows } = part;
  const same = sql.join(
    key.map((column) => sql`t.${sql.ref(column)} = old.${sql.ref(column)}`),
    sql` and `,
  );
  return {
    kind,
    part: table,
    count: (db, old, most) => countUpTo(db, rows(old), most),
    async forget(trx, old) {
      const row = await first(
        trx,
        sql<{ count: number }>`
          with old as materialized (${rows(old)} limit ${sql.lit(SLICE)}), gone as (
            delete from ${sql.table(table)} t using old where t.account_id = ${old.accountId} and ${same}
          )
          select count(*) as count from old`,
      );
      return { more: row?.count === SLICE };
    },
  };
}

/** How many rows a select finds, up to `most`. */
export async function countUpTo(db: Db, rows: RawBuilder<unknown>, most: number): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`select count(*) as count from (${rows} limit ${most}) as found`,
  );
  return row?.count ?? 0;
}
