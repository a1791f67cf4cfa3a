/** Which tests come by which fault's place, measured once for each test file and kept. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Worker } from './worker.ts';
import type { Outcome } from './worker-side.ts';

/**
 * The tests of one file that come by a fault's place; `tests`: undefined for all of it. `ms`: what they take,
 * `longest`: the longest of them.
 */
export type Reach = { file: string; tests?: string[]; ms: number; longest: number };
export type Measured = Record<string, Pick<Outcome, 'tests' | 'seen'>>;

const PATIENT = { testMs: 120_000, pollMs: 60_000, bail: false, fault: '' };
const MOST_MS = 900_000;
const NOTHING = { tests: [], seen: {} };

export const testFilesIn = (paths: string[]): string[] =>
  [
    ...new Set(
      paths.flatMap((path) => (path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.test.ts`).toSorted())),
    ),
  ].map((path) => join(process.cwd(), path));

/** What is measured holds for this code. */
const keyOf = (code: Map<string, string>) =>
  createHash('sha256')
    .update(JSON.stringify([...code]))
    .digest('hex');

/**
 * Measures test files on this code with no fault awake, each once; `keptIn`: a file that keeps it for the
 * next run. A test file that fails, twice, is left out and said.
 */
export function createMeasure(
  worker: Worker,
  code: Map<string, string>,
  keptIn: string | undefined,
  say: (line: string) => void,
): (files: readonly string[]) => Promise<Measured> {
  const key = keyOf(code);
  const kept = keptIn && existsSync(keptIn) ? JSON.parse(readFileSync(keptIn, 'utf8')) : {};
  const measured: Measured = kept.key === key ? kept.measured : {};

  async function measureOne(file: string): Promise<void> {
    const once = () => worker.run({ ...PATIENT, file }, MOST_MS);
    const first = await once();
    const outcome = first.failure ? await once() : first;
    if (outcome.failure) say(`left out, it fails without a fault: ${outcome.failure.text}`);
    measured[file] = outcome.failure ? NOTHING : { tests: outcome.tests, seen: outcome.seen };
    if (keptIn) writeFileSync(keptIn, JSON.stringify({ key, measured }));
  }

  return async (files) => {
    for (const file of files) if (!measured[file]) await measureOne(file);
    return Object.fromEntries(files.map((file) => [file, measured[file] ?? NOTHING]));
  };
}

/** The tests that come by a fault's place, the quickest files first. */
export const reachOf = (measured: Measured, fault: string): Reach[] => reachOfAny(measured, new Set([fault]));

/** The tests that come by a file's faults: those with its name first, then those with most such tests. */
export function nearTo(measured: Measured, file: string, faults: readonly string[]): Reach[] {
  const namesake = basename(file).replace(/\.ts$/, '.test.ts');
  const isNamed = (reach: Reach) => Number(basename(reach.file) === namesake);
  return reachOfAny(measured, new Set(faults)).toSorted(
    (a, b) => isNamed(b) - isNamed(a) || (b.tests?.length ?? 0) - (a.tests?.length ?? 0),
  );
}

function reachOfAny(measured: Measured, faults: ReadonlySet<string>): Reach[] {
  return Object.entries(measured)
    .flatMap(([file, { tests, seen }]): Reach[] => {
      const reached = tests.filter(({ id }) => seen[id]?.some((each) => faults.has(each)));
      if (reached.length === 0) return [];
      const times = reached.map(({ ms }) => ms);
      const ms = times.reduce((sum, each) => sum + each, 0);
      return [{ file, tests: reached.map(({ id }) => id), ms, longest: Math.max(0, ...times) }];
    })
    .toSorted((a, b) => a.ms - b.ms);
}
