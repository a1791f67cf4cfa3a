/**
 * What processes tell each other by NOTIFY: who listens now; and what those without background work store for
 * those that have it (platform/wakes.ts). Heard over a connection of its own. Where it is away, events are
 * fed as if somebody listened.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase } from '../platform/db/database.ts';
import type { Background, Services } from '../platform/services.ts';
import type { Signal } from '../platform/signals.ts';
import { WAKE_CHANNEL } from '../platform/wakes.ts';
import { type Listening, listenedKindsOf } from './listened-kinds.ts';

export const FEED_CHANNEL = 'parley_feed';
/** Behind it stands the account. */
export const LISTENERS = 'listeners ';

const CONNECT_AGAIN_MS = 1_000;
const PROBE_EVERY_MS = 10_000;
const PROBE_MS = 5_000;

/** Hears notices until it is stopped. */
export function hearNotices({ pool, log, signals, config }: Services): Background {
  const works = config.role !== 'web';
  const listened = listenedKindsOf(pool);
  const own = openDatabase(String(pool.options.connectionString), 1);
  const stop = new AbortController();

  async function hear(client: pg.PoolClient, payload: string): Promise<void> {
    if (payload.startsWith(LISTENERS)) {
      const accountId = Number(payload.slice(LISTENERS.length));
      await listened.renew(accountId, () => readListening(client, accountId));
    }
  }

  async function listen(): Promise<void> {
    const client = await own.pool.connect();
    const broken = new AbortController();
    const breakOff = (error: unknown) => broken.abort(error);
    const prober = setInterval(() => {
      client.query({ text: 'select 1', query_timeout: PROBE_MS } as pg.QueryConfig).catch(breakOff);
    }, PROBE_EVERY_MS);
    try {
      client.on('notification', ({ channel, payload = '' }) => {
        if (channel === WAKE_CHANNEL) signals.wake(payload as Signal);
        else hear(client, payload).catch(breakOff);
      });
      await client.query(`listen ${FEED_CHANNEL}`);
      if (works) await client.query(`listen ${WAKE_CHANNEL}`);
      listened.begin(await readListening(client));
      await once(client, 'end', { signal: AbortSignal.any([stop.signal, broken.signal]) });
    } finally {
      clearInterval(prober);
      listened.end();
      client.release(true);
    }
  }

  async function keepListening(): Promise<void> {
    while (!stop.signal.aborted) {
      await listen().catch((error: unknown) => log.debug({ err: error }, 'the feed’s notices are not heard'));
      await sleep(CONNECT_AGAIN_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }

  const running = keepListening();
  return {
    async stop() {
      stop.abort();
      await running;
      await own.close();
    },
  };
}

async function readListening(client: pg.PoolClient, accountId: number | null = null): Promise<Listening[]> {
  const { rows } = await client.query<Listening>(
    `select distinct account_id as account, kind from event_listeners
    where $1::bigint is null or account_id = $1`,
    [accountId],
  );
  return rows;
}
