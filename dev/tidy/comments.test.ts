/** Comments are read by people: lines that fit, and words for people that leave open who they are. */
import { expect, it } from 'vitest';
import { type Source, sources } from './sources.ts';

/** As the code (biome.json, `lineWidth`), which Biome does for code alone. */
const WIDEST = 110;
/** A line that is a comment as a whole. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*|\{\/\*|--)/;
/** What cannot be broken: a directive, and a command in an indented example. */
const WHOLE = /\/\/ biome-ignore|^\s*\*\s{2,}(?:node|npm|npx|vitest|dev\/)/;
/** A contact, a user, an author: "the contact", "they". */
const GENDERED = /\b(?:she|her|hers|herself|he|him|his|himself)\b/i;

type Line = { path: string; number: number; text: string };

const comments = (files: readonly Source[]): Line[] =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ path, number: index + 1, text: line }))
      .filter((line) => COMMENT.test(line.text)),
  );
const isWide = ({ text }: Line) => [...text].length > WIDEST && !WHOLE.test(text);
const isGendered = ({ text }: Line) => GENDERED.test(text);

const asLines = (offences: readonly Line[]): string[] =>
  offences.map(({ path, number, text }) => `${path}:${number}: ${text.trim()}`);

// These laws themselves have to name the words.
const files = sources('packages', 'e2e', 'dev', 'bin').filter(
  ({ path }) => path !== 'dev/tidy/comments.test.ts',
);

it('a line of a comment has at most 110 columns', () => {
  const found = asLines(comments(files).filter(isWide));
  expect(found, `Break these lines:\n${found.join('\n')}`).toEqual([]);
});

it('a comment does not say whether somebody is a woman or a man', () => {
  const found = asLines(comments(files).filter(isGendered));
  expect(found, `Say "the contact", "the user", "they":\n${found.join('\n')}`).toEqual([]);
});

it('comments are found in every manner of writing them, and code is not', () => {
  const long = 'a word '.repeat(20);
  const text = [
    '// ',
    '/** ',
    ' * ',
    '  {/* ',
    '-- ',
    'const text = "// ',
    '// biome-ignore ',
    ' *   node dev/',
  ]
    .map((start) => start + long)
    .join('\n');
  const found = comments([{ path: 'a.ts', text, code: '' }]).filter(isWide);
  expect(found.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(asLines(found).at(0)).toMatch(/^a\.ts:1: \/\/ a word/);
});
