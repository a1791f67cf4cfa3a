/** Runs tasks one after the other, each not before its own pause is over. */
export type Task = (keepalive: boolean) => Promise<void>;

export type Queue = ReturnType<typeof createQueue>;

export function createQueue(onCount: (waiting: number) => void) {
  let tail: Promise<void> = Promise.resolve();
  let waiting = 0;
  let finished = 0;
  let leaving = false;
  const pauses = new Set<() => void>();
  const idle: (() => void)[] = [];

  function pause(ms: number): Promise<void> {
    if (ms <= 0 || leaving) return Promise.resolve();
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer);
        pauses.delete(over);
        resolve();
      };
      const timer = setTimeout(over, ms);
      pauses.add(over);
    });
  }

  function count(by: number): void {
    waiting += by;
    if (by < 0) finished += 1;
    onCount(waiting);
    if (waiting === 0) for (const run of idle.splice(0)) run();
  }

  return {
    /** Settles when the task has run; rejects when the task does, and later tasks run all the same. */
    push(task: Task, pauseMs = 0): Promise<void> {
      count(1);
      const over = pause(pauseMs);
      const ran = tail.then(() => over).then(() => task(leaving));
      tail = ran.then(
        () => count(-1),
        () => count(-1),
      );
      return ran;
    },
    /** Ends all pauses; `keepalive`: the page goes away, requests must outlive it. */
    hurry(keepalive: boolean): void {
      leaving = keepalive;
      for (const over of [...pauses]) over();
    },
    /** How many tasks have run. */
    finished: () => finished,
    /** Resolves once nothing waits any more. */
    whenIdle(): Promise<void> {
      return waiting === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve));
    },
  };
}
