/** What signing in leaves behind is swept once it is worth nothing, and not a moment earlier. */
import { calls } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { createHarness, eventually } from '../testing/harness.ts';
import { feature } from './feature.ts';

const START = '2026-03-10T12:00:00Z';
const DAY = 86_400_000;

/**
 * A sweep that began before the clock was moved may be at work still: each look has a harness and a sweep of
 * its own.
 */
async function sweptAfter(ms: number) {
  const clock = manualClock(START);
  const harness = await createHarness({ clock });
  const { services } = harness;
  try {
    const user = await harness.newUser({ email: 'swept@example.com', phone: '2125550140' });
    await services.pool.query('update users set phone_verified = true where id = $1', [user.userId]);
    await harness.stranger().ask(calls.access.sendPasswordCode, { email: 'swept@example.com' });
    const click =
      'insert into idempotency_keys (account_id, user_id, key, request_hash, at) values ($1, $2, $3, $4, $5)';
    const whose = [user.accountId, user.userId];
    await services.pool.query(click, [...whose, 'a click of today', Buffer.of(), clock.now()]);
    // The last thing that is swept.
    await services.pool.query(click, [...whose, 'long over', Buffer.of(), new Date(0)]);
    clock.advance(ms);
    const loops = feature.start?.(services) ?? [];
    try {
      await eventually(
        async () =>
          (await services.pool.query("select 1 from idempotency_keys where key = 'long over'")).rowCount ===
          0,
      );
    } finally {
      await Promise.all(loops.map((loop) => loop.stop()));
    }
    const left = async (table: string) =>
      (await services.pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows > 0;
    return {
      session: await left('sessions'),
      code: await left('password_reset_codes'),
      device: await left('known_devices'),
      tries: await left('throttles'),
      click: await left('idempotency_keys'),
    };
  } finally {
    await harness.stop();
  }
}

const LIVES = {
  code: 10 * 60_000 - 1,
  session: ACCESS_LIMITS.sessionHours * 3_600_000 - 1,
  click: DAY,
  tries: 2 * DAY,
  device: 400 * DAY,
};

test.each(Object.entries(LIVES))('a %s is kept as long as it is good for something', async (what, ms) => {
  const kept = (moment: number) =>
    Object.fromEntries(Object.entries(LIVES).map(([each, life]) => [each, moment <= life]));
  expect([what, await sweptAfter(ms)]).toEqual([what, kept(ms)]);
  expect([what, await sweptAfter(ms + 1)]).toEqual([what, kept(ms + 1)]);
});
