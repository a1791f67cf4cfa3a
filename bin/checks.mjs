/** What the test commands have in common: they run one check after the other and count tests. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, toolEnvironment } from './setup.mjs';

const WINDOWS = process.platform === 'win32';
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

/** A test run: each of its tests counts. */
export async function suite(title, args, env = {}) {
  const file = join(results, `${title.replace(/\W+/g, '-')}.json`);
  const told = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = await check(title, 'vitest', ['run', ...args, ...told], env);
  if (existsSync(file)) reports.push(file);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  passed += report?.numPassedTests ?? 0;
  failed += report?.numFailedTests ?? 0;
  skipped += report?.numPendingTests ?? 0;
  // A run that broke outside a test (a file that does not load) fails too.
  if (!ok && !report?.numFailedTests) failed += 1;
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
