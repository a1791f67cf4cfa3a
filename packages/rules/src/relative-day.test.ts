import { describe, expect, it } from 'vitest';
import { anniversaries, isRelativeDay, onDay, readRelativeDay, writeRelativeDay } from './relative-day.ts';

const filter = (value: string) => ({ tag: 'Birthday', operator: '=' as const, value });

describe('a day that moves along', () => {
  it.each([
    ['{%today%}', { day: null, shift: 0, everyYear: false }],
    [' {% Today - 30 %} ', { day: null, shift: -30, everyYear: false }],
    ['{%today+7 every year%}', { day: null, shift: 7, everyYear: true }],
    ['{%2026-05-03 every year%}', { day: '2026-05-03', shift: 0, everyYear: true }],
  ])('is read from %s', (value, expected) => {
    expect(readRelativeDay(value)).toEqual(expected);
    expect(readRelativeDay(writeRelativeDay(expected))).toEqual(expected);
  });

  it.each([
    'today',
    '{%today',
    '{%Today’s soup%}',
    '{%today%} and more',
    '{%2026-13-03%}',
    '{%today+12345%}',
    '',
  ])('is not %j', (value) => {
    expect(readRelativeDay(value)).toBeNull();
    expect(onDay([filter(value)], '2026-11-21')).toEqual([filter(value)]);
  });

  it('becomes the day of sending', () => {
    const values = ['{%today%}', '{%today-30%}', '{%today+7 every year%}', 'gold'];
    const meant = onDay(values.map(filter), '2026-12-28').map(({ value }) => value);
    expect(meant).toEqual(['2026-12-28', '2026-11-28', '{%2027-01-04 every year%}', 'gold']);
    expect([isRelativeDay(values.map(filter)), isRelativeDay(meant.map(filter))]).toEqual([true, false]);
  });
});

describe('every year', () => {
  const falls = (birthday: string, on: string) =>
    new RegExp(anniversaries(`{%${on} every year%}`) ?? '(?!)').test(birthday);

  it.each([
    '1990-05-03',
    '1990-5-3',
    '05/03',
    '5/3',
    '5-3',
    '5/3/1990',
    '5 / 3 / 90',
    '1990-05-03 10:00',
    '1990-05-03T10:00',
  ])('%s falls on the 3rd of May', (birthday) => {
    expect(falls(birthday, '2026-05-03')).toBe(true);
    for (const other of ['2026-05-04', '2026-05-30', '2026-05-13', '2026-03-05', '2026-11-03', '2026-12-05'])
      expect(falls(birthday, other)).toBe(false);
  });

  it('finds the 29th of February in every year', () => {
    expect(falls('2000-02-29', '2028-02-29')).toBe(true);
    expect(falls('2000-02-29', '2028-02-28')).toBe(false);
    expect(falls('2/29', '2026-02-28')).toBe(true);
    expect(falls('2/28', '2026-02-28')).toBe(true);
    expect(falls('2/28', '2028-02-28')).toBe(true);
    // No other month, and no other day of February, takes the next day's.
    expect([falls('3/28', '2026-03-28'), falls('3/29', '2026-03-28')]).toEqual([true, false]);
    expect([falls('2/10', '2026-02-10'), falls('2/28', '2026-02-10')]).toEqual([true, false]);
  });

  it.each(['', 'May 3', '53', '15/3', '5/3x', '5/31'])('%j is no date, or another', (birthday) => {
    expect(falls(birthday, '2026-05-03')).toBe(false);
  });
});
