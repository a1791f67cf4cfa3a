import { countSms } from '@parley/rules/sms.ts';
import { describe, expect, test } from 'vitest';
import { countWithTokens, countWords, flaggedCharacters, markUp } from './mark-up.ts';

describe('a text cut into runs', () => {
  test('tokens are one run and their braces are not flagged', () => {
    const runs = markUp('Hi {%First name|you%}{%City%}! [x]');
    expect(runs.map(({ text, kind }) => [kind, text])).toEqual([
      ['regular', 'Hi '],
      ['token', '{%First name|you%}{%City%}'],
      ['regular', '! '],
      ['double', '['],
      ['regular', 'x'],
      ['double', ']'],
    ]);
  });
  test('the runs are the text, whatever it holds', () => {
    for (const text of ['', '{%', '{%a%}', 'a{%b%}a', '{%a%}{%a%} {%a%', '👍🏽 “q”\n{x}', '{%x%}{%'])
      expect(
        markUp(text)
          .map((run) => run.text)
          .join(''),
      ).toBe(text);
  });
  test('flagged characters are listed once, by a name people know', () => {
    expect(flaggedCharacters(markUp('a\n\n€€ “x” 👍🏽'))).toEqual({
      double: ['new line', '€'],
      unicode: ['“', '”', '👍🏽'],
    });
  });
});

describe('the cost in words', () => {
  test('what is left and what it costs', () => {
    expect(countWords(countWithTokens('a'.repeat(157)))).toBe('3 characters left in this part · 1 credit');
    expect(countWords(countWithTokens('a'.repeat(159)))).toBe('1 character left in this part · 1 credit');
    expect(countWords(countWithTokens('a'.repeat(161)))).toBe('145 characters left in this part · 2 credits');
  });
  test('tokens count with their defaults', () => {
    expect(countWithTokens('Hi {%First name|there%}')).toMatchObject({ units: 8, hasTokens: true });
    expect(countWithTokens('Hi there')).toMatchObject({ units: 8, hasTokens: false });
  });
});

test('links that will be shortened count as long as the short ones', () => {
  const text = `See https://shop.example/${'x'.repeat(150)}?n={%Name|a long default%}`;
  expect(countWithTokens(text).credits).toBe(2);
  expect(countWithTokens(text, 'https://t.example')).toEqual({
    ...countSms('See https://t.example/s/0000000000'),
    hasTokens: false,
  });
});
