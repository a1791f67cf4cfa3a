/** The SHA-256 of each file of a folder, in a list as `sha256sum` writes and checks it. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `sha256sum --check SHA256SUMS` in the folder looks at all of them. */
export const SUMS = 'SHA256SUMS';
const READ_BYTES = 1 << 20;
const LINE = /^([0-9a-f]{64}) [ *](.+)$/;

/** Writes the list into the folder; no other process may change it meanwhile. */
export function writeSums(folder: string): void {
  const lines = filesIn(folder).map((file) => `${sumOf(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, SUMS), lines.join(''), { mode: 0o600, flush: true });
}

/** The files of the list that are missing or not as they were; null: there is no list. */
export function changedFiles(folder: string): string[] | null {
  const list = join(folder, SUMS);
  if (!existsSync(list)) return null;
  const lines = readFileSync(list, 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [, sum, file] = LINE.exec(line) ?? [];
    if (file === undefined) return [SUMS];
    const path = join(folder, file);
    return existsSync(path) && sumOf(path) === sum ? [] : [file];
  });
}

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
