/** How the installation stands, over all accounts: what whoever runs it looks at first. */
import { type Db, first, sql } from '../platform/db/database.ts';
import { type OnlineMigration, onlineMigrationsLeft } from '../platform/db/online-migrations.ts';
import { parleyVersion } from '../platform/version.ts';
import type { Ground } from './commands.ts';

export type InstallationStatus = {
  version: string;
  postgres: string;
  schema: string;
  /** Server processes that told of themselves within a minute: each does so every few seconds. */
  processes: number;
  accounts: number;
  /** Messages outside blasts that are due and not sent yet, and since when the oldest of them is. */
  waiting: number;
  waitingSince: Date | null;
  /** Blasts by what becomes of them now. */
  blasts: { sending: number; scheduled: number; paused: number };
  /** Connections to carriers that are given up for the moment. */
  carriersDown: number;
  /** Replies that no account’s balance has paid for yet. */
  unpaidReplies: number;
  /** What an update has left to be done while Parley serves, and how many rows of it were looked through. */
  updating: OnlineMigration[];
};

export async function readStatus({ db, now }: Pick<Ground, 'db' | 'now'>): Promise<InstallationStatus> {
  const found = await countsOf(db, now);
  const { sending, scheduled, paused, ...counts } = found;
  const updating = await onlineMigrationsLeft(db);
  return { version: parleyVersion, ...counts, blasts: { sending, scheduled, paused }, updating };
}

type Counts = Omit<InstallationStatus, 'version' | 'blasts' | 'updating'> & InstallationStatus['blasts'];

async function countsOf(db: Db, now: Date): Promise<Counts> {
  const row = await first(
    db,
    sql<Counts>`
      select current_setting('server_version') as postgres,
        (select max(name) from migrations) as schema,
        (select count(*) from worker_processes where at > ${now}::timestamptz - interval '1 minute') as processes,
        (select count(*) from accounts) as accounts,
        due.waiting, due."waitingSince", b.sending, b.scheduled, b.paused,
        (select count(*) from connection_states where state ->> 'circuit' = 'open') as "carriersDown",
        (select count(*) from unpaid_replies) as "unpaidReplies"
      from (select count(*) as waiting, min(due_at) as "waitingSince" from outbox where due_at <= ${now}) due, (
        select count(*) filter (where state in ('fanning', 'running')) as sending,
          count(*) filter (where state = 'scheduled') as scheduled, count(*) filter (where state = 'paused') as paused
        from blasts
      ) b`,
  );
  if (!row) throw new Error('The database answered without a row.');
  return row;
}

export function statusText(status: InstallationStatus): string {
  const { blasts, waitingSince } = status;
  const since = waitingSince === null ? '' : `, the oldest since ${waitingSince.toISOString()}`;
  return [
    ['Parley', `${status.version}, schema ${status.schema}, PostgreSQL ${status.postgres}`],
    ['Processes', status.processes === 0 ? 'none has been running lately' : String(status.processes)],
    ['Accounts', String(status.accounts)],
    ['Messages due', `${status.waiting}${since}`],
    ['Blasts', `${blasts.sending} sending, ${blasts.scheduled} scheduled, ${blasts.paused} paused`],
    ['Carriers', status.carriersDown === 0 ? 'no trouble' : `${status.carriersDown} down`],
    ['Unpaid', `${status.unpaidReplies} replies wait for credits`],
    ['Updating', updatingText(status.updating)],
  ]
    .map(([name, text]) => `${`${name}:`.padEnd(14)}${text}`)
    .join('\n');
}

/** What goes on while Parley serves, in words. */
export const updatingText = (left: readonly OnlineMigration[]): string =>
  left.length === 0
    ? 'nothing'
    : left
        .map(({ name, rows, problem }) => {
          const how = problem === '' ? `${rows} rows so far` : `tried again, for it failed: ${problem}`;
          return `${name.replace(/\.sql$/, '')} (${how})`;
        })
        .join(', ');
