import { describe, expect, it } from 'vitest';
import { addressOf, parsePairs } from './api-request.ts';

const same = (text: string) => text;

describe('address of a call', () => {
  it.each([
    ['https://api.example.com', 0, '', 'https://api.example.com/'],
    ['HTTPS://api.example.com/a/', 0, 'b/c', 'https://api.example.com/a/b/c'],
    ['api.example.com', 0, '/a', 'https://api.example.com/a'],
    ['api.example.com', 80, '', 'http://api.example.com:80/'],
    ['api.example.com:8080', 0, '', 'https://api.example.com:8080/'],
    ['http://api.example.com:8080', 99, '', 'http://api.example.com:8080/'],
    ['https://api.example.com/a?x=1', 0, 'b', 'https://api.example.com/a/b?x=1'],
    ['https://api.example.com/a?x=1', 0, '?y=2', 'https://api.example.com/a?x=1&y=2'],
    ['https://api.example.com/a#part', 0, '', 'https://api.example.com/a'],
    ['', 0, '/a', null],
    ['https://', 0, '', null],
    ['https:///a', 0, '', null],
    ['ftp://example.com', 0, '', null],
    ['javascript:alert(1)', 0, '', null],
    ['file:///etc/passwd', 0, '', null],
    ['https://user:pass@example.com', 0, '', null],
    ['https://example.com/a b', 0, '', null],
    ['https://example.com\r\nX: y', 0, '', null],
    ['https://example.com', 0, '/a\nb', null],
  ])('%j port %d path %j', (url, port, path, address) =>
    expect(addressOf({ url, port, path }, same)).toBe(address),
  );
});

describe('names and values', () => {
  it.each([
    ['', []],
    [
      'A: 1\nB: two: three\n\nnonsense\nnot one: x',
      [
        ['A', '1'],
        ['B', 'two: three'],
      ],
    ],
    [
      'a=1&b=x y&c=',
      [
        ['a', '1'],
        ['b', 'x y'],
        ['c', ''],
      ],
    ],
    [
      '{"A": "1", "B": 2}',
      [
        ['A', '1'],
        ['B', '2'],
      ],
    ],
    [
      '[{"name": "A", "value": "1"}, {"key": "B", "value": "2"}, 3]',
      [
        ['A', '1'],
        ['B', '2'],
      ],
    ],
    [
      'a={%x|p&q%}&b=2',
      [
        ['a', '{%x|p&q%}'],
        ['b', '2'],
      ],
    ],
  ])('%j', (text, pairs) => expect(parsePairs(text)).toEqual(pairs));

  it.each([
    `a: ${' '.repeat(400_000)}x`,
    `a=${'&'.repeat(400_000)}`,
    `a={%${'x&'.repeat(200_000)}`,
    `a=${'{%'.repeat(200_000)}&b`,
    `a${' '.repeat(400_000)}x`,
  ])('takes time that grows with the text alone', (text) => {
    const before = process.cpuUsage();
    parsePairs(text);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
