import { expect, test } from 'vitest';
import { timelineRows } from './timeline-rows.ts';

const at = (moment: string) => ({ kind: 'in', at: moment, title: '', detail: '', status: 'text' });
const ALL = [at('2026-03-02T10:00:00.000Z'), at('2026-03-01T23:00:00.000Z'), at('2026-02-01T10:00:00.000Z')];
const noTexts = (since: string) => ({ since, words: (day: string) => `No texts before ${day}.` });

test('a day stands before its first event, in the account’s zone', () => {
  const rows = timelineRows(ALL, 'Europe/Berlin', []);
  expect(rows.map(({ day }) => day)).toEqual([
    expect.stringContaining('Mar'),
    '',
    expect.stringContaining('Feb'),
  ]);
  expect(rows.map(({ isLast }) => isLast)).toEqual([false, true, true]);
});

test('what is not kept from a time is said once, before the first event of that time', () => {
  const rows = timelineRows(ALL, 'UTC', [noTexts('2026-03-02T00:00:00.000Z')]);
  expect(rows.map(({ notices }) => notices)).toEqual([
    [],
    [expect.stringMatching(/^No texts before .*2.*2026\.$/)],
    [],
  ]);
});

test('nothing is said where all is kept, or nothing is that old', () => {
  for (const since of ['', '2026-01-01T00:00:00.000Z'])
    expect(timelineRows(ALL, 'UTC', [noTexts(since)]).flatMap(({ notices }) => notices)).toEqual([]);
});
