/** `npm run release`: sets up what is missing, builds the screens, and makes the archives in `release/`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { modernNode, ROOT, setUp } from './setup.mjs';

try {
  setUp();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const main = join(ROOT, 'dev/release/run.ts');
const { status } = spawnSync(modernNode(), [main, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
process.exit(status ?? 1);
