/** Opens everything in order, serves, and closes everything in the reverse order. */
import { troubleOfCodeChannel } from './access/index.ts';
import { seedDemo } from './demo/index.ts';
import { countUnreadable, holdAfterRestore } from './manage/index.ts';
import './platform/thread-pool.ts';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp, startBackground } from './app.ts';
import { SUMS } from './platform/checksums.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, ConfigError, PassingError, readConfig } from './platform/config.ts';
import { warnOfSuperuser } from './platform/db/app-role.ts';
import { RESTORED_MARK } from './platform/db/backup.ts';
import { type Db, openDatabase } from './platform/db/database.ts';
import { keepRunning, startEmbedded } from './platform/db/embedded.ts';
import { lockFolder } from './platform/db/folder-lock.ts';
import { refuseMoved } from './platform/db/installation-acts.ts';
import { migrate } from './platform/db/migrate.ts';
import { isNotCreated, isUnavailable, isWriteRefused, whenAvailable } from './platform/db/outage.ts';
import { openReportReads } from './platform/db/report-reads.ts';
import { closeApp } from './platform/http/closing.ts';
import { handedSocket, patientStart } from './platform/http/handed-socket.ts';
import { beginDraining } from './platform/http/health.ts';
import { openStartupServer, type StartupServer } from './platform/http/startup-server.ts';
import { createMessageIds } from './platform/ids.ts';
import { openSecrets } from './platform/kept-secrets.ts';
import { shareNews } from './platform/live/broadcast.ts';
import { createLiveHub } from './platform/live/hub.ts';
import { createLog, type Log } from './platform/log.ts';
import { joinOthers } from './platform/processes.ts';
import { Runtime } from './platform/runtime.ts';
import { keepSecretKey } from './platform/secrets.ts';
import type { Services } from './platform/services.ts';
import { createSignals } from './platform/signals.ts';
import { explainStart, mayPass } from './platform/start-errors.ts';
import { closeTraces } from './platform/traces/traces.ts';
import { passWakes } from './platform/wakes.ts';

/** What is left to do at the end, newest first. */
const closers: (() => unknown)[] = [];
let closed: Promise<void> | null = null;
const isClosing = () => closed !== null;
const TELL_EVERY_MS = 30_000;
/** A start that is told to stop gets to its next step; the database is closed under one that takes longer. */
const START_END_MS = 3_000;
/** Whatever hangs, the process ends so long after it was told to stop, and has drained. */
const LONGEST_END_MS = 9_500;
let drainMs = 0;

/** Once, however often it is asked for: a Ctrl-C may arrive twice, from the terminal and from `npm start`. */
function close(): Promise<void> {
  closed ??= closeAll();
  return closed;
}

async function closeAll(): Promise<void> {
  await Promise.race([starting.catch(() => undefined), sleep(START_END_MS)]);
  for (const closer of closers.reverse()) await closer();
}

function unlessClosing(): void {
  if (isClosing()) throw new Error('Told to stop while starting.');
}

async function start(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2));
  try {
    await startWith(config);
  } catch (error) {
    const reason = explainStart(error, config);
    if (reason === undefined) throw error;
    throw mayPass(error, config) ? new PassingError(reason) : new ConfigError(reason);
  }
}

/**
 * A database that is started together with us may need a moment, and one that is away may take hours: waiting
 * costs nothing, and it serves as soon as that is there, while a supervisor would try after longer and longer
 * pauses. Whoever asks meanwhile is told, and so is the log, again and again.
 */
function migrateSoon(db: Db, config: Config, log: Log, room: StartupServer): Promise<string[]> {
  let tellAt = 0;
  const isAway = (error: unknown) => isUnavailable(error) || isNotCreated(error);
  const tryOnce = () =>
    migrate(db).catch((error: unknown) => {
      if (!isAway(error)) throw error;
      if (isNotCreated(error)) room.explain('The database does not exist yet.');
      else if (isWriteRefused(error)) room.explain('The database takes nothing yet.');
      else room.explain('The database does not answer yet.');
      if (performance.now() >= tellAt) {
        log.warn({ reason: explainStart(error, config) }, 'the start waits for the database');
        tellAt = performance.now() + TELL_EVERY_MS;
      }
      throw error;
    });
  return whenAvailable(tryOnce, isClosing, isAway);
}

/** The connections of everything, of message ids, and of reports. */
function openPools(url: string, config: Config, log: Log) {
  const { db, pool, close: closePool } = openDatabase(url);
  const ids = openDatabase(url, 1);
  const { reportDatabaseUrl: replicaUrl, reportConnections: connections } = config;
  const reports = openReportReads({ url, replicaUrl, connections }, { clock: systemClock, log });
  closers.push(closePool, ids.close, reports.close);
  return { db, pool, ids, reports };
}

async function startWith(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  // A failure that nobody waited for is a defect of ours, of one request or one round: the others go on.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a failure that nobody waited for'));
  for (const doubt of config.doubts) log.warn(doubt);
  closers.push(lockFolder(config.dataDir));
  const socket = handedSocket(process.env, process.pid);
  const room =
    socket === null ? await openStartupServer(config.port, config.host) : patientStart(socket, config.port);
  closers.push(room.close);
  // With port 0 any free one was taken: short links begin with it where no PUBLIC_URL is set.
  config.port = room.port;
  let databaseUrl = config.databaseUrl;
  if (databaseUrl === null) {
    const embedded = await startEmbedded(config.dataDir, {
      log,
      explain: room.explain,
      isStopping: isClosing,
    });
    closers.push(keepRunning(config.dataDir, embedded, log));
    databaseUrl = embedded.url;
    log.info({ adopted: embedded.adopted }, 'the embedded PostgreSQL runs');
  }
  unlessClosing();
  const { db, pool, ids, reports } = openPools(databaseUrl, config, log);
  const applied = await migrateSoon(db, config, log, room);
  if (applied.length > 0) log.info({ applied }, 'the database was migrated');
  await refuseMoved(db);
  unlessClosing();
  if (config.databaseUrl !== null) await warnOfSuperuser(db, log);
  await holdWhatWasRestored(config.dataDir, db, log);
  const services: Services = {
    config,
    db,
    pool,
    reports,
    clock: systemClock,
    log,
    live: createLiveHub(),
    secrets: await openSecrets(db, keepSecretKey(config.secretKey, config.dataDir), config.otherSecretKey),
    messageIds: createMessageIds(ids.db),
    signals: createSignals(config.role === 'web' ? passWakes(pool, log) : undefined),
    runtime: new Runtime(),
  };
  await joinOthers(services);
  await tellUnreadable(services);
  await tellCodeChannel(services);
  const signIn = config.demo ? await seedDemo(services) : null;
  closers.push(() => closeTraces(services));
  const app = await buildApp(services);
  await app.ready();
  closers.push(() => closeApp(app, services));
  unlessClosing();
  const news = openDatabase(databaseUrl, 1);
  closers.push(news.close);
  const background = [...startBackground(services), shareNews(services.live, news.pool, log)];
  closers.push(() => Promise.all(background.map((part) => part.stop())));
  await room.close();
  await app.listen(room.place());
  drainMs = config.drainSeconds * 1_000;
  closers.push(() => {
    beginDraining(services);
    return sleep(drainMs);
  });
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  process.stdout.write(`\n  Parley is ready at ${config.publicUrl ?? `http://${host}:${config.port}`}\n\n`);
  if (signIn) process.stdout.write(`  Sign in as ${signIn.email} with the password: ${signIn.password}\n\n`);
}

/** A key that was changed or lost: it serves, what needs the secrets waits, and the log says what to do. */
async function tellUnreadable({ db, secrets, log }: Services): Promise<void> {
  const { all, unreadable } = await countUnreadable(db, secrets);
  if (unreadable > 0)
    log.error(
      { lookedAt: all, unreadable },
      'stored secrets (API credentials, carrier passwords) cannot be read with this SECRET_KEY: start with the key they were stored with (SECRET_KEY, or the file secret-key in DATA_DIR, from a backup), or enter them anew; until then what needs them waits',
    );
}

/** A slip in the setting would be found only by people who cannot sign in. */
async function tellCodeChannel({ db, config, log }: Services): Promise<void> {
  const trouble = await troubleOfCodeChannel(db, config);
  if (trouble) log.warn(trouble.words);
}

/** Before anything goes out. */
async function holdWhatWasRestored(dataDir: string, db: Db, log: Log): Promise<void> {
  const mark = join(dataDir, RESTORED_MARK);
  if (!existsSync(mark)) return;
  const held = await holdAfterRestore(db, systemClock.now());
  rmSync(mark);
  rmSync(join(dataDir, SUMS), { force: true });
  log.warn(held, 'put back from a backup: what would go out by itself waits for a person');
}

function stopAndExit(code: number): void {
  setTimeout(() => process.exit(code || 1), LONGEST_END_MS + drainMs).unref();
  close().then(
    () => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
}

// A full disk or a closed pipe behind what we print must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopAndExit(0));
// Who launched us is gone, however it ended: nobody else would stop us.
process.on('disconnect', () => stopAndExit(0));
const starting = start();
starting.catch((error: unknown) => {
  // What breaks because we are told to stop is no failure.
  if (isClosing()) return;
  const known = error instanceof ConfigError;
  process.stderr.write(
    known ? `${error.message}\n` : `${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
  );
  // 2 tells whoever supervises us that starting again is in vain.
  stopAndExit(known && !(error instanceof PassingError) ? 2 : 1);
});
