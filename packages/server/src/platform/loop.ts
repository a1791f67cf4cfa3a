import { isUnavailable } from './db/outage.ts';
import type { Log } from './log.ts';

/**
 * A background loop: runs `once` again and again while it says there is more, else sleeps until woken or the
 * pause is over.
 */
export type Loop = {
  /** Look now: something became due in this process. */
  wake: () => void;
  /** No new round after this; resolves when the running one is finished. */
  stop: () => Promise<void>;
};

const PAUSE_AFTER_ERROR_MS = 1_000;

export function startLoop(options: {
  name: string;
  log: Log;
  /**
   * How long to sleep when there is nothing to do, in ms: work of other processes is found this late at most.
   * Infinity: until it is woken.
   */
  pauseMs: number;
  /** One round; true: there may be more at once. `isStopping`: no waiting any more. */
  once: (isStopping: () => boolean) => Promise<boolean>;
}): Loop {
  const { name, log, pauseMs, once } = options;
  let stopped = false;
  let woken = false;
  let endSleep: (() => void) | null = null;
  let away = false;

  /**
   * A database that is away is told once by each loop: they ask again and again, perhaps for hours, and the
   * log's disk may be full too.
   */
  function tell(error: unknown): void {
    const again = away;
    away = isUnavailable(error);
    if (away && again) log.debug({ err: error, loop: name }, 'the database is still away');
    else if (away)
      log.warn({ reason: (error as Error).message, loop: name }, 'a background round waits for the database');
    else log.error({ err: error, loop: name }, 'a background round failed');
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(done, ms) : undefined;
      function done() {
        clearTimeout(timer);
        endSleep = null;
        resolve();
      }
      endSleep = done;
    });
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      let pause = pauseMs;
      try {
        if (await once(() => stopped)) pause = 0;
        if (away) log.info({ loop: name }, 'a background round goes on');
        away = false;
      } catch (error) {
        // The round's transaction is rolled back and its claims run out: the work comes again.
        tell(error);
        pause = PAUSE_AFTER_ERROR_MS;
        woken = false;
      }
      if (pause > 0 && !woken && !stopped) await sleep(pause);
    }
  }

  const running = run();
  return {
    wake() {
      woken = true;
      endSleep?.();
    },
    async stop() {
      stopped = true;
      endSleep?.();
      await running;
    },
  };
}
