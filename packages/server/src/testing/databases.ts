/**
 * Databases of tests and benchmarks, beside each other on one server: owned and worked on as the embedded one
 * is.
 */
import { giveToApp } from '../platform/db/app-role.ts';
import { openDatabase, script } from '../platform/db/database.ts';
import type { Addresses } from '../platform/db/embedded.ts';

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
