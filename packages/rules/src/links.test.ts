import { describe, expect, it } from 'vitest';
import { findLinks, shortLinkSample, withShortLinks } from './links.ts';

const linksOf = (text: string) => findLinks(text).map(({ start, end }) => text.slice(start, end));

describe('links of a text', () => {
  it.each([
    ['See https://shop.example/sale, it ends soon.', ['https://shop.example/sale']],
    ['(http://a.example/b?c=d&e=f#g)', ['http://a.example/b?c=d&e=f#g']],
    ['HTTPS://A.EXAMPLE! WWW.B.EXAMPLE?', ['HTTPS://A.EXAMPLE', 'WWW.B.EXAMPLE']],
    ['https://en.example/wiki/Tea_(drink).', ['https://en.example/wiki/Tea_(drink)']],
    ['https://a.example/x https://a.example/y', ['https://a.example/x', 'https://a.example/y']],
    [
      'Hi https://a.example/?n={%First name|dear friend%}&x=1!',
      ['https://a.example/?n={%First name|dear friend%}&x=1'],
    ],
    ['“https://a.example/é”', ['https://a.example/é']],
  ])('%s', (text, links) => expect(linksOf(text)).toEqual(links));

  it.each([
    'no link, e.g. end.Then or shop.example',
    'https://{%Server%}/x: the server is not written out',
    'https://user@evil.example/x',
    'javascript:alert(1) ftp://a.example',
    'https:// and http://?x',
    'awww.cute',
  ])('none in: %s', (text) => expect(linksOf(text)).toEqual([]));
});

it('a sample stands in for each link, as long as the short one will be', () => {
  const base = 'https://t.example';
  expect(shortLinkSample(base)).toBe('https://t.example/s/0000000000');
  expect(withShortLinks('A https://a.example/long/long/long. B www.b.example', base)).toBe(
    'A https://t.example/s/0000000000. B https://t.example/s/0000000000',
  );
});
