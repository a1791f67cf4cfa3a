/** Runs before each test file: wakes the fault that is tried, and says which faults' places each test came by. */
import { afterAll, afterEach, beforeEach, inject } from 'vitest';

type Hits = Record<string, number>;
type Instrumented = {
  activeMutant: string;
  currentTestId?: string;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
  hitCount: number;
  hitLimit: number;
};

declare module 'vitest' {
  export interface ProvidedContext {
    /** Its id; '': none is awake. */
    fault: string;
  }
  interface TaskMeta {
    /** The faults that each test came by, by the test's id, and with '' those outside of tests. */
    faultsSeen?: Record<string, string[]>;
  }
}

/** A loop that a fault made endless ends here. */
const MOST_HITS = 2_000_000;

const state: Instrumented = { activeMutant: inject('fault'), hitCount: 0, hitLimit: MOST_HITS };
(globalThis as { __stryker__?: Instrumented }).__stryker__ = state;

beforeEach(({ task }) => {
  state.currentTestId = task.id;
});

afterEach(() => {
  state.currentTestId = undefined;
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the parameter what a hook needs.
afterAll(({}, suite) => {
  const { static: outside = {}, perTest = {} } = state.mutantCoverage ?? {};
  const hits = Object.entries({ ...perTest, '': outside });
  suite.meta.faultsSeen = Object.fromEntries(hits.map(([test, seen]) => [test, Object.keys(seen)]));
});
