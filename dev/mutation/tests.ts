/** A folder's tests on code with sleeping faults: one Vitest and one PostgreSQL for all of them. */
import { join } from 'node:path';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

/** The tests of one file that come by a fault's place, with their ids. `ms`: what they take. */
type Reach = { file: TestSpecification; tests: string[]; ms: number };
export type Tests = {
  /** Runs all with no fault awake. Answers which tests come by a fault's place, the quickest files first. @throws when a test fails. */
  reach: () => Promise<(fault: string) => Reach[]>;
  /**
   * The first test that fails with a fault awake; '': none. With a database only the tests that come by its place are run, else whole files:
   * what a file computes once and keeps is come by in its first test alone.
   */
  failing: (fault: string, reached: Reach[]) => Promise<string>;
  close: () => Promise<void>;
};
type Failure = { test: string; text: string };

/** What passes is long done by then: a fault that makes a test wait is not waited for as long as a busy machine is. */
const TEST_MS = 45_000;
const POLL_MS = 20_000;
/** The machine may have been too busy: only a second one like it counts. */
const TOO_SLOW = /timed out|did not start in time|did not run/i;

export async function openTests(
  folder: { tests: string[]; withDatabase: boolean },
  code: Map<string, string>,
): Promise<Tests> {
  const vitest = await createVitest(
    {
      config: false,
      watch: false,
      // Keeps the code of a file as it was without faults.
      fsModuleCache: false,
      include: folder.tests.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`)),
      globalSetup: folder.withDatabase ? ['packages/server/src/testing/global-setup.ts'] : [],
      setupFiles: [join(import.meta.dirname, 'in-test.ts')],
      pool: 'forks',
      maxWorkers: 1,
      testTimeout: TEST_MS,
      hookTimeout: TEST_MS,
      expect: { poll: { timeout: POLL_MS } },
      reporters: [{}],
      onConsoleLog: () => false,
    },
    { plugins: [{ name: 'faults', enforce: 'pre', load: (id) => code.get(id.split('?')[0] ?? '') }] },
  );
  const independent = new Set<string>();

  /** Whether a test passes by itself with no fault awake: else it needs those before it, and that it fails alone says nothing. */
  async function isIndependent({ file }: Reach, test: string): Promise<boolean> {
    if (!independent.has(test) && !failureIn(await runOne(vitest, '', file, [test]))) independent.add(test);
    return independent.has(test);
  }

  async function failureOf(fault: string, file: TestSpecification, tests?: string[]) {
    const failure = failureIn(await runOne(vitest, fault, file, tests));
    return failure && TOO_SLOW.test(failure.text)
      ? failureIn(await runOne(vitest, fault, file, tests))
      : failure;
  }

  async function failing(fault: string, reached: Reach[]): Promise<string> {
    for (const one of reached) {
      if (!folder.withDatabase) {
        const failure = await failureOf(fault, one.file);
        if (failure) return failure.text;
        continue;
      }
      const alone = await failureOf(fault, one.file, one.tests);
      if (!alone) continue;
      if (alone.test === '' || (await isIndependent(one, alone.test))) return alone.text;
      const together = await failureOf(fault, one.file);
      if (together) return together.text;
    }
    return '';
  }

  return { reach: () => reachOf(vitest), failing, close: () => vitest.close() };
}

async function run(vitest: Vitest, fault: string, files: TestSpecification[], bail: number) {
  vitest.provide('fault', fault);
  for (const { project } of files) project.config.bail = bail;
  // What ran before stays in the state otherwise, and is answered again.
  vitest.state.filesMap.clear();
  return (await vitest.runTestSpecifications(files)).testModules;
}

/** `testIds`: undefined for all tests of the file. */
async function runOne(vitest: Vitest, fault: string, file: TestSpecification, testIds?: string[]) {
  const some = file.project.createSpecification(file.moduleId, testIds && { testIds });
  const [module] = await run(vitest, fault, [some], 1);
  if (!module) throw new Error(`${file.moduleId} did not run.`);
  return module;
}

async function reachOf(vitest: Vitest): Promise<(fault: string) => Reach[]> {
  const all = await vitest.globTestSpecifications();
  const modules = await run(vitest, '', all, 0);
  // A busy machine has a second try.
  const doubtful = all.filter(({ moduleId }) => modules.some((m) => m.moduleId === moduleId && failureIn(m)));
  const again = doubtful.length > 0 ? await run(vitest, '', doubtful, 0) : [];
  const broken = again.flatMap((module) => failureIn(module)?.text ?? []);
  if (broken.length > 0) throw new Error(`Fails without a fault:\n${broken.join('\n')}`);
  const seen = modules.map((module) => {
    const tests = [...module.children.allTests()].filter((test) => test.result().state !== 'skipped');
    const faults = new Map(
      Object.entries(module.meta().faultsSeen ?? {}).map(([id, seen]) => [id, new Set(seen)]),
    );
    const file = all.find(({ moduleId }) => moduleId === module.moduleId) as TestSpecification;
    return { file, tests, faults };
  });
  return (fault) =>
    seen
      .flatMap(({ file, tests, faults }): Reach[] => {
        const inside = tests.filter(({ id }) => faults.get(id)?.has(fault));
        // What is only come by before the tests may show in each of them.
        const reached = inside.length > 0 ? inside : faults.get('')?.has(fault) ? tests : [];
        const ms = reached.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0);
        return reached.length > 0 ? [{ file, tests: reached.map(({ id }) => id), ms }] : [];
      })
      .toSorted((a, b) => a.ms - b.ms);
}

/** What failed first in a file. `test`: its id; '': the file itself. */
function failureIn(module: TestModule): Failure | undefined {
  if (module.ok()) return undefined;
  const place = module.relativeModuleId.split('/').at(-1);
  for (const test of module.children.allTests('failed'))
    return {
      test: test.id,
      text: `${place}: ${test.fullName}: ${test.result().errors?.[0]?.message?.split('\n')[0]}`,
    };
  return { test: '', text: `${place}: ${module.errors()[0]?.message ?? 'did not run'}` };
}
