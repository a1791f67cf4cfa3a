import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OVER_ACCOUNTS } from './over-accounts.ts';

it('names functions that there are, each once', () => {
  const places = Object.values(OVER_ACCOUNTS).flat();
  expect(new Set(places).size).toBe(places.length);
  const gone = places.filter((place) => {
    const [, path = '', name = ''] = /^server\/(.+): (\w+)$/.exec(place) ?? [];
    const text = readFileSync(new URL(`../../packages/server/src/${path}`, import.meta.url), 'utf8');
    return !new RegExp(`(?:function\\*?|const|class) ${name}\\b`).test(text);
  });
  expect(gone).toEqual([]);
});
