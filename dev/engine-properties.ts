/**
 * Asks what holds of any flow and any events of 10,000 random conversations (or as many as the first argument
 * says), in flows of up to 40 steps with up to 40 events: `npm run properties -- 50000`. `npm test` asks it
 * of a few hundred.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [runs = '10000', steps = '40'] = process.argv.slice(2);
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'pure', 'packages/engine/src/properties.test.ts'],
  { cwd: root, env: { ...process.env, ENGINE_RUNS: runs, ENGINE_STEPS: steps }, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
