/**
 * `npm test`: sets up what is missing, then types, lint, unused code, unit and integration tests, and
 * end-to-end tests. `npm test -- --sweeps` ends with the sweeps over every screen.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, setUp, toolEnvironment } from './setup.mjs';

const WINDOWS = process.platform === 'win32';
const results = mkdtempSync(join(tmpdir(), 'parley-results-'));
/** The reports of the test runs, as files. */
const reports = [];
let passed = 0;
let failed = 0;

function check(title, command, args) {
  const startedAt = Date.now();
  process.stdout.write(`\n▸ ${title}\n`);
  const run = spawnSync(command, args, {
    cwd: ROOT,
    env: toolEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: WINDOWS,
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`  ${run.status === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`);
  return run.status === 0;
}

/** A check that is one thing: it passes or fails as a whole. */
function single(title, command, args) {
  if (check(title, command, args)) passed += 1;
  else failed += 1;
}

/** A test run: each of its tests counts. */
function suite(title, args) {
  const file = join(results, `${title.replace(/\W+/g, '-')}.json`);
  const ok = check(title, 'vitest', [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  if (existsSync(file)) reports.push(file);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  passed += report?.numPassedTests ?? 0;
  failed += report?.numFailedTests ?? 0;
  // A run that broke outside a test (a file that does not load) fails too.
  if (!ok && !report?.numFailedTests) failed += 1;
}

try {
  setUp();
  for (const project of [
    'packages/rules',
    'packages/engine',
    'packages/contract',
    'packages/client',
    'packages/server',
    'packages/web',
    'e2e',
    'dev',
  ])
    single(`Types: ${project}`, 'tsc', ['-p', project]);
  single('Lint, format and import borders', 'biome', ['check', '--error-on-warnings', '.']);
  single('Unused files, exports and dependencies', 'knip', []);
  suite('Unit and integration tests', []);
  suite('End-to-end tests', ['--config', 'e2e/vitest.config.ts']);
  if (process.argv.includes('--sweeps'))
    suite('Sweeps over every screen', ['--config', 'e2e/sweeps/vitest.config.ts']);
  single('Each statement of the requirement is shown by a test that passed', 'node', [
    'dev/spec-coverage.ts',
    ...reports,
  ]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  failed += 1;
} finally {
  rmSync(results, { recursive: true, force: true });
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
