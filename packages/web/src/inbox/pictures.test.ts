import { expect, test } from 'vitest';
import { saidSince } from './pictures.tsx';

const SINCE = '2026-03-15T00:00:00.000Z';

test.each([
  ['', '2026-03-14T23:59:59.000Z', [], '(no longer kept)'],
  ['', '2026-03-15T00:00:00.000Z', [], ''],
  ['', '2026-03-01T00:00:00.000Z', ['https://carrier.example/1.jpg'], ''],
  ['Yes', '2026-03-01T00:00:00.000Z', [], 'Yes'],
])('a text %j of %s with pictures %j is shown as %j', (text, at, media, shown) => {
  expect(saidSince({ text, at, media }, SINCE)).toBe(shown);
  expect(saidSince({ text, at, media }, '')).toBe(text);
});
