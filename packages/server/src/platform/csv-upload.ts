/** The uploaded file: taken in only when it is text, kept in the data folder under a name of our own. */
import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotText, toUtf8, watchEncoding } from './encoding.ts';
import { Malformed, Refusal } from './errors.ts';
import { BodyError } from './http/form.ts';
import type { UploadedFile } from './http/handler.ts';

const FIELD = 'file';
const LONGEST_NAME = 200;

export function importPath(dataDir: string, storedAs: string): string {
  return join(dataDir, 'imports', storedAs);
}

/**
 * Stores an upload as UTF-8, whatever a spreadsheet wrote it in; what is no text is refused and removed
 * again. Answers the name it is stored under.
 */
export async function storeUpload(dataDir: string, file: UploadedFile): Promise<string> {
  await mkdir(join(dataDir, 'imports'), { recursive: true, mode: 0o700 });
  const storedAs = `${randomUUID()}.csv`;
  const path = importPath(dataDir, storedAs);
  const watch = watchEncoding();
  try {
    await pipeline(file.stream, guarded(watch.sees), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    if (file.isTruncated())
      throw new BodyError(413, 'The file is too large: at most 50 MB can be imported at once.', FIELD);
    const encoding = watch.seen();
    if (encoding !== 'utf-8') await toUtf8(path, encoding);
  } catch (error) {
    await removeUpload(dataDir, storedAs);
    throw error instanceof NotText ? new Malformed(FIELD, NOT_TEXT) : error;
  }
  return storedAs;
}

/** The path of an upload that is still there: files are kept for a while only. */
export function keptUpload(dataDir: string, storedAs: string): string {
  const path = importPath(dataDir, storedAs);
  if (existsSync(path)) return path;
  throw new Refusal('We no longer have this file. Please upload it again.');
}

export async function removeUpload(dataDir: string, storedAs: string): Promise<void> {
  await rm(importPath(dataDir, storedAs), { force: true });
}

/** Names of the files that were stored before a moment. */
export async function uploadsBefore(dataDir: string, before: Date): Promise<string[]> {
  const folder = join(dataDir, 'imports');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const old: string[] = [];
  for (const name of names.filter((each) => !each.startsWith('.'))) {
    // Gone meanwhile: another process looks, too.
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtime < before) old.push(name);
  }
  return old;
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
];
const NOT_TEXT = 'This isn’t a text file. Save your contacts as CSV UTF-8 and choose that file.';
const MARKUP = /^\s*<(!doctype|html|\?xml)/i;
/** An object, an array of objects or of texts, or one of each line. */
const JSON_START = /^\s*(?:\{\s*["}]|\[\s*["[\]{])/;

/** Refuses at once what is known by its first bytes, and shows everything to `watch`. */
function guarded(watch: (chunk: Buffer) => void): Transform {
  let start = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        const problem = start ? startProblem(chunk) : undefined;
        if (problem) throw new Malformed(FIELD, problem);
        start = false;
        watch(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function startProblem(chunk: Buffer): string | undefined {
  const top = chunk.subarray(0, 100).toString('utf8');
  if (MARKUP.test(top)) return 'This is a web page, not a CSV file.';
  if (JSON_START.test(top))
    return 'This is a JSON file, not a CSV file. Save your contacts as CSV and choose that file.';
  return MAGIC.find(([bytes]) => bytes.every((byte, index) => chunk[index] === byte))?.[1];
}
