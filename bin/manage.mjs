/**
 * `npm run manage -- <command>`: what whoever runs Parley does from the machine it runs on. Without a command
 * it says which there are.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { modernNode, programEnvironment, ROOT } from './setup.mjs';

const main = join(ROOT, 'packages/server/src/manage.ts');
try {
  if (!existsSync(join(ROOT, 'node_modules')))
    throw new Error('This clone is not set up yet: run "npm run setup" (or "npm start") first.');
  const options = { cwd: ROOT, env: programEnvironment(), stdio: /** @type {const} */ ('inherit') };
  const { status } = spawnSync(modernNode(), [main, ...process.argv.slice(2)], options);
  process.exit(status ?? 1);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
