/**
 * `npm run client`: writes the types of packages/client anew from the OpenAPI document of REST v1, by
 * openapi-typescript, which npm fetches.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiOfRest } from '../packages/contract/src/api/openapi.ts';
import { documentHash } from './client/document-hash.ts';

const TARGET = join(import.meta.dirname, '../packages/client/src/rest-v1.ts');
const folder = mkdtempSync(join(tmpdir(), 'parley-client-'));
try {
  const document = openApiOfRest();
  const [source, types] = [join(folder, 'openapi.json'), join(folder, 'types.ts')];
  writeFileSync(source, JSON.stringify(document));
  const tools = ['openapi-typescript@7.13.0', 'typescript@5.9.3'].flatMap((name) => ['--package', name]);
  const run = spawnSync('npx', ['--yes', ...tools, 'openapi-typescript', source, '-o', types], {
    stdio: 'inherit',
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
  const head = `// Of the document ${documentHash(document)}; written by \`npm run client\`.\n`;
  writeFileSync(TARGET, head + readFileSync(types, 'utf8'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
