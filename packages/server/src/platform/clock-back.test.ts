/** What a clock that was a day ahead has left behind holds nobody up once it was put right. */

import { expect, test } from 'vitest';
import { claimChunk, releaseChunk } from '../blasts/send-chunks.ts';
import { backOff, backOffLeft } from '../sending/back-off.ts';
import { takeQuota } from '../sending/rate-limit.ts';
import { useHarness } from '../testing/harness.ts';
import { manualClock } from './clock.ts';
import { sql } from './db/database.ts';
import { TooMany } from './errors.ts';
import { Runtime } from './runtime.ts';
import { takeTry, throttle } from './throttle.ts';

const harness = useHarness();
const NOW = new Date('2026-11-21T12:00:00Z');
const TOMORROW = new Date('2026-11-22T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

test('a sender goes on at its pace', async () => {
  const { db } = harness().services;
  const pace = { segmentsPerSecond: 100, segmentsPerDay: null, dayZone: 'UTC' };
  const take = (at: Date) =>
    takeQuota(db, { accountId: 1, channelId: 1 }, pace, { segments: 10, urgent: false }, at);
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
  for (let n = 0; n < 8; n += 1) await takeTry(db, TOMORROW, 'guess').catch(() => undefined);
  await takeTry(db, NOW, 'guess');
  await expect(takeTry(db, NOW, 'guess')).rejects.toThrow(TooMany);
});

test('a carrier that asked for a pause is tried again', () => {
  const clock = manualClock(TOMORROW);
  const services = { ...harness().services, clock, runtime: new Runtime() };
  const line = { id: 1 } as never;
  backOff(services, line, 2_000);
  expect(backOffLeft(services, line)).toBe(2_000);
  clock.set(NOW);
  expect(backOffLeft(services, line)).toBe(0);
  backOff(services, line, 5_000);
  clock.advance(1_000);
  backOff(services, line, 1_000);
  expect(backOffLeft(services, line)).toBe(4_000);
});

test('what of a blast was to wait for a moment goes on', async () => {
  const { db } = harness().services;
  await sql`
    insert into send_chunks (account_id, blast_id, channel_id, first_message_id, last_message_id, due_at)
    values (1, 1, 1, 1, 10, ${NOW})`.execute(db);
  const claim = (worker: string, at: Date) =>
    claimChunk(db, { worker, mine: [], busyChannels: [], lastBlastId: 0 }, at);
  const inMs = (at: Date, ms: number) => new Date(at.getTime() + ms);
  const one = await claim('ahead', TOMORROW);
  if (one) await releaseChunk(db, one, inMs(TOMORROW, 2_000), TOMORROW);
  const other = await claim('right', NOW);
  expect(other?.worker).toBe('right');
  // A rest of one's own time holds, and also that of a process whose clock differs by seconds.
  if (other) await releaseChunk(db, other, inMs(NOW, 60_000), inMs(NOW, 5_000));
  expect(await claim('soon', NOW)).toBeUndefined();
  expect((await claim('then', inMs(NOW, 60_000)))?.worker).toBe('then');
});
