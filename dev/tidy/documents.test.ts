/** What the documents name is there: settings, files, commands. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { filesIn, sources } from './sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

const documents = ['.', 'docs', 'docs/decisions']
  .flatMap((folder) => filesIn(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: read(path) }));
/** What a pattern finds in the documents and a check does not. */
const missing = (pattern: RegExp, isThere: (named: string, document: string) => boolean) =>
  documents.flatMap(({ path, text }) =>
    found(text, pattern)
      .filter((named) => !isThere(named, path))
      .map((named) => `${path}: ${named}`),
  );

it('the README’s table has every setting that the server reads, and no other', () => {
  const cells = found(read('README.md'), /^\| (`[A-Z_`, ]+`) \|/gm);
  const table = cells.flatMap((cell) => found(cell, /`([A-Z_]+)`/g));
  const settings = new Set(found(read('packages/server/src/config.ts'), /value\('([A-Z_]+)'\)/g));
  expect(table.toSorted()).toEqual([...settings].toSorted());
});

it('links lead somewhere', () => {
  expect(
    missing(/\]\((?!https?:)([^)#\s]+)/g, (link, path) => existsSync(join(ROOT, dirname(path), link))),
  ).toEqual([]);
});

it('source files that are named are there', () => {
  // `server/gate/store.ts` is short for `packages/server/src/gate/store.ts`.
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
  expect(missing(/(?<=vitest run --project \w+ [^`|]*)\b(packages\/[\w/.-]+)/g, isTested)).toEqual([]);
});
