/** `npm run settings`: writes the settings that the server reads into `.env.example` and the README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsExample, settingsTable } from '../packages/server/src/platform/settings.ts';

const ROOT = join(import.meta.dirname, '..');
const readme = join(ROOT, 'README.md');

writeFileSync(join(ROOT, '.env.example'), settingsExample());
writeFileSync(
  readme,
  readFileSync(readme, 'utf8').replace(/^\| environment \|.*(?:\n\|.*)*/m, () => settingsTable()),
);
