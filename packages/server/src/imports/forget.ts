/** Removes uploads that name a person who was erased: with the file goes the list of its rows that were not imported. */
import { existsSync } from 'node:fs';
import { toE164 } from '@parley/rules/phone.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { Malformed } from '../platform/errors.ts';
import type { Services } from '../services.ts';
import { importPath, removeUpload } from './file.ts';
import { readRows } from './read.ts';

type Kept = { state: string; storedAs: string; delimiter: string };

/**
 * Whoever asks for such a file afterwards is told that it is no longer kept. A running import keeps its file until it is through.
 * @returns false when one runs: to be asked again.
 */
export async function forgetInUploads(
  { db, config }: Services,
  accountId: number,
  phone: string,
): Promise<boolean> {
  const kept = (await keptImports(db, accountId)).filter(({ storedAs }) =>
    existsSync(importPath(config.dataDir, storedAs)),
  );
  const resting = kept.filter(({ state }) => state !== 'running');
  for (const { storedAs, delimiter } of resting)
    if (await names(importPath(config.dataDir, storedAs), delimiter, phone))
      await removeUpload(config.dataDir, storedAs);
  return resting.length === kept.length;
}

function keptImports(db: Db, accountId: number): Promise<Kept[]> {
  return rows(
    db,
    sql<Kept>`
      select state, stored_as as "storedAs", delimiter from imports where account_id = ${accountId} order by id`,
  );
}

/** Few cells end like the number; only those are read as one. */
const LAST_DIGITS = 7;

async function names(path: string, delimiter: string, phone: string): Promise<boolean> {
  const end = phone.slice(-LAST_DIGITS);
  const isTheirs = (cell: string) => cell.replace(/\D/g, '').endsWith(end) && toE164(cell) === phone;
  try {
    for await (const { cells } of readRows(path, delimiter)) if (cells.some(isTheirs)) return true;
    return false;
  } catch (error) {
    // What cannot be read to its end may name anybody behind it, and was never of use.
    if (error instanceof Malformed) return true;
    throw error;
  }
}
