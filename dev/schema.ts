/** Writes packages/server/schema.sql: the schema as the migrations leave it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startEmbedded } from '../packages/server/src/platform/db/embedded.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { createEmptyDatabase } from '../packages/server/src/testing/databases.ts';
import { schemaText } from '../packages/server/src/testing/schema-text.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-schema-'));
const postgres = await startEmbedded(dataDir, { settings: ['fsync=off'] });
const { db, close } = openDatabase(await createEmptyDatabase(postgres, 'schema'), 1);
try {
  await migrate(db);
  writeFileSync(join(import.meta.dirname, '../packages/server/schema.sql'), await schemaText(db));
} finally {
  await close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
