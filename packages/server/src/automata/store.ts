/** All SQL that writes automata and the table their runs are claimed from. */

import type { TagFilter } from '@parley/contract';
import type { EventTrigger } from '@parley/rules/event-trigger.ts';
import { changed, type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { claimJob } from '../platform/db/leases.ts';
import { processName } from '../platform/this-process.ts';

export type Automaton = {
  id: number;
  name: string;
  type: number;
  /** 0: none, or it is gone. */
  campaignId: number;
  listId: number;
  /** Only those of the list who are in it; 0: everybody. */
  segmentId: number;
  dayOfWeek: number;
  dayOfMonth: number;
  month: number;
  hour: number;
  /** One Time: the chosen day. Others: the day of the next run. In the account's zone. */
  nextRunDay: string | null;
  nextRunAt: Date | null;
  weekends: boolean;
  enabled: boolean;
  onlyNew: boolean;
  clone: boolean;
  filters: TagFilter[];
  /** How long messages are tried, in minutes; 0: as the channel is set. */
  timeToLive: number;
  /** What starts one that has no schedule; null: nothing was chosen yet. */
  trigger: EventTrigger | null;
  /** Conversations that it began by what happened. */
  started: number;
  membersSince: Date | null;
  /** Of one that the date in a tag starts: nobody whose moment was before. */
  datesFrom: Date | null;
  /** Why the last run sent nothing; empty when it did. */
  problem: string;
  campaignDeleted: boolean;
  version: number;
  /** 0: the account's first one. */
  channelId: number;
  channelGone: boolean;
};

/** The tags that its filters look at. */
export const tagNamesOf = ({ filters }: Automaton) =>
  filters.map(({ tag }) => tag).filter((tag) => tag !== '');

/** By name. */
export function listAutomata(db: Db, accountId: number, filter: string): Promise<Automaton[]> {
  const which = sql`a.name ilike ${likeAnywhere(filter.trim())}`;
  return rows(db, sql<Automaton>`${selectAutomata(accountId, which)} order by lower(a.name), a.id`);
}

/**
 * Automata with the account's time zone, locked until the transaction ends; `id` null: all that are switched
 * on.
 */
export function lockAutomata(
  trx: Db,
  accountId: number,
  id: number | null,
): Promise<(Automaton & { timeZone: string })[]> {
  const which = id === null ? sql`a.enabled` : sql`a.id = ${id}`;
  return rows(
    trx,
    sql<Automaton & { timeZone: string }>`${selectAutomata(accountId, which)} for update of a`,
  );
}

export function findAutomaton(db: Db, accountId: number, id: number): Promise<Automaton | undefined> {
  return first(db, sql<Automaton>`${selectAutomata(accountId, sql`a.id = ${id}`)}`);
}

export function findAutomata(db: Db, accountId: number, ids: readonly number[]): Promise<Automaton[]> {
  return rows(db, sql<Automaton>`${selectAutomata(accountId, sql`a.id = any(${ids}::bigint[])`)}`);
}

/** A list that was deleted since reads as none. */
function selectAutomata(accountId: number, which: ReturnType<typeof sql>) {
  return sql`
    select a.id, a.name, a.type, a.campaign_id as "campaignId",
      case when exists (select from lists l where l.account_id = ${accountId} and l.id = a.list_id)
        then a.list_id else 0 end as "listId",
      a.segment_id as "segmentId", a.channel_id as "channelId", a.channel_id > 0 and not exists (
        select from channels h where h.account_id = ${accountId} and h.id = a.channel_id and h.deleted_at is null
      ) as "channelGone",
      a.day_of_week as "dayOfWeek", a.day_of_month as "dayOfMonth", a.month, a.hour, a.next_run_day as "nextRunDay",
      a.next_run_at as "nextRunAt", a.weekends, a.enabled, a.only_new as "onlyNew", a.clone, a.filters,
      coalesce(a.time_to_live_minutes, 0) as "timeToLive", a.trigger, a.started,
      a.members_since as "membersSince", a.dates_from as "datesFrom", a.problem, a.version, s.time_zone as "timeZone",
      exists (select from campaigns c where c.account_id = ${accountId} and c.id = a.campaign_id and c.deleted_at is not null)
        as "campaignDeleted"
    from automata a join accounts s on s.id = ${accountId}
    where a.account_id = ${accountId} and ${which}`;
}

/** What all runs of an automata came to. */
type Totals = { runs: number; reached: number; replied: number; optedOut: number };
const NO_RUNS: Totals = { runs: 0, reached: 0, replied: 0, optedOut: 0 };

/** By the id of the automata; of one without runs all are 0. */
export async function totalsOf(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<(id: number) => Totals> {
  const found = await rows(
    db,
    sql<Totals & { id: number }>`
      select automaton_id as id, count(*)::int as runs, sum(sent + delivered + unknown)::int as reached,
        sum(replied)::int as replied, sum(opted_out)::int as "optedOut"
      from blasts where account_id = ${accountId} and automaton_id = any(${ids}::bigint[]) group by automaton_id`,
  );
  const byId = new Map(found.map(({ id, ...totals }) => [id, totals]));
  return (id) => byId.get(id) ?? NO_RUNS;
}

export async function insertAutomaton(db: Db, accountId: number, name: string, now: Date): Promise<number> {
  const row = await first(
    db,
    sql<{ id: number }>`
      insert into automata (account_id, name, created_at) values (${accountId}, ${name}, ${now}) returning id`,
  );
  if (!row) throw new Error('The automata was not inserted.');
  return row.id;
}

/** Stores an automaton with its next run. Needs a transaction. */
export async function storeAutomaton(trx: Db, accountId: number, automaton: Automaton): Promise<void> {
  const { id, nextRunAt } = automaton;
  await sql`
    update automata set name = ${automaton.name}, type = ${automaton.type}, campaign_id = ${automaton.campaignId},
      list_id = ${automaton.listId}, segment_id = ${automaton.segmentId}, channel_id = ${automaton.channelId}, day_of_week = ${automaton.dayOfWeek}, day_of_month = ${automaton.dayOfMonth},
      month = ${automaton.month}, hour = ${automaton.hour}, next_run_day = ${automaton.nextRunDay},
      next_run_at = ${nextRunAt}, weekends = ${automaton.weekends}, enabled = ${automaton.enabled},
      only_new = ${automaton.onlyNew}, clone = ${automaton.clone}, filters = ${JSON.stringify(automaton.filters)}::jsonb,
      time_to_live_minutes = nullif(${automaton.timeToLive}::int, 0), members_since = ${automaton.membersSince},
      trigger = ${automaton.trigger && JSON.stringify(automaton.trigger)}::jsonb, problem = ${automaton.problem},
      version = ${automaton.version}, dates_from = ${automaton.datesFrom},
      dates_seen_at = case when dates_from = ${automaton.datesFrom}::timestamptz then dates_seen_at end
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  if (nextRunAt === null) await forgetRun(trx, accountId, id);
  else
    await sql`
      insert into automaton_jobs as d (account_id, automaton_id, due_at) values (${accountId}, ${id}, ${nextRunAt})
      on conflict (account_id, automaton_id) do update set due_at = excluded.due_at`.execute(trx);
}

export async function renameAutomaton(db: Db, accountId: number, id: number, name: string): Promise<boolean> {
  const count = await changed(
    db,
    sql`update automata set name = ${name} where account_id = ${accountId} and id = ${id}`,
  );
  return count > 0;
}

/** Needs a transaction. Blasts and conversations that it made stay. */
export async function deleteAutomaton(trx: Db, accountId: number, id: number): Promise<boolean> {
  // Its row first and its run then, as where it is saved: the other way round the two wait for each other.
  if ((await lockAutomata(trx, accountId, id)).length === 0) return false;
  await forgetRun(trx, accountId, id);
  return (await changed(trx, sql`delete from automata where account_id = ${accountId} and id = ${id}`)) > 0;
}

export async function forgetRun(db: Db, accountId: number, id: number): Promise<void> {
  await sql`delete from automaton_jobs where account_id = ${accountId} and automaton_id = ${id}`.execute(db);
}

/** Whether a campaign is the account's (not a template), and active. */
export async function campaignState(
  db: Db,
  accountId: number,
  id: number,
): Promise<'active' | 'deleted' | undefined> {
  const row = await first(
    db,
    sql<{ deleted: boolean }>`
      select deleted_at is not null as deleted from campaigns
      where account_id = ${accountId} and id = ${id} and not is_template`,
  );
  return row && (row.deleted ? 'deleted' : 'active');
}

export async function hasChannel(db: Db, accountId: number, id: number): Promise<boolean> {
  const found = await first(
    db,
    sql`select 1 from channels where account_id = ${accountId} and id = ${id} and deleted_at is null`,
  );
  return found !== undefined;
}

export type DueRun = { accountId: number; automatonId: number; dueAt: Date };

/** Leases one run that is due. */
export async function claimRun(db: Db, now: Date, leasedUntil: Date): Promise<DueRun | undefined> {
  const work = { table: 'automaton_jobs', id: 'automaton_id' } as const;
  const lease = { worker: processName, now, until: leasedUntil };
  const claimed = await claimJob<{ dueAt: Date }>(db, work, lease, sql`, d.due_at as "dueAt"`);
  return claimed && { accountId: claimed.accountId, automatonId: claimed.id, dueAt: claimed.dueAt };
}

/** Gives back what was leased until exactly then: the database was away, and is there again. */
export async function releaseRuns(db: Db, leasedUntil: Date): Promise<void> {
  await sql`update automaton_jobs set leased_until = null where leased_until = ${leasedUntil}`.execute(db);
}

/**
 * When the run that became due at a moment made its blast; undefined: not yet. Known, when the server stopped
 * before it could note that.
 */
export async function launchedAt(
  db: Db,
  { accountId, automatonId, dueAt }: DueRun,
): Promise<Date | undefined> {
  const row = await first(
    db,
    sql<{ at: Date }>`
      select created_at as at from blasts
      where account_id = ${accountId} and automaton_id = ${automatonId} and created_at >= ${dueAt}
      order by created_at limit 1`,
  );
  return row?.at;
}

/** Notes a run and when the next one is; null: none. Needs a transaction in which the automaton is locked. */
export async function noteRun(trx: Db, accountId: number, automaton: Automaton, now: Date): Promise<void> {
  await storeAutomaton(trx, accountId, automaton);
  await sql`
    update automata set last_run_at = ${now} where account_id = ${accountId} and id = ${automaton.id}`.execute(
    trx,
  );
  await sql`
    update automaton_jobs set leased_until = null
    where account_id = ${accountId} and automaton_id = ${automaton.id}`.execute(trx);
}
