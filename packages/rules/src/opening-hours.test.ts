import { expect, test } from 'vitest';
import { isOpenAt } from './opening-hours.ts';

const nineToFive = { from: '09:00', to: '17:00' };
const week = [nineToFive, nineToFive, nineToFive, nineToFive, { from: '18:00', to: '02:00' }, null, null];
const hours = { week, holidays: ['2026-11-26'], zone: 'America/New_York' };

// November 23, 2026 is a Monday; New York is five hours behind.
test.each([
  ['opens on the minute', '2026-11-23T14:00:00Z', true],
  ['is closed the minute before', '2026-11-23T13:59:59Z', false],
  ['closes on the minute', '2026-11-23T22:00:00Z', false],
  ['is open the minute before', '2026-11-23T21:59:59Z', true],
  ['is closed on a holiday', '2026-11-26T15:00:00Z', false],
  ['is open before midnight', '2026-11-28T04:30:00Z', true],
  ['is open past midnight, on a closed day', '2026-11-28T06:59:00Z', true],
  ['closes past midnight', '2026-11-28T07:00:00Z', false],
  ['is not open before the hours that pass midnight', '2026-11-27T20:00:00Z', false],
  ['goes by its own zone: Sunday evening there is Monday in UTC', '2026-11-23T02:00:00Z', false],
])('%s', (_, at, open) => {
  expect(isOpenAt(hours, at)).toBe(open);
});

test('goes by the wall clock when clocks change', () => {
  const all = { ...hours, week: Array(7).fill(nineToFive), holidays: [] };
  expect(isOpenAt(all, '2026-03-07T13:30:00Z')).toBe(false);
  expect(isOpenAt(all, '2026-03-08T13:30:00Z')).toBe(true);
});

test('a holiday ends what begins on it, past midnight too', () => {
  const off = { ...hours, holidays: ['2026-11-27'] };
  expect(isOpenAt(off, '2026-11-28T06:00:00Z')).toBe(false);
});

test('a day to its end is open to its last minute', () => {
  const day = { ...hours, week: Array(7).fill({ from: '00:00', to: '24:00' }), holidays: [] };
  expect(isOpenAt(day, '2026-11-24T04:59:59Z')).toBe(true);
});
