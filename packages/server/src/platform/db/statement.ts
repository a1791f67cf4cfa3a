import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** A statement that is ready to go, and what its rows mean: for those that travel together (pipeline.ts). */
export type Statement<T = unknown> = { query: CompiledQuery; read: (rows: readonly unknown[]) => T };

/** A statement whose rows are of no interest. */
export const writing = (db: Db, text: RawBuilder<unknown>): Statement<void> => ({
  query: text.compile(db),
  read: () => undefined,
});

/** Runs one by itself. */
export async function run<T>(db: Db, { query, read }: Statement<T>): Promise<T> {
  return read((await db.executeQuery(query)).rows);
}
