/**
 * `npm run manage -- <command>`: what whoever runs Parley does from the machine it runs on. Without a command
 * it says which there are.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { modernNode, ROOT } from './setup.mjs';

const main = join(ROOT, 'packages/server/src/manage.ts');
const { status } = spawnSync(modernNode(), [main, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
process.exit(status ?? 1);
