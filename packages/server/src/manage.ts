/** `npm run manage -- <command>`: what whoever runs Parley does beside the screens, while it runs or not. */

import { existsSync } from 'node:fs';
import { COMMANDS, type Command, type LoneCommand, type Printed } from './manage/index.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { type Addresses, placesIn, runningEmbedded, startEmbedded } from './platform/db/embedded.ts';
import { lockFolder } from './platform/db/folder-lock.ts';
import { refuseMoved } from './platform/db/installation-acts.ts';
import { requireMigrated } from './platform/db/migrate.ts';
import { PROGRAM, thisRelease } from './platform/release.ts';
import { isNear } from './platform/settings.ts';
import { explainStart } from './platform/start-errors.ts';

const HELP = [
  `${PROGRAM} <command> [--json]`,
  '',
  ...(thisRelease ? [`  ${'start [--demo]'.padEnd(41)} serves until it is told to stop`] : []),
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

type Wanted = { command: Command | LoneCommand; words: readonly string[]; isJson: boolean };

/**
 * What was typed; null: the list of commands, or of one, is wanted. @throws ConfigError for what is no
 * command.
 */
function readWords(given: readonly string[]): Wanted | null {
  if (given.length === 0 || given.includes('--help') || given[0] === 'help') return null;
  const [name = '', ...words] = given.filter((word) => word !== '--json');
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const meant = Object.keys(COMMANDS).find((known) => isNear(name, known));
    const guess = meant === undefined ? '' : ` Is "${meant}" meant?`;
    throw new ConfigError(`There’s no command "${name}".${guess}\n\n${HELP}`);
  }
  const option = words.find((word) => word.startsWith('--'));
  if (option !== undefined) throw new ConfigError(`"${name}" knows no ${option}.\n\n${HELP}`);
  if (words.length > command.most)
    throw new ConfigError(
      `"${words.slice(command.most).join(' ')}" is more than "${name}" takes: ${name} ${command.words}`.trim(),
    );
  return { command, words, isJson: given.includes('--json') };
}

async function manage(config: Config, { command, words, isJson }: Wanted): Promise<string> {
  const printed = await ('alone' in command
    ? command.alone(config, words)
    : onDatabase(config, command, words));
  const { text, data, hasFailed } =
    typeof printed === 'string' ? { text: printed, data: { text: printed }, hasFailed: false } : printed;
  if (hasFailed) process.exitCode = 1;
  return isJson ? JSON.stringify(data, null, 2) : text;
}

async function onDatabase(config: Config, command: Command, words: readonly string[]): Promise<Printed> {
  const { url, ownerUrl, close } = await openOne(config);
  const { db, close: closeDatabase } = openDatabase(url, 1);
  try {
    if (!command.anyVersion) {
      await requireMigrated(db);
      if (!command.anyPlace) await refuseMoved(db);
    }
    return await command.run({ config, db, url, ownerUrl, now: systemClock.now() }, words);
  } finally {
    await closeDatabase();
    await close();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function start(): Promise<void> {
  let config: Config | null = null;
  try {
    const wanted = readWords(process.argv.slice(2));
    if (wanted) config = readConfig(process.env, []);
    process.stdout.write(`${wanted && config ? await manage(config, wanted) : HELP}\n`);
  } catch (error) {
    const reason = error instanceof ConfigError || !config ? messageOf(error) : explainStart(error, config);
    process.stderr.write(`${reason ?? (error instanceof Error ? error.stack : error)}\n`);
    process.exitCode = reason === undefined ? 1 : 2;
  }
}

await start();
