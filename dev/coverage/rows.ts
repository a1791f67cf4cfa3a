import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TABLE = 'docs/spec-coverage.md';

/**
 * A test that a statement of the requirement is shown by: its file and its title, with the groups it stands
 * in where they are named.
 */
export type Reference = { place: string; path: string; title: string };

/** The references of docs/spec-coverage.md, `path › title` each, as its last column writes them. */
export function references(): Reference[] {
  return readFileSync(ROOT + TABLE, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      const isRow = line.startsWith('|') && cells.length >= 6 && !/^(-+|source)$/.test(cells[1] ?? '');
      if (!isRow) return [];
      const place = `${TABLE}:${index + 1} (${cells[1]})`;
      return (cells.at(-2) ?? '').split(' ; ').map((reference) => {
        const [path = '', ...title] = reference.split(' › ');
        return { place, path: path.trim(), title: title.join(' › ').replaceAll('\\|', '|').trim() };
      });
    });
}

/**
 * Whether a title is meant: it is the same, or the same but for what `…` stands for, where a title names one
 * case of many.
 */
export function isMeant(title: string, wanted: string): boolean {
  if (title === wanted) return true;
  const parts = wanted.split('…');
  if (parts.length === 1 || parts.join('').trim() === '') return false;
  const literal = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('.+')}$`, 's').test(title);
}
