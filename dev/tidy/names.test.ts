/**
 * One word, one meaning: what a package exports has a name of its own, and so has a file. docs/glossary.md
 * says what the words mean.
 */
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { isTest, type Source, sources } from './sources.ts';

const PACKAGES = ['rules', 'engine', 'contract', 'server', 'web'];

/** Names that every feature has by agreement: what it is read by, not what it is about. */
const AGREED_NAMES = new Set(['feature', 'handlers', 'routes', 'wordings']);
const AGREED_FILES = new Set([
  'index.ts',
  'feature.ts',
  'routes.ts',
  'routes.tsx',
  'store.ts',
  'jobs.ts',
  'hooks.ts',
  'personal-data.ts',
  'wordings.ts',
]);

const EXPORTED =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:async )?(?:type|interface|const|let|function\*?|class|enum) (\w+)/gm;

const sourcesOf = (name: string) => sources(`packages/${name}/src`).filter((file) => !isTest(file));

/** Each key with the places where it stands, if there are several. */
function doubles(pairs: readonly (readonly [key: string, place: string])[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const [key, place] of pairs) places.set(key, [...(places.get(key) ?? []), place]);
  return new Map([...places].filter(([, { length }]) => length > 1));
}

const doubleNames = (files: readonly Source[]) =>
  doubles(
    files.flatMap(({ path, code }) => {
      // Overloads of a function are one export.
      const names = new Set([...code.matchAll(EXPORTED)].map(([, name = '']) => name));
      return [...names].filter((name) => !AGREED_NAMES.has(name)).map((name) => [name, path] as const);
    }),
  );

const doubleFiles = (files: readonly Source[]) =>
  doubles(
    files
      .map(({ path }) => [posix.basename(path), posix.dirname(path)] as const)
      .filter(([file]) => !AGREED_FILES.has(file)),
  );

const asLines = (found: Map<string, string[]>): string[] =>
  [...found].map(([key, places]) => `${key}: ${places.join(', ')}`);

it.each(PACKAGES)('a name that %s exports means one thing', (name) => {
  const found = asLines(doubleNames(sourcesOf(name)));
  expect(found, `Name each after what it is, so that a search finds one:\n${found.join('\n')}`).toEqual([]);
});

it.each(PACKAGES)('a file name stands once in %s', (name) => {
  const found = asLines(doubleFiles(sourcesOf(name)));
  expect(found, `Name each file after what is in it:\n${found.join('\n')}`).toEqual([]);
});

it('a double is found, whatever is exported', () => {
  const file = (path: string, code: string): Source => ({ path, text: code, code });
  const files = [
    file('a/people.ts', 'export type Place = 1;\nexport async function walk() {}\nconst own = 1;'),
    file('b/people.ts', "export const Place = 1;\nexport { walk } from '../a/people.ts';\nconst own = 2;"),
    file('b/index.ts', "export * from './people.ts';"),
    file('a/index.ts', 'export class Other {}'),
  ];
  expect([...doubleNames(files)]).toEqual([['Place', ['a/people.ts', 'b/people.ts']]]);
  expect([...doubleFiles(files)]).toEqual([['people.ts', ['a', 'b']]]);
  expect(asLines(doubleNames(files))).toEqual(['Place: a/people.ts, b/people.ts']);
});
