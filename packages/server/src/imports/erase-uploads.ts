/**
 * Removes uploads that name a person who was erased: with the file goes the list of its rows that were not
 * imported.
 */
import { existsSync } from 'node:fs';
import { CSV_LIMITS } from '@parley/rules/limits.ts';
import { readListedPhone, withoutDecimals } from '@parley/rules/listed-phone.ts';
import type { CountryCode } from '@parley/rules/phone.ts';
import { readRows } from '../platform/csv-file.ts';
import { importPath, removeUpload } from '../platform/csv-upload.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';

type Cache = { state: string; storedAs: string; delimiter: string; country: CountryCode };

/**
 * Whoever asks for such a file afterwards is told that it is no longer kept. A running import keeps its file
 * until it is through.
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
  for (const { storedAs, delimiter, country } of resting)
    if (await names(importPath(config.dataDir, storedAs), delimiter, country, phone))
      await removeUpload(config.dataDir, storedAs);
  return resting.length === kept.length;
}

function keptImports(db: Db, accountId: number): Promise<Cache[]> {
  return rows(
    db,
    sql<Cache>`
      select state, stored_as as "storedAs", delimiter, country from imports where account_id = ${accountId} order by id`,
  );
}

/** Few cells end like the number; only those are read as one. */
const LAST_DIGITS = 7;

async function names(path: string, delimiter: string, country: CountryCode, phone: string): Promise<boolean> {
  const end = phone.slice(-LAST_DIGITS);
  const isTheirs = (cell: string) =>
    withoutDecimals(cell.trim()).replace(/\D/g, '').endsWith(end) && readListedPhone(cell, country) === phone;
  // Of a line that cannot be read only the beginning is known.
  const mayName = (line: string) => line.length >= CSV_LIMITS.shown || line.replace(/\D/g, '').includes(end);
  for await (const { cells, fault } of readRows(path, delimiter))
    if (fault === undefined ? cells.some(isTheirs) : cells.some(mayName)) return true;
  return false;
}
