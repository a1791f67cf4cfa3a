/**
 * Databases of tests and benchmarks, beside each other on one server: owned and worked on as the embedded one
 * is.
 */
import { giveToApp } from '../platform/db/app-role.ts';
import { openDatabase, script } from '../platform/db/database.ts';
import type { Addresses } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';

/** An empty database of that name, and where Parley finds it. */
export async function createEmptyDatabase({ url, ownerUrl }: Addresses, name: string): Promise<string> {
  const owner = openDatabase(ownerUrl, 1);
  await script(owner.db, `create database ${name}`);
  await owner.close();
  await giveToApp(inDatabase(ownerUrl, name), new URL(url).password);
  return inDatabase(url, name);
}

/** The same server and role, another database. */
export function inDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = name;
  return other.href;
}

/** Longer than a busy machine needs to copy a database. */
const PATIENCE = 6;

/** Runs a text on each of some servers, in a database of theirs. */
async function onEach(urls: readonly string[], text: string): Promise<void> {
  await Promise.all(
    urls.map(async (url) => {
      const { db, close } = openDatabase(url, 1, PATIENCE);
      await script(db, text).finally(close);
    }),
  );
}

/**
 * A database as the template of that name is, on each of the servers. Its files are copied, which takes half
 * as long as to write it page by page, through the log.
 */
export async function cloneDatabase(
  ownerUrls: readonly string[],
  name: string,
  template: string,
): Promise<void> {
  await onEach(ownerUrls, `create database ${name} template ${template} strategy file_copy`);
}

const IN_USE = '55006';
/** A minute in all. */
const TRIES = 12;

/** PostgreSQL gives sessions five seconds to end, which Citus's own need longer for on a busy machine. */
export async function dropDatabase(ownerUrls: readonly string[], name: string, tries = TRIES): Promise<void> {
  try {
    await onEach(ownerUrls, `drop database if exists ${name} with (force)`);
  } catch (error) {
    if (tries === 1 || (error as { code?: string }).code !== IN_USE) throw error;
    await dropDatabase(ownerUrls, name, tries - 1);
  }
}

/**
 * A migrated database to clone. Over several servers, the first of which is the coordinator of the others, it
 * is spread with Citus, and so are its clones: Citus knows its machines and tables by what each has in the
 * database of that name.
 */
export async function createTemplate(
  ownerUrls: readonly string[],
  appUrl: string,
  name: string,
): Promise<void> {
  const [coordinator = '', ...workers] = ownerUrls;
  if (workers.length > 0) {
    await onEach(ownerUrls, `drop database if exists ${name} with (force)`);
    await onEach(ownerUrls, `create database ${name}`);
    await onEach(
      ownerUrls.map((url) => inDatabase(url, name)),
      'create extension citus',
    );
    const nodes = ownerUrls.map((url) => new URL(url)).map(({ hostname, port }) => `'${hostname}', ${port}`);
    await onEach(
      [inDatabase(coordinator, name)],
      nodes
        .map((node, n) => `select ${n === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'}(${node});`)
        .join(' '),
    );
    await giveToApp(inDatabase(coordinator, name), new URL(appUrl).password);
  } else await createEmptyDatabase({ url: appUrl, ownerUrl: coordinator }, name);
  const template = openDatabase(inDatabase(appUrl, name), 1, PATIENCE);
  await migrate(template.db).finally(template.close);
  // What Citus runs in a database by itself would keep it from being cloned.
  await onEach(
    ownerUrls,
    `alter database ${name} allow_connections false;
     select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
  );
}
