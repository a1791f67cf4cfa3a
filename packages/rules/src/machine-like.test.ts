import { describe, expect, it } from 'vitest';
import { looksLikeMachine, type TimedText } from './machine-like.ts';

/** Seconds between the texts of somebody who thinks before each. */
const HUMAN_GAPS = [3, 8, 5, 21, 4, 12, 6, 9, 3, 15, 7];
const SECOND = 1000;

function said(words: readonly string[], gaps: readonly number[]): TimedText[] {
  let at = 0;
  return words.map((each, n) => {
    at += (gaps[n % gaps.length] ?? 0) * SECOND;
    return { words: each, at };
  });
}
const ten = (words: (n: number) => string) => Array.from({ length: 10 }, (_, n) => words(n));

describe('what looks like a machine', () => {
  it.each([
    ['the same text again and again', ten(() => 'I am out of office.'), HUMAN_GAPS, true],
    ['with a number that changes', ten((n) => `Ticket #${100 + n} was received.`), HUMAN_GAPS, true],
    ['any text once a minute', ten((n) => 'abcdefghij'.slice(n)), [60, 60.4, 59.8, 60.1], true],
    // The gap in the middle is one of the odd ones: the usual gap is the middle one by length.
    [
      'once a minute, odd in the middle',
      ten((n) => 'abcdefghij'.slice(n)),
      [60, 60, 60, 60, 60, 300, 60, 60, 60, 60],
      true,
    ],
    // A twentieth of the gap, and not a millisecond more.
    ['gaps as far apart as may be', ten((n) => 'abcdefghij'.slice(n)), [60, 63, 57], true],
    ['gaps a little farther apart', ten((n) => 'abcdefghij'.slice(n)), [60, 63.001, 56.999], false],
    ['any text as fast as it can', ten((n) => 'abcdefghij'.slice(n)), [0.2, 0.4, 0.3], true],
    ['eight of ten alike', ten((n) => (n === 1 || n === 4 ? 'hm' : 'Away')), HUMAN_GAPS, true],
    ['seven of ten alike', ten((n) => (n % 3 === 1 ? 'hm' : 'Away')), HUMAN_GAPS, false],
    ['the newest text is another one', ten((n) => (n === 9 ? 'STORE' : 'Away')), HUMAN_GAPS, false],
    ['answers to a survey', ten((n) => `${1 + (n % 5)}`), HUMAN_GAPS, false],
    ['a person in a hurry', ten((n) => `${1 + (n % 5)}`), [2, 4, 3, 6, 2, 5, 3, 7, 2, 4], false],
    ['nine texts', ten(() => 'Away').slice(1), [60], false],
  ])('%s: %#', (_, words, gaps, isMachine) => expect(looksLikeMachine(said(words, gaps))).toBe(isMachine));

  it('only the newest ten count, in whatever order they come', () => {
    const texts = said([...ten((n) => `other ${'x'.repeat(n)}`), ...ten(() => 'Away')], HUMAN_GAPS);
    expect(looksLikeMachine(texts)).toBe(true);
    expect(looksLikeMachine(texts.toReversed())).toBe(true);
    expect(looksLikeMachine(texts.slice(0, 10))).toBe(false);
  });
});
