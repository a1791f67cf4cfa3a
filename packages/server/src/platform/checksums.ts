/** The SHA-256 of each file of a folder, in a list as `sha256sum` writes and checks it. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `sha256sum --check SHA256SUMS` in the folder looks at all of them. */
export const SUMS = 'SHA256SUMS';
const READ_BYTES = 1 << 20;
const LINE = /^([0-9a-f]{64}) [ *](.+)$/;

/** Writes the list into the folder, which nobody may change meanwhile. Answers the list's own line. */
export function writeSums(folder: string): string {
  const lines = filesIn(folder).map((file) => lineOf(folder, file));
  writeFileSync(join(folder, SUMS), lines.join(''), { mode: 0o600, flush: true });
  return lineOf(folder, SUMS);
}

/**
 * The files of the list that are missing or not as they were; null: there is no list. `own` is the list's own
 * line, so that a list that was cut is seen, too; '': it is not known.
 */
export function changedFiles(folder: string, own: string): string[] | null {
  const list = join(folder, SUMS);
  if (!existsSync(list)) return own === '' ? null : [SUMS];
  if (own !== '' && lineOf(folder, SUMS) !== own) return [SUMS];
  const lines = readFileSync(list, 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [, sum, file] = LINE.exec(line) ?? [];
    if (file === undefined) return [SUMS];
    const path = join(folder, file);
    return existsSync(path) && sumOf(path) === sum ? [] : [file];
  });
}

const lineOf = (folder: string, file: string) => `${sumOf(join(folder, file))}  ${file}\n`;

function filesIn(folder: string, within = ''): string[] {
  return readdirSync(join(folder, within), { withFileTypes: true }).flatMap((entry) => {
    const path = join(within, entry.name);
    if (entry.isDirectory()) return filesIn(folder, path);
    return entry.isFile() && path !== SUMS ? [path] : [];
  });
}

/** Read in parts: a table's file has up to a gigabyte. */
function sumOf(path: string): string {
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafe(READ_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let size = 1; size > 0; ) {
      size = readSync(file, part);
      hash.update(part.subarray(0, size));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
