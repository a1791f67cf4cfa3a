/** A command of `npm run manage`, from what was typed to what is printed. */
import { existsSync } from 'node:fs';
import { systemClock } from '../platform/clock.ts';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { type Addresses, placesIn, runningEmbedded, startEmbedded } from '../platform/db/embedded.ts';
import { lockFolder } from '../platform/db/folder-lock.ts';
import { refuseMoved } from '../platform/db/installation-acts.ts';
import { requireMigrated } from '../platform/db/migrate.ts';
import { PROGRAM, thisRelease } from '../platform/release.ts';
import { isNear } from '../platform/settings.ts';
import { explainStart } from '../platform/start-errors.ts';
import { COMMANDS, type Command, type LoneCommand, type Printed } from './commands.ts';

type Known = { words: string; about: string };
/** Of a release: its shell script runs the server for it, and asks us for its help alone. */
const START: Known = { words: '[--demo]', about: 'serves until it is told to stop' };
const KNOWN: Readonly<Record<string, Known>> = { ...(thisRelease ? { start: START } : {}), ...COMMANDS };

const HELP = [
  `${PROGRAM} <command> [--json]`,
  '',
  ...Object.entries(KNOWN).map(([name, { words, about }]) => `  ${`${name} ${words}`.padEnd(41)} ${about}`),
  '',
  `"${PROGRAM} help <command>" tells of one of them alone.`,
].join('\n');

/** Of one command; else the list of all. */
function helpOn(name: string | undefined): string {
  const known = name !== undefined && Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  if (name === undefined || !known) return HELP;
  const json = known === START ? '' : ' [--json]';
  return `${`${PROGRAM} ${name} ${known.words}`.trim()}${json}\n\n  ${known.about}`;
}

const ASKS_HELP = ['help', '--help', '-h'];
const ASKS_VERSION = ['--version', '-v'];

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
  const release = lockForCommand(config.dataDir);
  const started = await startEmbedded(config.dataDir);
  return { ...started, close: () => started.stop().finally(release) };
}

/** Beside a Parley of another container no PostgreSQL is seen to run, though one does. */
function lockForCommand(dataDir: string): () => void {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(
      `${error.message} Of one that runs in a container, run the command in there (docker exec).`,
    );
  }
}

type Wanted = { command: Command | LoneCommand; words: readonly string[]; isJson: boolean };

/** What was typed; a text: the help that was asked for. @throws ConfigError for what is no command. */
function readWords(given: readonly string[]): Wanted | string {
  const [typed = 'help', ...words] = given.filter((word) => word !== '--json');
  if (ASKS_HELP.includes(typed)) return helpOn(words[0]);
  const name = ASKS_VERSION.includes(typed) ? 'version' : typed;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (words.some((word) => word === '--help' || word === '-h')) return helpOn(name);
  if (!command) {
    const meant = Object.keys(COMMANDS).find((known) => isNear(name, known));
    const guess = meant === undefined ? '' : ` Is "${meant}" meant?`;
    const start = name === 'start' ? ' "npm start" starts a clone.' : '';
    throw new ConfigError(`There’s no command "${name}".${guess}${start}\n\n${HELP}`);
  }
  const option = words.find((word) => word.startsWith('--'));
  if (option !== undefined) throw new ConfigError(`"${name}" knows no ${option}.\n\n${helpOn(name)}`);
  const needed = command.words.split(' ').filter((word) => word.startsWith('<')).length;
  if (words.length < needed) throw new ConfigError(`"${name}" needs more: ${name} ${command.words}`);
  if (words.length > command.most)
    throw new ConfigError(
      `"${words.slice(command.most).join(' ')}" is more than "${name}" takes: ${name} ${command.words}`.trim(),
    );
  return { command, words, isJson: given.includes('--json') };
}

type Done = { status: number; text: string };

async function perform(config: Config, { command, words, isJson }: Wanted): Promise<Done> {
  const printed = await ('alone' in command
    ? command.alone(config, words)
    : onDatabase(config, command, words));
  const { text, data, hasFailed } =
    typeof printed === 'string' ? { text: printed, data: { text: printed }, hasFailed: false } : printed;
  return { status: hasFailed ? 1 : 0, text: isJson ? JSON.stringify(data, null, 2) : text };
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

/**
 * Runs what was typed. Answers what is printed, and the status to end with: 1 where what the command asked
 * for has failed, 2 where it could not be done, with a reason for people instead of the text.
 */
export async function runCommand(
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ status: number; text: string; problem: string }> {
  let config: Config | null = null;
  try {
    const wanted = readWords(given);
    if (typeof wanted === 'string') return { status: 0, text: wanted, problem: '' };
    config = readConfig(environment, []);
    return { ...(await perform(config, wanted)), problem: '' };
  } catch (error) {
    const reason = error instanceof ConfigError || !config ? messageOf(error) : explainStart(error, config);
    const problem = String(reason ?? (error instanceof Error ? error.stack : error));
    return { status: reason === undefined ? 1 : 2, text: '', problem };
  }
}
