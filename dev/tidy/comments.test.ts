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

/** Not gone through yet, by the beginning of the path. The lists only get shorter. */
const WIDE = ['packages/engine/', 'packages/web/src/flow/'];
const OLD_WORDS: string[] = [];

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

/** Offences outside of the listed places, and listed places without any. */
function judged(offences: readonly Line[], listed: readonly string[]): string[] {
  const isIn = (start: string) => (line: Line) => line.path.startsWith(start);
  const fresh = offences.filter((line) => !listed.some((start) => isIn(start)(line)));
  const done = listed.filter((start) => !offences.some(isIn(start)));
  return [
    ...fresh.map(({ path, number, text }) => `${path}:${number}: ${text.trim()}`),
    ...done.map((start) => `${start} has none any more: take it off the list`),
  ];
}

// These laws themselves have to name the words.
const files = sources('packages', 'e2e', 'dev', 'bin').filter(
  ({ path }) => path !== 'dev/tidy/comments.test.ts',
);

it('a line of a comment has at most 110 columns', () => {
  const found = judged(comments(files).filter(isWide), WIDE);
  expect(found, `Break these lines:\n${found.join('\n')}`).toEqual([]);
});

it('a comment does not say whether somebody is a woman or a man', () => {
  const found = judged(comments(files).filter(isGendered), OLD_WORDS);
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
  expect(judged(found, ['a.ts', 'b/'])).toEqual(['b/ has none any more: take it off the list']);
});
