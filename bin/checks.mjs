/** What the test commands have in common: they run one check after the other and count tests. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickFolder } from './quick-folder.mjs';
import { ROOT, toolEnvironment } from './setup.mjs';

const WINDOWS = process.platform === 'win32';
/** Gigabytes that databases of tests may come to. */
const TEST_DATA = 2;
const results = mkdtempSync(join(tmpdir(), 'parley-results-'));
/** What is to be told to end when this process is. */
let running = null;
let passed = 0;
let failed = 0;
let skipped = 0;

/** The reports of the test runs, as files. */
export const reports = [];

/** Whether a command ended well. */
function check(title, command, args, env) {
  const startedAt = Date.now();
  process.stdout.write(`\n▸ ${title}\n`);
  return new Promise((resolve) => {
    running = spawn(command, args, {
      cwd: ROOT,
      env: { ...toolEnvironment(), ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: WINDOWS,
    });
    running.on('error', () => undefined);
    running.on('close', (status) => {
      running = null;
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`  ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`);
      resolve(status === 0);
    });
  });
}

/** A check that is one thing: it passes or fails as a whole. */
export async function single(title, command, args) {
  if (await check(title, command, args)) passed += 1;
  else failed += 1;
}

/** More files than this fail for a reason. */
const MOST_AGAIN = 3;

/**
 * A test run: each of its tests counts. Files that failed run once more, each as a whole, because tests may
 * build on those before them: on a busy machine a browser now and then loses a race with the screen. What
 * they say then counts; both runs are printed.
 */
export async function suite(title, args, env = {}) {
  const first = await testRun(title, args, env);
  const broken = first.files.filter(({ status }) => status === 'failed').map(({ name }) => name);
  const isRepeated = broken.length > 0 && broken.length <= MOST_AGAIN;
  const second = isRepeated ? await testRun(`${title}, once more`, [...args, ...broken], env) : null;
  const said = new Map(
    [first, ...(second ? [second] : [])].flatMap((run) => run.files.map((each) => [each.name, each])),
  );
  const files = [...said.values()];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const count = (...states) => tests.filter(({ status }) => states.includes(status)).length;
  passed += count('passed');
  failed += count('failed');
  skipped += count('pending', 'skipped', 'todo');
  // A run that broke outside a test (a file that does not load) fails too.
  if (!(second ?? first).ok && count('failed') === 0) failed += 1;
  const file = join(results, `${title.replace(/\W+/g, '-')}.json`);
  writeFileSync(file, JSON.stringify({ testResults: files }));
  reports.push(file);
}

async function testRun(title, args, env) {
  const file = join(results, `${title.replace(/\W+/g, '-')}.run.json`);
  const told = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const where = { PARLEY_TEST_FOLDER: quickFolder(TEST_DATA) };
  const ok = await check(title, 'vitest', ['run', ...args, ...told], { ...where, ...env });
  return { ok, files: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : [] };
}

/** Something that cannot run here, as a sentence that says why. */
export function skip(sentence) {
  process.stdout.write(`${sentence}\n`);
  skipped += 1;
}

/**
 * Does the work and ends the process with the counts as its last line. `always` is done whatever happens,
 * also when the process is told to end.
 */
export async function runChecks(work, always = () => undefined) {
  const tidy = () => {
    always();
    rmSync(results, { recursive: true, force: true });
  };
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ])
    process.on(signal, () => {
      running?.kill(signal);
      tidy();
      process.exit(128 + number);
    });
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    failed += 1;
  } finally {
    tidy();
  }
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  process.exit(failed === 0 ? 0 : 1);
}
