/** `npm run manage -- <command>`: what whoever runs Parley does beside the screens, while it runs or not. */

import { existsSync } from 'node:fs';
import { COMMANDS } from './manage/index.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { type Addresses, placesIn, runningEmbedded, startEmbedded } from './platform/db/embedded.ts';
import { lockFolder } from './platform/db/folder-lock.ts';
import { requireMigrated } from './platform/db/migrate.ts';
import { explainStart } from './platform/start-errors.ts';

const HELP = [
  'npm run manage -- <command>',
  '',
  ...Object.entries(COMMANDS).map(
    ([name, { words, about }]) => `  ${`${name} ${words}`.padEnd(41)} ${about}`,
  ),
  '',
].join('\n');

/**
 * The database of the configuration: the running one, or the embedded one, started for as long as this takes.
 */
async function openOne(config: Config): Promise<Addresses & { close: () => unknown }> {
  const close = () => undefined;
  if (config.databaseUrl !== null) return { url: config.databaseUrl, ownerUrl: config.databaseUrl, close };
  const running = runningEmbedded(config.dataDir);
  if (running !== null) return { ...running, close };
  if (!existsSync(placesIn(config.dataDir).cluster))
    throw new ConfigError(
      `There’s no Parley in ${config.dataDir}. Set DATA_DIR (or DATABASE_URL) to what Parley uses.`,
    );
  const release = lockFolder(config.dataDir);
  const started = await startEmbedded(config.dataDir);
  return { ...started, close: () => started.stop().finally(release) };
}

async function manage(config: Config, name: string, words: readonly string[]): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new ConfigError(name === '' ? HELP : `There’s no command "${name}".\n\n${HELP}`);
  const { url, ownerUrl, close } = await openOne(config);
  const { db, close: closeDatabase } = openDatabase(url, 1);
  try {
    if (!command.anyVersion) await requireMigrated(db);
    return await command.run({ config, db, ownerUrl, now: systemClock.now() }, words);
  } finally {
    await closeDatabase();
    await close();
  }
}

async function start(): Promise<void> {
  const [name = '', ...words] = process.argv.slice(2);
  const config = readConfig(process.env, []);
  try {
    process.stdout.write(`${await manage(config, name, words)}\n`);
  } catch (error) {
    const reason = error instanceof ConfigError ? error.message : explainStart(error, config);
    process.stderr.write(`${reason ?? (error instanceof Error ? error.stack : error)}\n`);
    process.exitCode = reason === undefined ? 1 : 2;
  }
}

await start();
