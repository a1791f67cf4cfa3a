/** The pace that is found out, played against carriers of several makes on a clock of the test's own. */
import { expect, test } from 'vitest';
import { createCongestion } from './congestion.ts';

const STEP_MS = 10;
const PAUSE_MS = 500;
/** Without a pace, a connection hands over so many a second. */
const UNPACED = 2_000;

type Centre = (at: number) => boolean;
/** Takes so many in each second of its clock. */
function bySecond(most: number): Centre {
  let second = -1;
  let count = 0;
  return (at) => {
    const now = Math.floor(at / 1_000);
    if (now !== second) count = 0;
    second = now;
    count += 1;
    return count <= most;
  };
}
/** Takes so many a second evenly, and a few at once. */
function byBucket(most: number, burst: number): Centre {
  let tokens = burst;
  let last = 0;
  return (at) => {
    tokens = Math.min(burst, tokens + (most * (at - last)) / 1_000);
    last = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/**
 * Sends for so many seconds as a channel does; answers what was taken in the second half, a second, and how
 * many refusals there were in all.
 */
function send(centre: Centre, seconds: number): { perSecond: number; refused: number } {
  let at = 0;
  const congestion = createCongestion(() => at);
  let owed = 0;
  let restsUntil = 0;
  let [taken, refused] = [0, 0];
  for (; at < seconds * 1_000; at += STEP_MS) {
    if (at < restsUntil) continue;
    owed = Math.min(owed + ((congestion.rate() ?? UNPACED) * STEP_MS) / 1_000, UNPACED);
    for (; owed >= 1; owed -= 1) {
      if (centre(at)) {
        congestion.taken(1);
        if (at >= seconds * 500) taken += 1;
      } else {
        refused += 1;
        congestion.refused();
        restsUntil = at + PAUSE_MS;
        owed = 0;
        break;
      }
    }
  }
  return { perSecond: taken / (seconds / 2), refused };
}

test.each([
  ['counts by seconds', () => bySecond(200), 200],
  ['takes them evenly', () => byBucket(200, 20), 200],
  ['takes them evenly, and few', () => byBucket(20, 5), 20],
  ['takes many', () => byBucket(1_500, 100), 1_500],
])('of a carrier that %s most of what it takes is used, with few refusals', (_name, centre, most) => {
  const { perSecond, refused } = send(centre(), 120);
  expect(perSecond).toBeGreaterThan(most * 0.75);
  expect(refused).toBeLessThan(60);
});

test('a carrier that becomes slower is followed, and one that becomes quicker, too', () => {
  let at = 0;
  const congestion = createCongestion(() => at);
  expect(congestion.rate()).toBeNull();
  for (; at < 1_000; at += 10) congestion.taken(2);
  congestion.refused();
  expect(congestion.rate()).toBeCloseTo(170, -1);
  at += 60_001;
  expect(congestion.rate()).toBeNull();
});

test('refusals of one moment are one, and a carrier that takes hardly anything is left to its pauses', () => {
  let at = 0;
  const congestion = createCongestion(() => at);
  congestion.refused();
  expect(congestion.rate()).toBeNull();
  for (; at < 1_000; at += 10) congestion.taken(1);
  congestion.refused();
  const cut = congestion.rate();
  for (let n = 0; n < 50; n += 1) congestion.refused();
  expect(congestion.rate()).toBe(cut);
});

test('five in the last second are enough to go by, four are not; what was taken a second ago does not count', () => {
  for (const [taken, rate] of [
    [4, null],
    [5, 5 * 0.85],
  ] as const) {
    let at = 0;
    const congestion = createCongestion(() => at);
    congestion.taken(100);
    at = 1_000;
    congestion.taken(taken);
    congestion.refused();
    expect(congestion.rate()).toBe(rate);
  }
});

test('a refusal within a second of another says nothing, one a second later cuts again', () => {
  let at = 0;
  const congestion = createCongestion(() => at);
  congestion.taken(100);
  congestion.refused();
  expect(congestion.rate()).toBe(85);
  at = 999;
  congestion.refused();
  at = 1_000;
  // Doubled each second while nothing but the first refusal is known.
  expect(congestion.rate()).toBe(170);
  congestion.taken(60);
  congestion.refused();
  expect(congestion.rate()).toBe(51);
  at = 1_000 + 60_000;
  expect(congestion.rate()).toBeGreaterThan(51);
  at += 1;
  expect(congestion.rate()).toBeNull();
});
