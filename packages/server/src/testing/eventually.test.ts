import { expect, test } from 'vitest';
import { eventually } from './harness.ts';

test('answers what it waited for', async () => {
  let asked = 0;
  expect(await eventually(() => (++asked >= 3 ? `asked ${asked} times` : ''))).toBe('asked 3 times');
  const six = await eventually(
    () => asked++,
    (seen) => seen > 5,
  );
  expect(six).toBe(6);
});

test('says what it asked, what it wanted and what it saw last', async () => {
  const status = { message: 7, is: 'queued' };
  const waiting = eventually(
    () => status,
    ({ is }) => is === 'delivered',
    0,
  );
  await expect(waiting).rejects.toThrow(
    /Asked: \(\) => status\nWanted: .* => is === "delivered"\nSeen last: \{ message: 7, is: 'queued' \}/,
  );
});
