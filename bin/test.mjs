/**
 * `npm test`: sets up what is missing, then types, lint, unused code, unit and integration tests, and
 * end-to-end tests. `npm test -- --all` ends with the sweeps over every screen, and with installations.
 */
import { reports, runChecks, single, suite } from './checks.mjs';
import { setUp } from './setup.mjs';

await runChecks(async () => {
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
    await single(`Types: ${project}`, 'tsc', ['-p', project]);
  await single('Lint, format and import borders', 'biome', ['check', '--error-on-warnings', '.']);
  await single('Unused files, exports and dependencies', 'knip', []);
  await suite('Unit and integration tests', []);
  await suite('End-to-end tests', ['--config', 'e2e/vitest.config.ts']);
  if (process.argv.includes('--all')) {
    await suite('Sweeps over every screen', ['--config', 'e2e/sweeps/vitest.config.ts']);
    await suite('Installations', ['--config', 'e2e/installation/vitest.config.ts']);
  }
  await single('Each statement of the requirement is shown by a test that passed', 'node', [
    'dev/spec-coverage.ts',
    ...reports,
  ]);
});
