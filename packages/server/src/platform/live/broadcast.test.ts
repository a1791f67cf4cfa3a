/** Two processes on one database: a browser hears what happens in either. */
import { once } from 'node:events';
import type { LiveMessage } from '@parley/contract';
import { afterEach, expect, test } from 'vitest';
import { useHarness } from '../../testing/harness.ts';
import { openDatabase } from '../db/database.ts';
import { createLog } from '../log.ts';
import { shareNews } from './broadcast.ts';
import { createLiveHub } from './hub.ts';

const harness = useHarness();
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const ACCOUNT = 7;
const news = (phone: string): LiveMessage => ({ type: 'phone', phone });

/** The hub of a process of its own. */
function startProcess() {
  const hub = createLiveHub();
  const url = (harness().services.pool.options as { connectionString: string }).connectionString;
  const { pool, close } = openDatabase(url, 1);
  closers.push(close);
  const sharing = shareNews(hub, pool, createLog('fatal'));
  closers.push(sharing.stop);
  return hub;
}

test('news reaches the browsers of all processes, once, and those of no other account', async () => {
  const [one, other] = [startProcess(), startProcess()];
  const heard: LiveMessage[] = [];
  const elsewhere: LiveMessage[] = [];
  one.listen(ACCOUNT, (message) => heard.push(message));
  one.listen(ACCOUNT + 1, (message) => elsewhere.push(message));
  await expect.poll(() => other.hasListeners(ACCOUNT)).toBe(true);
  expect(other.hasListeners(ACCOUNT + 2)).toBe(false);
  other.publish(ACCOUNT, news('+12125550100'));
  one.publish(ACCOUNT, news('+12125550101'));
  other.publish(ACCOUNT, news('+12125550102'));
  await expect.poll(() => heard.length).toBe(3);
  expect(heard).toEqual(expect.arrayContaining([0, 1, 2].map((n) => news(`+1212555010${n}`))));
  expect(elsewhere).toEqual([]);
});

test('it ends at once when it is told to while it still connects', async () => {
  const url = (harness().services.pool.options as { connectionString: string }).connectionString;
  const { pool, close } = openDatabase(url, 1);
  closers.push(close);
  const connected = once(pool, 'connect');
  const sharing = shareNews(createLiveHub(), pool, createLog('fatal'));
  await connected;
  await sharing.stop();
  expect(pool.totalCount).toBe(0);
});

test('a process that comes later learns who listens, also after its connection was cut', async () => {
  const one = startProcess();
  const heard: LiveMessage[] = [];
  one.listen(ACCOUNT, (message) => heard.push(message));
  const late = startProcess();
  await expect.poll(() => late.hasListeners(ACCOUNT)).toBe(true);
  const { rowCount } = await harness().services.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like any(array['listen parley_live', 'select pg_notify%'])
       and pid <> pg_backend_pid()`,
  );
  expect(rowCount).toBe(2);
  await expect
    .poll(() => {
      late.publish(ACCOUNT, news('+12125550103'));
      return heard.length;
    })
    .toBeGreaterThan(0);
});

test('what is too long for the way, or finds no way, is lost and harms nothing', async () => {
  const [one, other] = [startProcess(), startProcess()];
  const heard: LiveMessage[] = [];
  one.listen(ACCOUNT, (message) => heard.push(message));
  other.publish(ACCOUNT, news('before there was a connection'));
  await expect.poll(() => other.hasListeners(ACCOUNT)).toBe(true);
  other.publish(ACCOUNT, news('€'.repeat(4_000)));
  other.publish(ACCOUNT, news('+12125550104'));
  await expect.poll(() => heard.length).toBe(1);
  expect(heard).toEqual([news('+12125550104')]);
});
