/** The uploaded file: taken in only when it is text, kept in the data folder under a name of our own. */
import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { Malformed, Refusal } from '../platform/errors.ts';
import { BodyError } from '../platform/http/form.ts';
import type { UploadedFile } from '../platform/http/handler.ts';

const FIELD = 'file';
const LONGEST_NAME = 200;

export function importPath(dataDir: string, storedAs: string): string {
  return join(dataDir, 'imports', storedAs);
}

/** Stores an upload; what is no UTF-8 text is refused and removed again. Answers the name it is stored under. */
export async function storeUpload(dataDir: string, file: UploadedFile): Promise<string> {
  await mkdir(join(dataDir, 'imports'), { recursive: true, mode: 0o700 });
  const storedAs = `${randomUUID()}.csv`;
  const path = importPath(dataDir, storedAs);
  try {
    await pipeline(file.stream, checkText(), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    if (file.isTruncated())
      throw new BodyError(413, 'The file is too large: at most 50 MB can be imported at once.', FIELD);
  } catch (error) {
    await removeUpload(dataDir, storedAs);
    throw error;
  }
  return storedAs;
}

/** The path of an upload that is still there: files are kept for a while only. */
export function keptUpload(dataDir: string, storedAs: string): string {
  const path = importPath(dataDir, storedAs);
  if (existsSync(path)) return path;
  throw new Refusal('The file is no longer kept. Please upload it again.');
}

export async function removeUpload(dataDir: string, storedAs: string): Promise<void> {
  await rm(importPath(dataDir, storedAs), { force: true });
}

/** Removes files that were stored before a moment; answers how many. */
export async function removeUploadsBefore(dataDir: string, before: Date): Promise<number> {
  const folder = join(dataDir, 'imports');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  for (const name of names) {
    const { mtime } = await stat(join(folder, name));
    if (mtime >= before) continue;
    await removeUpload(dataDir, name);
    removed += 1;
  }
  return removed;
}

/** The name people know the file by, for the screen only: no path, nothing invisible. */
export function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/[\p{C}\uFFFD]/gu, '')
      .trim()
      .slice(0, LONGEST_NAME) || 'contacts.csv'
  );
}

/** First bytes of what people pick by mistake. */
const MAGIC: readonly (readonly [number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'This is a spreadsheet or a ZIP file. Save it as CSV and choose that file.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an Excel file. Save it as CSV and choose that file.'],
  [[0x89, 0x50, 0x4e, 0x47], 'This is a picture, not a CSV file.'],
  [[0xff, 0xd8, 0xff], 'This is a picture, not a CSV file.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF, not a CSV file.'],
  [[0x1f, 0x8b], 'This is a compressed file. Unpack it and choose the CSV file.'],
  [[0xff, 0xfe], 'This file is UTF-16. Save it as CSV UTF-8 and choose that file.'],
  [[0xfe, 0xff], 'This file is UTF-16. Save it as CSV UTF-8 and choose that file.'],
];
const NOT_TEXT = 'This is not a text file. Save your contacts as CSV UTF-8 and choose that file.';
const MARKUP = /^\s*<(!doctype|html|\?xml)/i;

function checkText(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const problem = problemOf(chunk, start, decoder);
      start = false;
      if (problem) done(new Malformed(FIELD, problem));
      else done(null, chunk);
    },
    flush(done: TransformCallback) {
      const whole = decodes(() => decoder.decode());
      done(whole ? null : new Malformed(FIELD, NOT_TEXT));
    },
  });
}

function problemOf(chunk: Buffer, start: boolean, decoder: TextDecoder): string | null {
  if (start) {
    const known = MAGIC.find(([bytes]) => bytes.every((byte, index) => chunk[index] === byte));
    if (known) return known[1];
    if (MARKUP.test(chunk.subarray(0, 100).toString('latin1'))) return 'This is a web page, not a CSV file.';
  }
  if (chunk.includes(0)) return NOT_TEXT;
  return decodes(() => decoder.decode(chunk, { stream: true })) ? null : NOT_TEXT;
}

function decodes(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
