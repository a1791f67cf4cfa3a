/** The dictionary (docs/glossary.md): a word has one line, screens and steps are in it, old words are out. */
import { readFileSync } from 'node:fs';
import { STEP_TYPES } from '@parley/engine';
import { expect, it } from 'vitest';
import { isTest, sources } from './sources.ts';

const [words = '', before = ''] = readFileSync(
  new URL('../../docs/glossary.md', import.meta.url),
  'utf8',
).split('## Words of before');
/** The cells of each row of a document's tables, without their heads. */
const rowsOf = (text: string) =>
  [...text.matchAll(/(?<=\|---\|\n(?:\|.*\n)*)\|(.*)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
const listed = (cell = '') => cell.split(', ').filter((word) => word !== '');

const rows = rowsOf(words);
const own = sources('packages', 'e2e', 'dev').filter((file) => !isTest(file));

it('each word has one line', () => {
  const keys = rows.flatMap(([word]) => listed(word));
  expect(keys.length).toBeGreaterThan(100);
  expect(keys.filter((word, index) => keys.indexOf(word) !== index)).toEqual([]);
  expect(rows.filter(([, meaning = '']) => meaning === '' || meaning.length > 90)).toEqual([]);
});

it('what people see of a word stands in the wordings', () => {
  const said = own.filter(({ path }) => path.startsWith('packages/web/')).map(({ code }) => code);
  const missing = rows.flatMap(([, , screens]) =>
    listed(screens).filter((word) => !said.some((code) => code.includes(word))),
  );
  expect(missing).toEqual([]);
});

it('every step type is in it', () => {
  const keys = new Set(rows.flatMap(([word = '']) => [...listed(word), word.replace(' (step)', '')]));
  expect(STEP_TYPES.filter((type) => !keys.has(type))).toEqual([]);
});

/** Words that mean something else as well, in other places than those that the dictionary speaks of. */
const ALSO_GOOD = ['enough', 'pace', 'lump', 'rest', 'introduce', 'balance'];

it('an exported name or a file has no word of before', () => {
  const old = rowsOf(before)
    .flatMap(([not]) => listed(not))
    .filter((word) => !ALSO_GOOD.includes(word));
  expect(old.length).toBeGreaterThan(20);
  const offences = own.flatMap(({ path, code }) => {
    const names = [
      ...code.matchAll(/^export (?:async )?(?:type|interface|const|let|function\*?|class) (\w+)/gm),
    ];
    const file = camelled(path.replace(/\.\w+$/, ''));
    return [...names.map(([, name = '']) => name), file]
      .filter((name) => old.some((word) => hasWord(name, word)))
      .map((name) => `${path}: ${name}`);
  });
  expect(offences, `Take the word of docs/glossary.md:\n${offences.join('\n')}`).toEqual([]);
});

it('old words are found in names of every form', () => {
  expect(hasWord('listInDoubt', 'inDoubt')).toBe(true);
  expect(hasWord('InDoubtPage', 'inDoubt')).toBe(true);
  expect(hasWord(camelled('web/src/blasts/in-doubt-page'), 'inDoubt')).toBe(true);
  expect(hasWord('delegate', 'gate')).toBe(false);
  expect(hasWord('gateway', 'gate')).toBe(false);
});

/** `in-doubt/page` → `inDoubt/page`. */
function camelled(path: string): string {
  return path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A word in the middle begins with a capital, and none goes on in small letters. */
function hasWord(name: string, word: string): boolean {
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  return new RegExp(`(?:(?<![a-zA-Z])${word}|${capital})(?![a-z])`).test(name);
}
