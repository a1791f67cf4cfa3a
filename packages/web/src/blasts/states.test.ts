import { expect, test } from 'vitest';
import { waitsUntil } from './states.ts';

test('a blast says when it goes on only while nothing of it goes out for a while', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const tomorrow = inMinutes(600);
  expect(waitsUntil({ state: 'running', nextAt: tomorrow })).toBe(tomorrow);
  expect(waitsUntil({ state: 'running', nextAt: inMinutes(0.5) })).toBe('');
  expect(waitsUntil({ state: 'running', nextAt: inMinutes(-5) })).toBe('');
  expect(waitsUntil({ state: 'running', nextAt: '' })).toBe('');
  expect(waitsUntil({ state: 'paused', nextAt: tomorrow })).toBe('');
});
