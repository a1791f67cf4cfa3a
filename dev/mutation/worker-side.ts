/**
 * Vitest's runner in the worker: one process with all modules loaded runs one job after the other, each a
 * test file with or without a fault. After a file it says what came of it, and gets the next.
 */
import { inject, TestRunner } from 'vitest';

/** `tests`: undefined for all of the file. `bail`: the rest is skipped when one has failed. */
export type Job = {
  file: string;
  tests?: string[];
  fault: string;
  testMs: number;
  pollMs: number;
  bail: boolean;
};
/**
 * `failure`: the first one, with the id of its test ('': the file itself). `hits`: how often the fault's
 * place was come by. `seen`: the faults that each test came by, with '' those outside of tests.
 */
export type Outcome = {
  failure?: { test: string; text: string };
  hits: number;
  tests: { id: string; ms: number }[];
  seen: Record<string, string[]>;
};

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a worker asks for jobs. */
    jobs: string;
    /** The fault that is awake while modules are loaded; '': none. */
    fault: string;
  }
}

type Hits = Record<string, number>;
type Task = {
  id: string;
  name: string;
  type: string;
  mode: string;
  tasks?: Task[];
  result?: { state: string; duration?: number; errors?: { message?: string }[] };
};
type WorkerState = {
  ctx: { files: { filepath: string; testIds?: string[] }[] };
  config: { testTimeout: number; hookTimeout: number; expect: { poll?: { timeout?: number } } };
};

/** A loop that a fault made endless ends here. */
const MOST_HITS = 2_000_000;

const coverage: { static: Hits; perTest: Record<string, Hits> } = { static: {}, perTest: {} };
const state = {
  activeMutant: inject('fault'),
  currentTestId: undefined as string | undefined,
  mutantCoverage: coverage,
  hitCount: 0,
  hitLimit: MOST_HITS,
};
(globalThis as { __stryker__?: typeof state }).__stryker__ = state;

const allOf = (task: Task): Task[] => [task, ...(task.tasks ?? []).flatMap(allOf)];

function outcomeOf(file: Task): Outcome {
  const tasks = allOf(file);
  const failed = tasks.findLast(({ result }) => result?.state === 'fail' && result.errors?.length);
  const place = file.name.split('/').at(-1);
  const text = failed && `${place}: ${failed.name}: ${failed.result?.errors?.[0]?.message?.split('\n')[0]}`;
  const seen = Object.entries({ ...coverage.perTest, '': coverage.static });
  return {
    ...(failed && text && { failure: { test: failed.type === 'test' ? failed.id : '', text } }),
    hits: state.hitCount,
    tests: tasks
      .filter(({ type, result }) => type === 'test' && result?.state === 'pass')
      .map(({ id, result }) => ({ id, ms: result?.duration ?? 0 })),
    seen: state.activeMutant ? {} : Object.fromEntries(seen.map(([test, hits]) => [test, Object.keys(hits)])),
  };
}

function forget(): void {
  coverage.static = {};
  coverage.perTest = {};
  state.currentTestId = undefined;
  state.hitCount = 0;
}

async function next(outcome: Outcome | null): Promise<Job | null> {
  const body = JSON.stringify({ pid: process.pid, outcome });
  const answer = await fetch(inject('jobs'), { method: 'POST', body });
  return (await answer.json()) as Job | null;
}

export default class extends TestRunner {
  private job: Job | null = null;
  private hasFailed = false;
  private readonly worker = (globalThis as unknown as { __vitest_worker__: WorkerState }).__vitest_worker__;

  onBeforeCollect(): void {
    if (!this.job) return;
    const { config } = this.worker;
    config.testTimeout = this.job.testMs;
    config.hookTimeout = this.job.testMs;
    config.expect.poll = { ...config.expect.poll, timeout: this.job.pollMs };
    forget();
    state.activeMutant = this.job.fault;
    this.hasFailed = false;
  }

  override async onBeforeRunTask(test: Parameters<TestRunner['onBeforeRunTask']>[0]): Promise<void> {
    if (this.hasFailed && this.job?.bail) test.mode = 'skip';
    await super.onBeforeRunTask(test);
    state.currentTestId = test.id;
  }

  override onAfterRunTask(test: Parameters<TestRunner['onAfterRunTask']>[0]): void {
    state.currentTestId = undefined;
    if (test.result?.state === 'fail') this.hasFailed = true;
    super.onAfterRunTask(test);
  }

  override async onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): Promise<void> {
    super.onAfterRunFiles(files);
    const outcome = this.job ? outcomeOf(files[0] as unknown as Task) : null;
    this.job = await next(outcome);
    if (!this.job) return;
    // Vitest goes through this list, and sees what is added to it.
    this.worker.ctx.files.push({
      ...this.worker.ctx.files[0],
      filepath: this.job.file,
      testIds: this.job.tests,
    });
  }
}
