/**
 * Asks 10,000 random segments (or as many as the first argument says) of random contacts, in SQL and in
 * memory: `node dev/equal-segments.ts 50000`. `npm test` asks some hundred.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [runs = '10000'] = process.argv.slice(2);
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const test = ['run', '--project', 'server', 'packages/server/src/segments/equal.test.ts'];
const { status } = spawnSync(process.execPath, [vitest, ...test], {
  cwd: root,
  env: { ...process.env, SEGMENT_RUNS: runs },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
