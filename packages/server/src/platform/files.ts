/** Folders and small files of the data folder, made so that a stop at any moment leaves nothing half done. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';

/**
 * Makes a folder and those above it, for this user alone. Node's own `recursive` tries for ever where a
 * folder is there but takes none (/proc), and calls a file system that is read-only a missing folder.
 *
 * @throws what the system says of the first folder that cannot be made.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Made by another process in the same moment.
    if (!existsSync(path)) throw error;
  }
}

/**
 * What is in a file that is made once, readable by its owner only, and kept. It is there whole or not at all.
 */
export function keepFile(path: string, make: () => string): string {
  if (!existsSync(path)) {
    const fresh = `${path}.new`;
    writeFileSync(fresh, make(), { mode: 0o600, flush: true });
    renameSync(fresh, path);
  }
  return readFileSync(path, 'utf8').trim();
}

/** What is in a file; undefined when it is not there, or goes in this moment. */
export function readWhenThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** True for the folder itself, too. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}
