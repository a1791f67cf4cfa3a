/**
 * Wake-up calls for other processes, by NOTIFY: one that runs nothing in the background passes its own on, so
 * that what it stored is not found only at the next look. A call may be lost; it costs that look.
 */
import type pg from 'pg';
import type { Log } from './log.ts';
import type { Signal } from './signals.ts';

/** Heard by the rooms that hear notices anyway (feed/notices.ts). */
export const WAKE_CHANNEL = 'parley_wake';

/** Answers how a signal is passed on; those of a moment travel together. */
export function passWakes(pool: pg.Pool, log: Log): (signal: Signal) => void {
  const waiting = new Set<Signal>();
  let sending = false;

  async function send(): Promise<void> {
    sending = true;
    try {
      while (waiting.size > 0) {
        const words = [...waiting];
        waiting.clear();
        await pool.query('select pg_notify($1, word) from unnest($2::text[]) as said (word)', [
          WAKE_CHANNEL,
          words,
        ]);
      }
    } catch (error) {
      waiting.clear();
      log.debug({ err: error }, 'workers were not woken');
    } finally {
      sending = false;
    }
  }

  return (signal) => {
    waiting.add(signal);
    if (!sending) void send();
  };
}
