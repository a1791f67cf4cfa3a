import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateKeys, datesBetween, isDateOn, startOfDate } from './date-trigger.ts';
import type { TriggerDate } from './event-trigger.ts';
import { parseTrigger } from './event-trigger.ts';

const birthday = (days = 0, at = '09:00'): TriggerDate => ({ tag: 7, days, at, every: 'year' });

describe('the date in a tag', () => {
  it.each([
    ['1990-05-03', '2026-05-03', true],
    ['5/3/1990', '2026-05-03', true],
    [' 05-03 ', '2026-05-03', true],
    ['1990-05-03T10:00', '2026-05-03', true],
    ['1990-05-04', '2026-05-03', false],
    ['soon', '2026-05-03', false],
    // Born on the 29th of February.
    ['2000-02-29', '2026-02-28', true],
    ['2000-02-29', '2028-02-28', false],
    ['2000-02-29', '2028-02-29', true],
    ['2000-02-28', '2028-02-28', true],
    // Nobody has an anniversary before the date itself.
    ['2026-05-03', '2025-05-03', false],
    ['2026-05-03', '2026-05-03', true],
  ])('each year: %s on %s is %s', (value, day, is) => {
    expect(isDateOn(value, day, 'year')).toBe(is);
  });

  it('once is that day alone', () => {
    expect(isDateOn('5/3/2026 14:30', '2026-05-03', 'date')).toBe(true);
    expect(isDateOn('5/3/2025', '2026-05-03', 'date')).toBe(false);
    expect(isDateOn('5/3', '2026-05-03', 'date')).toBe(false);
  });

  it('is found by keys for the day, and for the 29th of February in other years', () => {
    expect(dateKeys(7, '2026-05-03')).toEqual(['7 5-3']);
    expect(dateKeys(7, '2026-02-28')).toEqual(['7 2-28', '7 2-29']);
    expect(dateKeys(7, '2028-02-28')).toEqual(['7 2-28']);
  });

  it('every moment between two instants, wherever somebody lives, is of a day that is looked at', () => {
    const zones = ['Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York', 'Asia/Kathmandu'];
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2030, 0) }),
        fc.integer({ min: 0, max: 80 }),
        fc.integer({ min: -365, max: 365 }),
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom(...zones),
        (from, hours, days, hour, zone) => {
          const date = birthday(days, `${String(hour).padStart(2, '0')}:00`);
          const [begin, end] = [
            new Date(from).toISOString(),
            new Date(from + hours * 3_600_000).toISOString(),
          ];
          const looked = datesBetween(date, begin, end);
          const near = datesBetween(
            date,
            new Date(from - 9e8).toISOString(),
            new Date(from + 12e8).toISOString(),
          );
          for (const day of near) {
            const start = Date.parse(startOfDate(date, day, zone));
            if (start >= Date.parse(begin) && start <= Date.parse(end)) expect(looked).toContain(day);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a trigger by a date', () => {
  const date = birthday(-3);
  it('has no wait, no repeat and no details of its own', () => {
    const read = parseTrigger({ event: 'date.reached', date, wait: { for: 'time', minutes: 5 } });
    expect(read.trigger).toMatchObject({ date, wait: { for: 'nothing' }, repeat: { as: 'once' }, where: [] });
  });
  it.each([
    [{ event: 'date.reached' }, '/date'],
    [{ event: 'list.joined', date }, '/date'],
    [{ event: 'date.reached', date: { ...date, days: 366 } }, '/date/days'],
    [{ event: 'date.reached', date: { ...date, at: '24:00' } }, '/date/at'],
    [{ event: 'date.reached', date: { ...date, tag: 0 } }, '/date/tag'],
    [{ event: 'date.reached', date, where: [{ property: 'list', is: 'in', value: [1] }] }, '/where'],
  ])('%j is refused at %s', (input, pointer) => {
    expect(parseTrigger(input).problems).toMatchObject([{ pointer }]);
  });
});
