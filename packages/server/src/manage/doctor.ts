/** What is wrong with an installation, in words that say what to do. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { troubleOfCodeChannel } from '../access/index.ts';
import { unplayedFigures } from '../conversation/index.ts';
import { type Config, isLocalOnly } from '../platform/config.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { migrationsAhead } from '../platform/db/migrate.ts';
import { onlineMigrationsLeft } from '../platform/db/online-migrations.ts';
import { explainStart } from '../platform/start-errors.ts';
import { readDisk } from '../watch/index.ts';
import { examineReportCopy } from './report-copy.ts';
import { secretsOf } from './rotate-key.ts';
import { updatingText } from './status.ts';
import { countUnreadable } from './unreadable.ts';

/** `bad`: something does not work. `warn`: it will, or people cannot be sure. */
export type Finding = { check: string; is: 'ok' | 'warn' | 'bad'; words: string };
type Ground = { config: Config; db: Db; now: Date };
type Check = (ground: Ground) => Promise<Omit<Finding, 'check'>> | Omit<Finding, 'check'>;

const NODE = 24;
const POSTGRES = 15;
const SKEW_WARN_MS = 2_000;
const SKEW_BAD_MS = 30_000;
const LATE_SECONDS = 60;
/** A stored text is played within a second; a burst of them within some. */
const SLOW_SECONDS = 15;
const MEGABYTE = 1_000_000;
/** Who else than its owner may read a file. */
const OTHERS = 0o077;

const ok = (words: string) => ({ is: 'ok', words }) as const;
const warn = (words: string) => ({ is: 'warn', words }) as const;
const bad = (words: string) => ({ is: 'bad', words }) as const;

const CHECKS: Readonly<Record<string, Check>> = {
  Versions: checkVersions,
  Schema: checkSchema,
  Updating: checkUpdating,
  Reports: ({ config, db }) => examineReportCopy(db, config.reportDatabaseUrl),
  Clock: checkClock,
  Disk: checkDisk,
  Settings: ({ config }) =>
    config.doubts.length === 0 ? ok('no name looks like a slip') : warn(config.doubts.join(' ')),
  Address: ({ config }) => checkAddress(config),
  'Secret key': checkKey,
  Codes: checkCodes,
  Processes: checkProcesses,
  Texts: checkTexts,
  Sending: checkSending,
  Carriers: checkCarriers,
  Webhooks: checkWebhooks,
};

/** All of it, in one order. What needs tables is left out while the schema is of another version. */
export async function examine(ground: Ground): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, look] of Object.entries(CHECKS)) {
    const isKnown = findings.some(({ is }) => is === 'bad');
    const found = await Promise.resolve(look(ground)).catch((error: unknown) =>
      unseen(error, isKnown, ground),
    );
    findings.push({ check, ...found });
  }
  return findings;
}

/** The first one says why, like a start that fails. */
function unseen(error: unknown, isKnown: boolean, { config }: Ground) {
  if (isKnown) return bad('could not be looked at: see what is wrong above');
  const { message } = error as Error;
  return bad(`could not be looked at. ${explainStart(error, config) ?? message}`);
}

export function findingsText(findings: readonly Finding[]): string {
  const marks = { ok: 'ok  ', warn: 'WARN', bad: 'BAD ' } as const;
  const lines = findings.map(({ check, is, words }) => `${marks[is]} ${`${check}:`.padEnd(12)} ${words}`);
  const wrong = findings.filter(({ is }) => is !== 'ok').length;
  return [
    ...lines,
    '',
    wrong === 0 ? 'Nothing is wrong.' : `${wrong} of ${findings.length} checks need you.`,
  ].join('\n');
}

async function checkVersions({ db }: Ground) {
  const row = await first(
    db,
    sql<{ number: number; name: string }>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  const { node } = process.versions;
  const told = `Node ${node}, PostgreSQL ${row?.name}`;
  if (Number(node.split('.')[0]) < NODE) return bad(`${told}. Parley needs Node ${NODE} or newer.`);
  if ((row?.number ?? 0) < POSTGRES * 10_000)
    return bad(`${told}. Parley needs PostgreSQL ${POSTGRES} or newer.`);
  return ok(told);
}

async function checkSchema({ db }: Ground) {
  const { missing, newer, isNew } = await migrationsAhead(db);
  if (isNew) return bad('the database is empty. Start Parley: its first start makes the tables.');
  if (newer.length > 0)
    return bad(
      `the database is of a newer Parley (${newer.join(', ')}). Start that version, or put a backup back.`,
    );
  if (missing.length > 0)
    return bad(
      `the database is behind (${missing.join(', ')} missing). Restart Parley: its start brings it up to date.`,
    );
  return ok('up to date');
}

async function checkUpdating({ db }: Ground) {
  const left = await onlineMigrationsLeft(db);
  if (left.some(({ problem }) => problem !== '')) return warn(updatingText(left));
  return ok(left.length === 0 ? 'nothing is left to do' : `${updatingText(left)}, while Parley serves`);
}

async function checkClock({ db }: Ground) {
  const before = Date.now();
  const row = await first(db, sql<{ at: Date }>`select clock_timestamp() as at`);
  const apart = (row?.at.getTime() ?? 0) - (before + Date.now()) / 2;
  const seconds = (Math.abs(apart) / 1_000).toFixed(1);
  const told = `this machine and the database are ${seconds} s apart`;
  if (Math.abs(apart) > SKEW_BAD_MS)
    return bad(`${told}. Messages go out at the wrong time: set both clocks by NTP.`);
  return Math.abs(apart) > SKEW_WARN_MS ? warn(`${told}. Set both clocks by NTP.`) : ok(told);
}

async function checkDisk({ config }: Ground) {
  const { free } = await readDisk(config.dataDir);
  const told = `${Math.floor(free / MEGABYTE).toLocaleString('en-US')} MB free at ${config.dataDir}`;
  return free < config.diskMegabytes * MEGABYTE
    ? bad(`${told}, less than ${config.diskMegabytes} MB. When it is full, nothing is sent or received.`)
    : ok(told);
}

function checkAddress({ publicUrl, host }: Config) {
  if (publicUrl?.startsWith('https:'))
    return new URL(publicUrl).pathname === '/'
      ? ok(publicUrl)
      : warn(
          `${publicUrl} has a path: the screens do not work below one, only links and carriers’ calls do.`,
        );
  if (publicUrl !== null)
    return bad(
      `PUBLIC_URL is ${publicUrl}, without TLS: passwords and texts can be read on the way. Use https.`,
    );
  return isLocalOnly(host)
    ? ok('reached from this machine alone')
    : warn(
        'PUBLIC_URL is not set: links in texts and carriers’ addresses are made from what each request says.',
      );
}

async function checkKey({ config, db }: Ground) {
  const file = join(config.dataDir, 'secret-key');
  if (config.secretKey === null && !existsSync(file))
    return warn('there is none yet: the first start makes it. Keep it with the backups.');
  if (config.secretKey === null && process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0)
    return bad(`others than its owner may read ${file}. Run: chmod 600 ${file}`);
  const { all, unreadable } = await countUnreadable(db, secretsOf(config));
  return unreadable === 0
    ? ok(`reads all of ${all} stored secrets that were tried`)
    : bad(
        `cannot read ${unreadable} of ${all} stored secrets. Start with the key they were stored with, or enter them anew.`,
      );
}

async function checkCodes({ config, db }: Ground) {
  const trouble = await troubleOfCodeChannel(db, config);
  if (trouble) return trouble.is === 'missing' ? bad(trouble.words) : warn(trouble.words);
  if (config.codeChannel) return ok('go through the channel of CODE_CHANNEL');
  return ok('each person’s go through a channel that they alone control');
}

async function checkProcesses({ db, now }: Ground) {
  const found = await rows(
    db,
    sql<{ role: string; count: number; folders: string[] }>`
      select role, count(*) as count, array_agg(distinct imports) filter (where imports <> '') as folders
      from worker_processes where at > ${now}::timestamptz - interval '1 minute' group by role order by role`,
  );
  if (found.length === 0) return bad('none is running. Start Parley.');
  const all = found.reduce((sum, { count }) => sum + count, 0);
  const told = `${all} running (${found.map(({ role, count }) => `${count} ${role}`).join(', ')})`;
  if (found.every(({ role }) => role === 'web'))
    return bad(`${told}, and none that works: nothing is sent. Start one with PARLEY_ROLE=worker.`);
  return new Set(found.flatMap(({ folders }) => folders ?? [])).size > 1
    ? bad(`${told}. They keep uploads in different folders, so imports fail: share one as DATA_DIR/imports.`)
    : ok(told);
}

async function checkTexts({ db, now }: Ground) {
  const { count, seconds, failed } = await unplayedFigures(db, now);
  if (count === 0) return ok('all that came in are played');
  const told = `${count} that came in are stored and not played yet, the oldest for ${Math.round(seconds)} s`;
  if (failed > 0)
    return bad(`${told}. ${failed} of them could not be played and are tried again: the log says why.`);
  if (seconds <= SLOW_SECONDS) return ok(told);
  const words = `${told}. Either nobody who works is there, or more come in than can be played.`;
  return seconds > LATE_SECONDS ? bad(words) : warn(words);
}

async function checkSending({ db, now }: Ground) {
  const row = await first(
    db,
    sql<{ due: number; late: number; doubtful: number }>`
      select waiting.*, unconfirmed.* from (
        select count(*) as due, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0)::float8 as late
        from outbox where due_at <= ${now}
      ) waiting cross join (select count(*) as doubtful from unconfirmed_messages) unconfirmed`,
  );
  const { due = 0, late = 0, doubtful = 0 } = row ?? {};
  if (late > LATE_SECONDS) return bad(`${due} messages are due, the oldest for ${Math.round(late)} s.`);
  return doubtful > 0
    ? warn(`nobody knows whether ${doubtful} messages were sent: their accounts see them under Unconfirmed.`)
    : ok(`${due} messages are due`);
}

async function checkCarriers({ db }: Ground) {
  const down = await rows(
    db,
    sql<{ account: number; channel: number; code: string | null }>`
      select account_id as account, channel_id as channel, state -> 'trouble' ->> 'code' as code
      from connection_states where state ->> 'circuit' = 'open' order by 1, 2 limit 10`,
  );
  if (down.length === 0) return ok('no connection is given up');
  const told = down.map(
    ({ account, channel, code }) => `channel ${channel} of account ${account} (${code ?? '?'})`,
  );
  return bad(`given up for the moment: ${told.join(', ')}. The channel’s page says what the carrier said.`);
}

async function checkWebhooks({ db }: Ground) {
  const failing = await rows(
    db,
    sql<{ account: number; id: number; host: string }>`
      select account_id as account, id, coalesce(substring(url from '^[^/]*//([^/?#@]*)'), '') as host
      from webhook_endpoints
      where deleted_at is null and (enabled and failing_since is not null or switched_off_at is not null)
      order by 1, 2 limit 10`,
  );
  if (failing.length === 0) return ok('none fails');
  return warn(
    `failing or switched off: ${failing.map(({ account, id, host }) => `${id} of account ${account} (${host})`).join(', ')}.`,
  );
}
