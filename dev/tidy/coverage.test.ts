import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Row = { place: string; source: string; shownBy: string };

/** The rows of the coverage table: where a statement of the requirement comes from, and the test that shows it. */
const rows = rowsOf('docs/spec-coverage.md');

function rowsOf(path: string): Row[] {
  return readFileSync(ROOT + path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      const isRow = line.startsWith('|') && cells.length >= 6 && !/^(-+|source)$/.test(cells[1] ?? '');
      return isRow
        ? [{ place: `${path}:${index + 1}`, source: cells[1] ?? '', shownBy: cells.at(-2) ?? '' }]
        : [];
    });
}

/** What is wrong with one reference `path › words of a test's title`; null: nothing. */
function fault(reference: string): string | null {
  const [path = '', words = ''] = reference.split(' › ').map((part) => part.replaceAll('`', '').trim());
  if (words === '') return 'names no test';
  if (!existsSync(ROOT + path)) return `${path} does not exist`;
  return readFileSync(ROOT + path, 'utf8').includes(words.replaceAll('\\|', '|'))
    ? null
    : `"${words}" is not in ${path}`;
}

it('every statement of the requirement names a test that is there', () => {
  const wrong = rows.flatMap(({ place, source, shownBy }) =>
    shownBy.split(' ; ').flatMap((reference) => {
      const found = fault(reference);
      return found === null ? [] : [`${place} (${source}): ${found}`];
    }),
  );
  expect(wrong, wrong.join('\n')).toEqual([]);
});
