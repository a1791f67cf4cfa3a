/** What the documents name is there: settings, files, commands. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  SECRET_SETTINGS,
  SETTINGS,
  settingsExample,
  settingsTable,
} from '../../packages/server/src/platform/settings.ts';
import { filesIn, sources } from './sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

const documentsIn = (...folders: string[]) =>
  folders
    .flatMap((folder) => filesIn(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: read(path) }));
const documents = documentsIn('.', 'docs', 'docs/carriers', 'docs/decisions');
/** Runs of a day: what they name has its name of that day. */
const measurements = documentsIn('docs/measurements');
/** A table of the requirement, not a text to be read. */
const TABLE = 'docs/spec-coverage.md';
/** What a pattern finds in the documents and a check does not. */
const missing = (pattern: RegExp, isThere: (named: string, document: string) => boolean) =>
  documents.flatMap(({ path, text }) =>
    found(text, pattern)
      .filter((named) => !isThere(named, path))
      .map((named) => `${path}: ${named}`),
  );

it('the README’s table has every setting that the server reads, and no other', () => {
  expect(read('README.md'), 'Run "npm run settings".').toContain(`\n\n${settingsTable()}\n\n`);
  const named = SETTINGS.flatMap(({ names }) => Object.keys(names));
  const settings = new Set(found(read('packages/server/src/platform/config.ts'), /value\('([A-Z_]+)'\)/g));
  expect(named.toSorted()).toEqual([...settings].toSorted());
});

it('the example of settings has every one of them, switched off, and names the files of secrets', () => {
  const example = read('.env.example');
  expect(example, 'Run "npm run settings".').toBe(settingsExample());
  expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  const files = SECRET_SETTINGS.map((name) => `${name}_FILE`);
  expect(found(example, /^#(\w+_FILE)=/gm).toSorted()).toEqual(files.toSorted());
  for (const name of files) expect(read('README.md')).toContain(`\`${name}\``);
});

/** The heading's name in an address, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

it('links lead somewhere, to a heading, too', () => {
  const dead = [...documents, ...measurements].flatMap(({ path, text }) =>
    found(text, /\]\((?!https?:)([^)\s]+)\)/g).filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(ROOT, target))) return true;
      return (
        anchor !== undefined &&
        !found(read(target), /^#+ (.+)$/gm)
          .map(anchorOf)
          .includes(anchor)
      );
    }),
  );
  expect(dead).toEqual([]);
});

it('a document of docs has a page or two, and a cell of a table a sentence or two', () => {
  const read = documents.filter(({ path }) => path.startsWith('docs/') && path !== TABLE);
  const words = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const long = read.filter(({ text }) => words(text) > 1_600).map(({ path }) => path);
  expect(
    long,
    'Conclusions first; runs go to docs/measurements, what is rarely read to a page of its own.',
  ).toEqual([]);
  const wide = [...read, ...measurements].flatMap(({ path, text }) =>
    found(text, /^\|(.+)\|$/gm)
      .flatMap((row) => row.split(/(?<!\\)\|/))
      .filter((cell) => words(cell) > 40)
      .map((cell) => `${path}: ${cell.trim().slice(0, 60)}…`),
  );
  expect(wide, 'Say it in fewer words, or below the table.').toEqual([]);
});

it('a document does not say whether somebody is a woman or a man', () => {
  const others = documents.filter(({ path }) => path !== TABLE);
  expect(
    others.flatMap(({ path, text }) => found(text, /.*\b(she|her|hers|herself)\b/gi).map(() => path)),
  ).toEqual([]);
});

it('source files that are named are there', () => {
  // `server/policy/store.ts` is short for `packages/server/src/policy/store.ts`.
  const paths = sources('packages', 'e2e', 'dev', 'bin').map(({ path }) => `/${path.replace('/src/', '/')}`);
  const isThere = (named: string) => paths.some((path) => path.endsWith(`/${named.replace('/src/', '/')}`));
  expect(missing(/`((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|sql))[`:]/g, isThere)).toEqual([]);
});

it('commands that are named can be run', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const web = JSON.parse(read('packages/web/package.json')) as { scripts: Record<string, string> };
  expect(missing(/\bnpm run ([\w:-]+)/g, (name) => name in scripts || name in web.scripts)).toEqual([]);
  expect(missing(/\bnode (dev\/[\w/.-]+)/g, (path) => existsSync(join(ROOT, path)))).toEqual([]);
  const tests = sources('packages').map(({ path }) => path);
  const isTested = (filter: string) => tests.some((path) => path.includes(filter) && path.includes('.test.'));
  expect(missing(/(?<=vitest run --project \w+ [^`\n|]*)(?<= )([\w/.-]+)/g, isTested)).toEqual([]);
});
