import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { expect, test } from 'vitest';
import { restUntil } from './retries.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const rest = (failures: number, awaySeconds: number) => {
  const until = restUntil({ failures, failingSince: before(awaySeconds) }, NOW);
  return until && (until.getTime() - NOW.getTime()) / 1_000;
};
const MANY = WEBHOOK_LIMITS.failuresBeforeRest + WEBHOOK_LIMITS.atOnce;

test('an endpoint rests as long again as it has been away, however many deliveries failed together', () => {
  expect(rest(MANY, 0)).toBe(5);
  expect(rest(MANY, 9)).toBe(5);
  expect(rest(MANY, 10)).toBe(10);
  expect(rest(MANY, 200)).toBe(120);
  expect(rest(MANY, 86_400)).toBe(600);
});

test('one that has failed now and then goes on', () => {
  expect(rest(WEBHOOK_LIMITS.failuresBeforeRest - 1, 60)).toBe(null);
  expect(restUntil({ failures: 0, failingSince: null }, NOW)).toBe(null);
});
