/** What is planned for a day that cannot be stored is told until when it may be. */
import { expect, test } from 'vitest';
import { instantGiven } from './api/schema.ts';
import { calls } from './index.ts';
import { date } from './kernel/codec.ts';

const { schedule } = calls.blast.send.form;

test('a blast may be scheduled until the last day of 9998, and says so', () => {
  expect(schedule.codec.decode('9998-12-31 23:59:59')).toBe('9998-12-31 23:59:59');
  const tooLate = 'is too late: the last day that can be chosen is 9998-12-31';
  expect(() => schedule.codec.decode('9999-01-01 00:00:00')).toThrow(tooLate);
  expect(() => date.decode('9999-12-31')).toThrow(tooLate);
  expect(() => schedule.codec.decode('9999-02-29 09:00:00')).toThrow(
    'must be written as YYYY-MM-DD HH:mm:ss',
  );
});

test('so does a program', () => {
  expect(instantGiven.safeParse('9998-12-31T23:59:59Z').success).toBe(true);
  for (const late of ['9999-01-01T00:00:00Z', '9999-12-31T23:00:00-05:00'])
    expect(instantGiven.safeParse(late).error?.issues[0]?.message).toBe(
      'This is too late: the last day is 9998-12-31.',
    );
});
