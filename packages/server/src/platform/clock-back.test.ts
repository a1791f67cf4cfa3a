/** What a clock that was a day ahead has left behind holds nobody up once it was put right. */
import { expect, test } from 'vitest';
import { takePace } from '../delivery/pace.ts';
import { useHarness } from '../testing/harness.ts';
import { TooMany } from './errors.ts';
import { recordFailure, refuseWhileBlocked, throttle } from './throttle.ts';

const harness = useHarness();
const NOW = new Date('2026-11-21T12:00:00Z');
const TOMORROW = new Date('2026-11-22T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

test('a sender goes on at its pace', async () => {
  const { db } = harness().services;
  const pace = { segmentsPerSecond: 100, segmentsPerDay: null, dayZone: 'UTC' };
  const take = (at: Date) => takePace(db, 1, 1, pace, 10, false, at);
  for (let n = 0; n < 3; n += 1) await take(TOMORROW);
  await take(NOW);
  expect(await take(later(1_000))).toEqual({ is: 'granted' });
  expect(await take(later(1_005))).toMatchObject({ is: 'wait' });
  // Processes whose clocks differ by seconds share one bucket.
  await take(later(5_000));
  expect(await take(later(2_000))).toMatchObject({ is: 'wait' });
});

test('counts and waits of failures are of today', async () => {
  const { db } = harness().services;
  const rule = { key: 'clock', limit: 2, windowSeconds: 60 };
  for (let n = 0; n < 2; n += 1) await throttle(db, TOMORROW, rule);
  await throttle(db, NOW, rule);
  await throttle(db, NOW, rule);
  await expect(throttle(db, NOW, rule)).rejects.toThrow(TooMany);
  for (let n = 0; n < 8; n += 1) await recordFailure(db, TOMORROW, 'guess');
  await refuseWhileBlocked(db, NOW, 'guess');
  await recordFailure(db, NOW, 'guess');
  await expect(refuseWhileBlocked(db, NOW, 'guess')).rejects.toThrow(TooMany);
});
