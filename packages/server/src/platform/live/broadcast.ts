/**
 * Live news for the browsers of other processes on the same database, by PostgreSQL's LISTEN and NOTIFY over
 * a connection of its own. Each process says which accounts have browsers with it, so that nothing is passed
 * on that nobody waits for. News may be lost on the way (no connection, a text too long for NOTIFY): it costs
 * a refresh.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import type { Background } from '../services.ts';
import type { LiveHub } from './hub.ts';

const CHANNEL = 'parley_live';
const ANNOUNCE_MS = 10_000;
/** An account whose browsers nobody has spoken of for so long has none there any more. */
const WANTED_MS = 25_000;
const CONNECT_AGAIN_MS = 1_000;
/** PostgreSQL takes less than 8,000 bytes. */
const LONGEST = 7_900;
const ACCOUNTS_AT_ONCE = 400;
const MOST_WAITING = 1_000;

/** `from`: the process that says it, which hears it too. */
type Word =
  /** Somebody new asks who listens. */
  { is: 'who' } | { is: 'listening'; accounts: number[] } | { is: 'news'; account: number; text: string };

/** Joins a hub with those of all other processes. `pool`: its one connection is kept for this. */
export function shareNews(hub: LiveHub, pool: pg.Pool, log: Log): Background {
  const self = randomUUID();
  /** Accounts with browsers elsewhere, and until when that holds. */
  const wanted = new Map<number, number>();
  const stop = new AbortController();
  let client: pg.PoolClient | null = null;
  let waiting: string[] = [];
  let sending = false;

  function say(word: Word): void {
    const text = JSON.stringify({ from: self, ...word });
    if (!client || waiting.length >= MOST_WAITING || Buffer.byteLength(text) > LONGEST) return;
    waiting.push(text);
    if (!sending) void send(client);
  }

  async function send(through: pg.PoolClient): Promise<void> {
    sending = true;
    try {
      while (waiting.length > 0) {
        const texts = waiting;
        waiting = [];
        await through.query(`select pg_notify('${CHANNEL}', word) from unnest($1::text[]) as said (word)`, [
          texts,
        ]);
      }
    } catch (error) {
      log.debug({ err: error }, 'live news was not passed on');
    } finally {
      sending = false;
    }
  }

  /** Also when there is nothing to tell: it finds out whether the connection lives. */
  function announce(accounts = hub.accounts()): void {
    for (let from = 0; from === 0 || from < accounts.length; from += ACCOUNTS_AT_ONCE)
      say({ is: 'listening', accounts: accounts.slice(from, from + ACCOUNTS_AT_ONCE) });
  }

  function hear(payload: string): void {
    const { from, ...word } = JSON.parse(payload) as Word & { from: string };
    if (from === self) return;
    if (word.is === 'who') announce();
    else if (word.is === 'news') hub.pass(word.account, word.text);
    else for (const account of word.accounts) wanted.set(account, performance.now() + WANTED_MS);
  }

  async function listen(): Promise<void> {
    const listening = await pool.connect();
    try {
      listening.on('notification', ({ payload = '' }) => hear(payload));
      await listening.query(`listen ${CHANNEL}`);
      client = listening;
      say({ is: 'who' });
      announce();
      await once(listening, 'end', { signal: stop.signal });
    } finally {
      client = null;
      waiting = [];
      listening.release(true);
    }
  }

  async function keepListening(): Promise<void> {
    while (!stop.signal.aborted) {
      await listen().catch((error: unknown) => log.debug({ err: error }, 'live news of others is not heard'));
      await sleep(CONNECT_AGAIN_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }

  const isWanted = (account: number) => (wanted.get(account) ?? 0) > performance.now();
  hub.join({
    wants: isWanted,
    publish: (account, text) => say({ is: 'news', account, text }),
    arrived: (account) => announce([account]),
  });
  const ticker = setInterval(() => {
    for (const account of wanted.keys()) if (!isWanted(account)) wanted.delete(account);
    announce();
  }, ANNOUNCE_MS);
  const running = keepListening();
  return {
    async stop() {
      clearInterval(ticker);
      stop.abort();
      await running;
    },
  };
}
