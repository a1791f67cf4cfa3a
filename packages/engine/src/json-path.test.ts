import { expect, test } from 'vitest';
import { readAnswer } from './api-answer.ts';
import { type PathPart, parsePath, valueAt, writePath } from './json-path.ts';

const DOCUMENT = {
  order: { id: 7, 'ship to': [{ city: 'Rom' }, { city: 'Ulm' }] },
  "o'k": { '\\': 'x' },
  ähre: 1,
  no: null,
};

test.each<[string, unknown]>([
  ['$', DOCUMENT],
  ['$.order.id', 7],
  [" $['order']['id'] ", 7],
  ['$.order["ship to"][0].city', 'Rom'],
  ["$.order['ship to'][-1].city", 'Ulm'],
  ["$['o\\'k']['\\\\']", 'x'],
  ['$.ähre', 1],
  ["$['\\u00e4hre']", 1],
  ['$.no', null],
  ['$.order.nothing.there', undefined],
  ['$.order[0]', undefined],
  ["$.order['ship to'].city", undefined],
  ["$.order['ship to'][5]", undefined],
  ['$.constructor', undefined],
  ['$.__proto__.x', undefined],
])('%s', (path, value) => {
  const parts = parsePath(path);
  expect(parts).not.toBeNull();
  expect(valueAt(DOCUMENT, parts ?? [])).toEqual(value);
});

test.each([
  '',
  'order',
  '$.',
  '$..id',
  '$.*',
  '$[*]',
  '$[01]',
  '$[1:2]',
  '$[?@.a]',
  '$[a]',
  "$['a",
  '$.a b',
  '$.1a',
])('“%s” is no path to one value', (path) => expect(parsePath(path)).toBeNull());

test('every path that is written reads as what it was written from', () => {
  const names: PathPart[] = [
    'a',
    'a b',
    '',
    "it's",
    '"',
    '\\',
    '\n',
    '0',
    'ünï',
    '$',
    '.',
    ']',
    0,
    3,
    -1,
    '__proto__',
  ];
  for (const one of names)
    for (const other of names) expect(parsePath(writePath([one, other]))).toEqual([one, other]);
});

test('every leaf of a document is found by the path that leads to it', () => {
  const walk = (value: unknown, at: PathPart[]): void => {
    expect(valueAt(DOCUMENT, parsePath(writePath(at)) ?? ['?'])).toBe(value);
    if (Array.isArray(value)) for (const [index, each] of value.entries()) walk(each, [...at, index]);
    else if (value !== null && typeof value === 'object')
      for (const [name, each] of Object.entries(value)) walk(each, [...at, name]);
  };
  walk(DOCUMENT, []);
});

test('a long path takes no longer than it is', () => {
  const began = performance.now();
  parsePath(`$['${'\\'.repeat(50_000)}`);
  parsePath(`$${'.a'.repeat(20_000)}`);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('an answer’s values are texts; what is not there is nothing, and an answer with nothing of it has failed', () => {
  const picks = ['$.a', '$.b', '$.c', '$.d'].map((path, id) => ({ id, path, name: path, inTag: false }));
  const read = readAnswer('{"a":1.50,"b":{"x":[true]},"c":null,"d":"\\u0000ok"}', picks);
  expect(read.ok && read.picked.map(({ value }) => value)).toEqual(['1.5', '{"x":[true]}', null, 'ok']);
  expect(readAnswer('{"error":"no such order"}', picks)).toMatchObject({ ok: false });
  expect(readAnswer('<html>', picks)).toEqual({ ok: false, why: 'The answer is not JSON.' });
  expect(readAnswer('<html>', [])).toEqual({ ok: true, picked: [] });
});

test('an answer that is nested too deeply to be written is no answer, and breaks nothing', () => {
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const pick = { id: 1, path: '$.a', name: 'A', inTag: false };
  expect(readAnswer(deep, [pick])).toEqual({
    ok: false,
    why: 'The answer has too many values within each other.',
  });
});
