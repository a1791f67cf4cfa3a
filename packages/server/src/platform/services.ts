import type { Pool } from 'pg';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { ReportReads } from './db/report-reads.ts';
import type { MessageIds } from './ids.ts';
import type { LiveHub } from './live/hub.ts';
import type { Log } from './log.ts';
import type { Runtime } from './runtime.ts';
import type { Secrets } from './secrets.ts';
import type { Signals } from './signals.ts';

/** What features are given: everything from outside comes through here, so that tests can pass their own. */
export type Services = {
  config: Config;
  db: Db;
  /** For hot paths with named prepared statements. */
  pool: Pool;
  /** For reports: connections of their own, perhaps to a copy of the database. */
  reports: ReportReads;
  clock: Clock;
  log: Log;
  live: LiveHub;
  secrets: Secrets;
  messageIds: MessageIds;
  signals: Signals;
  /** What this server keeps in memory. */
  runtime: Runtime;
};

/** A background part of a feature, stopped before the database closes. */
export type Background = { stop: () => Promise<void> };
