import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { APP_ROLE } from '../platform/db/app-role.ts';
import { startEmbedded } from '../platform/db/embedded.ts';
import { createTemplate } from './databases.ts';
import { folderOf, sweepLeftOvers } from './left-overs.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the test server's superuser, who makes databases. */
    postgresUrl: string;
    /** The same for each server that a database of the tests lies on: one, or with Citus several. */
    ownerUrls: string[];
    /**
     * The same for the role that Parley works as; the database `template_parley` is migrated and cloned for
     * each test file.
     */
    appUrl: string;
  }
}

export const TEMPLATE = 'template_parley';

/** Servers of a Citus cluster to test on, as superuser, separated by spaces; the coordinator is the first. */
const CITUS = 'PARLEY_TEST_CITUS';
/** Where the data of the server lie that is started for the tests; none given: on the disk. */
const FOLDER = 'PARLEY_TEST_FOLDER';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const citus = process.env[CITUS]?.split(' ') ?? [];
  const { ownerUrls, appUrl, stop } = citus.length > 0 ? onCitus(citus) : await onEmbedded();
  await createTemplate(ownerUrls, appUrl, TEMPLATE);
  project.provide('postgresUrl', ownerUrls[0] ?? '');
  project.provide('ownerUrls', ownerUrls);
  project.provide('appUrl', appUrl);
  return stop;
}

type Servers = { ownerUrls: string[]; appUrl: string; stop: () => Promise<void> };

async function onEmbedded(): Promise<Servers> {
  const parent = process.env[FOLDER] ?? tmpdir();
  await sweepLeftOvers(parent);
  const dataDir = mkdtempSync(join(parent, folderOf(process.pid)));
  const settings = ['fsync=off', 'full_page_writes=off', 'max_wal_size=512MB', 'max_connections=200'];
  const postgres = await startEmbedded(dataDir, { settings });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ownerUrls: [postgres.ownerUrl], appUrl: postgres.url, stop };
}

function onCitus(ownerUrls: string[]): Servers {
  const app = new URL(ownerUrls[0] ?? '');
  app.username = APP_ROLE;
  app.password = 'of-the-tests';
  return { ownerUrls, appUrl: app.href, stop: async () => undefined };
}
