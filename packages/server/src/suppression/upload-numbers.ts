/** A file of numbers to suppress: every number in it is opted out, whoever it is. */

import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { readListedPhone } from '@parley/rules/listed-phone.ts';
import type { CountryCode } from '@parley/rules/phone.ts';
import { optOutWordsOf } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { type Row, readRows, sniffDelimiter } from '../platform/csv-file.ts';
import { importPath, removeUpload, storeUpload } from '../platform/csv-upload.ts';
import { transact } from '../platform/db/database.ts';
import { Malformed, Refusal } from '../platform/errors.ts';
import type { Context, UploadedFile } from '../platform/http/handler.ts';
import { readCarrierLog } from './carrier-log.ts';
import { optOutNumbers } from './opt-out-numbers.ts';

/** Numbers a transaction: a large file must not lock every contact at once. */
const BATCH = 2_000;
const PROBLEMS = 100;
/** Digits of the shortest numbers of the world. */
const LEAST_DIGITS = 7;

export type Suppressed = {
  added: number;
  known: number;
  invalid: number;
  problems: { row: number; value: string }[];
  /** Of a carrier's log: texts of other contents, and those that a person should read. */
  others: number;
  doubtful: { row: number; value: string }[];
};

/**
 * Opts out whoever wrote STOP, or the like, last in a carrier's log. The file is read to its end before
 * anything is stored.
 */
export async function suppressStopped(
  context: Context,
  file: UploadedFile,
  country: CountryCode,
): Promise<Suppressed> {
  const words = await optOutWordsOf(context.db, context.accountId);
  const { stopped, ...rest } = await withRows(context, file, (rows) => readCarrierLog(rows, country, words));
  return { ...rest, ...(await storeAll(context, stopped, file.name)) };
}

/**
 * Reads the first cell that holds a number in each row; a first row without one is the header. The file is
 * read to its end before anything is stored.
 */
export async function suppressNumbers(
  context: Context,
  file: UploadedFile,
  country: CountryCode,
): Promise<Suppressed> {
  const phones = new Map<string, string>();
  let invalid = 0;
  const problems: Suppressed['problems'] = [];
  await withRows(context, file, async (rows) => {
    let mayBeHeader = true;
    for await (const { row, cells, fault } of rows) {
      const phone = fault === undefined ? phoneIn(cells, country) : null;
      if (phone !== null) phones.set(phone, '');
      else if (!mayBeHeader || fault !== undefined) {
        invalid += 1;
        if (problems.length < PROBLEMS) problems.push({ row, value: cells.join(', ').slice(0, 640) });
      }
      mayBeHeader = false;
    }
  });
  if (phones.size === 0) throw new Refusal('There are no phone numbers in this file.', 'file');
  return { ...(await storeAll(context, phones, file.name)), invalid, problems, others: 0, doubtful: [] };
}

/** Keeps the file while it is read. @throws Malformed for one of too many rows. */
async function withRows<R>(
  { config }: Context,
  file: UploadedFile,
  read: (rows: AsyncIterable<Row>) => Promise<R>,
): Promise<R> {
  const storedAs = await storeUpload(config.dataDir, file);
  const path = importPath(config.dataDir, storedAs);
  try {
    return await read(limitedRows(path, await sniffDelimiter(path)));
  } finally {
    await removeUpload(config.dataDir, storedAs);
  }
}

async function* limitedRows(path: string, delimiter: string): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of readRows(path, delimiter)) {
    count += 1;
    if (count > COUNT_LIMITS.importRows + 1) {
      const limit = COUNT_LIMITS.importRows.toLocaleString('en-US');
      throw new Malformed('file', `The file has more than ${limit} rows. Split it and upload the parts.`);
    }
    yield row;
  }
}

function phoneIn(cells: readonly string[], country: CountryCode): string | null {
  for (const cell of cells) {
    const phone = cell.replace(/\D/g, '').length < LEAST_DIGITS ? null : readListedPhone(cell, country);
    if (phone) return phone;
  }
  return null;
}

/** `phones`: what each number wrote, where that is known. */
async function storeAll(
  context: Context,
  phones: ReadonlyMap<string, string>,
  fileName: string,
): Promise<{ added: number; known: number }> {
  const all = [...phones];
  let added = 0;
  for (let at = 0; at < all.length; at += BATCH)
    added += await storeBatch(context, new Map(all.slice(at, at + BATCH)), fileName);
  return { added, known: all.length - added };
}

function storeBatch(context: Context, batch: ReadonlyMap<string, string>, fileName: string): Promise<number> {
  const { db, accountId, caller, clock } = context;
  const facts = { source: 'upload', note: fileName.slice(0, 255), userId: caller.userId };
  return transact(db, async (trx) => {
    const phones = [...batch.keys()];
    const added = (await optOutNumbers(trx, accountId, phones, { ...facts, words: batch }, clock.now())).size;
    const detail = `${phones.length.toLocaleString('en-US')} numbers, ${added.toLocaleString('en-US')} of them new`;
    await recordAuditEvent(trx, context, { act: 'opt-outs-uploaded', detail });
    return added;
  });
}
