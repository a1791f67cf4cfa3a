import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/db/database.ts';
import { startEmbedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createEmptyDatabase } from './databases.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the test server's superuser, who makes databases. */
    postgresUrl: string;
    /**
     * The same for the role that Parley works as; the database `template_parley` is migrated and cloned for
     * each test file.
     */
    appUrl: string;
  }
}

export const TEMPLATE = 'template_parley';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const postgres = await startEmbedded(dataDir, { settings: ['fsync=off', 'max_connections=200'] });
  const template = openDatabase(await createEmptyDatabase(postgres, TEMPLATE), 1);
  await migrate(template.db);
  await template.close();
  project.provide('postgresUrl', postgres.ownerUrl);
  project.provide('appUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
