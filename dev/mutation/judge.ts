/** Whether a fault is seen by the tests that come by its place. */
import type { Reach } from './reach.ts';
import type { Worker } from './worker.ts';

/**
 * `left`: the files that were not run because the time was over. `atLoad`: only loading comes by, with a
 * process of its own.
 */
export type Verdict = { seenBy: string; left: number; atLoad: boolean };

/** The machine may have been too busy: only a second one like it counts. */
const TOO_SLOW = /timed out|did not start in time|did not run/i;
const SHORTEST_MS = 15_000;
/** How much longer than without a fault something may take before it is given up. */
const PATIENCE = 8;
/** A file that only loading comes by needs a process for it. */
const MOST_AT_LOAD = 3;

function jobOf({ file, tests, longest }: Reach, fault: string) {
  const testMs = Math.max(SHORTEST_MS, PATIENCE * longest);
  return { file, tests, fault, testMs, pollMs: testMs / 2, bail: true };
}

/** `whole`: what the tests that come by do not see, their whole files may. */
export function createJudge(worker: Worker, secondsPerFault: number, whole: boolean) {
  const run = (fault: string, reach: Reach) =>
    worker.run(jobOf(reach, fault), 2 * SHORTEST_MS + PATIENCE * (reach.ms + reach.longest));

  /**
   * A failure counts when the same tests pass with no fault awake; one by a time-out, or in a spoilt process,
   * only when it comes again.
   */
  async function confirmed(fault: string, reach: Reach, first: string): Promise<string> {
    if (!(await run('', reach)).failure) {
      if (!TOO_SLOW.test(first)) return first;
    } else {
      // What an earlier fault left in the process, or tests that need those before them.
      await worker.restart('');
      if ((await run('', reach)).failure)
        return reach.tests ? failureOf(fault, { ...reach, tests: undefined }) : '';
    }
    return (await run(fault, reach)).failure?.text ?? '';
  }

  async function failureOf(fault: string, reach: Reach): Promise<string> {
    const outcome = await run(fault, reach);
    return outcome.failure ? confirmed(fault, reach, outcome.failure.text) : '';
  }

  async function firstFailure(fault: string, reached: Reach[]): Promise<string> {
    for (const reach of reached) {
      const seenBy = await failureOf(fault, reach);
      if (seenBy) return seenBy;
    }
    return '';
  }

  async function judge(fault: string, reached: Reach[]): Promise<Verdict> {
    const end = Date.now() + secondsPerFault * 1000;
    for (const [place, reach] of reached.entries()) {
      if (place > 0 && Date.now() > end) return { seenBy: '', left: reached.length - place, atLoad: false };
      const outcome = await run(fault, reach);
      const seenBy = outcome.failure ? await confirmed(fault, reach, outcome.failure.text) : '';
      if (seenBy) return { seenBy, left: 0, atLoad: false };
    }
    // What a file works out once and keeps is come by in its first test alone.
    const files = whole ? reached.map((reach) => ({ ...reach, tests: undefined })) : [];
    return { seenBy: await firstFailure(fault, files), left: 0, atLoad: false };
  }

  /**
   * What is worked out while modules are loaded is come by in a new process alone. `near`: tests that use the
   * module.
   */
  async function judgeLoaded(fault: string, near: Reach[]): Promise<Verdict> {
    let seenBy = '';
    for (const reach of near.slice(0, MOST_AT_LOAD)) {
      await worker.restart(fault);
      const outcome = await run(fault, { ...reach, tests: undefined });
      seenBy = outcome.failure?.text ?? '';
      if (seenBy) break;
    }
    await worker.restart('');
    return { seenBy, left: Math.max(0, near.length - MOST_AT_LOAD), atLoad: true };
  }

  return { judge, judgeLoaded };
}
