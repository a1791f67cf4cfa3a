/** A file of numbers to suppress: every number in it is opted out, whoever it is. */

import { toE164 } from '@parley/rules/phone.ts';
import { parse } from 'csv-parse';
import { noteAct } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import { Malformed, Refusal } from '../platform/errors.ts';
import { BodyError } from '../platform/http/form.ts';
import type { Context, UploadedFile } from '../platform/http/handler.ts';
import { readCarrierLog } from './carrier-log.ts';
import { optOutNumbers } from './numbers.ts';

/** Numbers a transaction: a large file must not lock every contact at once. */
const BATCH = 2_000;
const PROBLEMS = 100;

export type Suppressed = {
  added: number;
  known: number;
  invalid: number;
  problems: { row: number; value: string }[];
  /** Of a carrier's log: texts of other contents, and those that a person should read. */
  others: number;
  doubtful: { row: number; value: string }[];
};

/** Opts out whoever wrote STOP, or the like, last in a carrier's log. */
export async function suppressStopped(context: Context, file: UploadedFile): Promise<Suppressed> {
  const { stopped, ...rest } = await readCarrierLog(readCells(file));
  if (file.isTruncated()) throw new BodyError(413, 'The file is too large.', 'file');
  let added = 0;
  const all = [...stopped];
  for (let at = 0; at < all.length; at += BATCH)
    added += await storeBatch(context, new Map(all.slice(at, at + BATCH)), file.name);
  return { ...rest, added, known: all.length - added };
}

/** Reads the first column that holds a number in each row; a first row without one is the header. */
export async function suppressNumbers(context: Context, file: UploadedFile): Promise<Suppressed> {
  const result: Suppressed = { added: 0, known: 0, invalid: 0, problems: [], others: 0, doubtful: [] };
  let batch = new Map<string, string>();
  let row = 0;
  const store = async () => {
    const stored = batch;
    batch = new Map();
    const added = await storeBatch(context, stored, file.name);
    result.added += added;
    result.known += stored.size - added;
  };
  for await (const cells of readCells(file)) {
    row += 1;
    const phone = phoneIn(cells);
    if (phone) batch.set(phone, '');
    else if (row > 1) {
      result.invalid += 1;
      if (result.problems.length < PROBLEMS)
        result.problems.push({ row, value: cells.join(', ').slice(0, 640) });
    }
    if (batch.size >= BATCH) await store();
  }
  if (file.isTruncated()) throw new BodyError(413, 'The file is too large.', 'file');
  if (batch.size > 0) await store();
  if (result.added + result.known === 0) throw new Refusal('There is no phone number in this file.', 'file');
  return result;
}

async function* readCells(file: UploadedFile): AsyncGenerator<string[]> {
  const parser = file.stream.pipe(
    parse({
      relax_column_count: true,
      skip_empty_lines: true,
      bom: true,
      trim: true,
      relax_quotes: true,
      delimiter: [',', ';', '\t'],
    }),
  );
  file.stream.on('error', (error) => parser.destroy(error));
  try {
    for await (const cells of parser) yield cells as string[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw new Malformed('file', 'This is not a CSV file of phone numbers.');
    throw error;
  }
}

function phoneIn(cells: readonly string[]): string | null {
  for (const cell of cells) {
    const phone = toE164(cell);
    if (phone) return phone;
  }
  return null;
}

/** `batch`: what each number wrote, where that is known. */
function storeBatch(context: Context, batch: ReadonlyMap<string, string>, fileName: string): Promise<number> {
  const { db, accountId, caller, clock } = context;
  const facts = { source: 'upload', note: fileName.slice(0, 255), userId: caller.userId };
  return transact(db, async (trx) => {
    const phones = [...batch.keys()];
    const added = (await optOutNumbers(trx, accountId, phones, { ...facts, words: batch }, clock.now())).size;
    const detail = `${phones.length.toLocaleString('en-US')} numbers, ${added.toLocaleString('en-US')} of them new`;
    await noteAct(trx, context, { act: 'opt-outs-uploaded', detail });
    return added;
  });
}
