import { expect, it } from 'vitest';
import { isTest, places, sources } from './sources.ts';

const web = sources('packages/web').filter(({ path }) => !/\.test\.|\/testing\//.test(path));
const screens = web.filter(({ path }) => path.endsWith('.tsx'));

/** Attributes that people read or hear. Text between tags is looked at by Biome (style/noJsxLiterals). */
const SAID =
  /\s(label|title|placeholder|aria-label|aria-description|description|alt|notice|about|heading|confirmLabel|hint|help)="([^"]*)"/g;

it('what a screen says stands in the wordings of its feature', () => {
  const said = screens.flatMap(({ path, code }) =>
    [...code.matchAll(SAID)]
      .filter(([, , text = '']) => /\p{L}{2}/u.test(text))
      .map(([attribute]) => `${path}:${attribute}`),
  );
  expect(said, 'Move these to wordings.ts of the feature.').toEqual([]);
});

it('every wording is shown somewhere', () => {
  const named = new Set(web.flatMap(({ code }) => [...code.matchAll(/\.(\w+)/g)].map(([, name]) => name)));
  const unused = web
    .filter(({ path }) => path.endsWith('/wordings.ts'))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/^ {2,6}([a-z]\w*):(?! (?:\{|boolean|string|number))/gim)]
        .map(([, key = '']) => key)
        .filter((key) => !named.has(key) && !isChosen(code, key))
        .map((key) => `${path}: ${key}`),
    );
  expect(unused, 'Nothing shows these: remove them.').toEqual([]);
});

/** In a table such as `kinds: Record<Kind, string>` the words are chosen by kinds[kind]. */
const isChosen = (code: string, key: string) => new RegExp(`Record<[^>]*> = \\{[^}]*\\b${key}:`).test(code);

it('messages that people read have curly quotes and apostrophes', () => {
  const said = sources('packages/rules', 'packages/engine', 'packages/contract', 'packages/server')
    .filter((file) => !isTest(file) && !TERMINAL.test(file.path))
    .map((file) => ({ ...file, code: file.code.replace(/new Error\(.*/g, '') }));
  const words = web.filter(({ path }) => path.endsWith('/wordings.ts'));
  expect([...places(said, STRAIGHT_QUOTE), ...places(words, STRAIGHT)]).toEqual([]);
});

/** What a terminal shows, where quotes are copied into commands. */
const TERMINAL = /^packages\/server\/src\/(manage|platform)[/.]/;
/** A value between straight quotes in the midst of a sentence, or at its beginning. */
const STRAIGHT_QUOTE = /(?: "|`")\$\{[^}]*\}"[ .,;:]| "\$\{[^}]*\}"`/;
/** The specification writes “You're almost there!” so. */
const STRAIGHT = /\p{L}'\p{L}(?!e almost there!)/u;
