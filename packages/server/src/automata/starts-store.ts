/** All SQL that writes the starts of automata by what happened. */
import type { StartReason, StartState } from '@parley/contract';
import { DATE_REACHED } from '@parley/rules/event-trigger.ts';
import { EVENT_TRIGGER_LIMITS as LIMITS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';
import { pausedUntil } from '../policy/index.ts';
import { displayName } from '../tags/index.ts';
import { ALWAYS_LEFT } from './triggers.ts';

export type NewStart = {
  automatonId: number;
  contactId: number;
  kind: string;
  fact: string;
  happenedAt: Date;
  state: StartState;
  reason: StartReason | '';
  dueAt: Date;
  exitKind: string | null;
};

/** One row for what happened, however often it is told. Needs a transaction. */
export async function insertStarts(
  trx: Db,
  accountId: number,
  starts: readonly NewStart[],
  now: Date,
): Promise<void> {
  if (starts.length === 0) return;
  await sql`
    insert into automaton_starts (account_id, automaton_id, contact_id, kind, fact, happened_at, state, reason,
      due_at, exit_kind, settled_at)
    select ${accountId}, given.*, case when given.state <> 'waiting' then ${now}::timestamptz end
    from unnest(
      ${starts.map((each) => each.automatonId)}::bigint[], ${starts.map((each) => each.contactId)}::bigint[],
      ${starts.map((each) => each.kind)}::text[], ${starts.map((each) => each.fact)}::text[],
      ${starts.map((each) => each.happenedAt)}::timestamptz[], ${starts.map((each) => each.state)}::text[],
      ${starts.map((each) => each.reason)}::text[], ${starts.map((each) => each.dueAt)}::timestamptz[],
      ${starts.map((each) => each.exitKind)}::text[]
    ) as given (automaton_id, contact_id, kind, fact, happened_at, state, reason, due_at, exit_kind)
    on conflict (account_id, automaton_id, contact_id, kind, fact) do nothing`.execute(trx);
}

/** What one contact has of one automata. */
export type EarlierStart = {
  automatonId: number;
  contactId: number;
  state: StartState;
  happenedAt: Date;
};

/**
 * What these contacts have of these automata or wait for: the latest ones of each, as many as the rules of
 * how often ask for.
 */
export function earlierStarts(
  db: Db,
  accountId: number,
  automatonIds: readonly number[],
  contactIds: readonly number[],
): Promise<EarlierStart[]> {
  return rows(
    db,
    sql<EarlierStart>`
      select e.automaton_id as "automatonId", e.contact_id as "contactId", e.state, e.happened_at as "happenedAt"
      from unnest(${contactIds}::bigint[]) as given (id)
      cross join unnest(${automatonIds}::bigint[]) as mine (id)
      cross join lateral (
        select s.* from automaton_starts s
        where s.account_id = ${accountId} and s.automaton_id = mine.id and s.contact_id = given.id
          and s.state in ('waiting', 'started')
        order by s.happened_at desc limit ${LIMITS.startsADay}
      ) e`,
  );
}

/** Somebody leaves an automata by an event of a kind. */
export type Exit = { automatonId: number; contactId: number; kind: string; at: Date };
/** Whoever opts out leaves all of it; other events, which may be told late, what had happened by then. */
export const endsStart = ({ kind, at }: Pick<Exit, 'kind' | 'at'>, happenedAt: Date): boolean =>
  kind === ALWAYS_LEFT || happenedAt <= at;
const ENDS_START = sql`(given.kind = ${sql.lit(ALWAYS_LEFT)} or s.happened_at <= given.at)`;
export type LeftStart = { id: number; channelId: number; contactId: number; at: Date };

/**
 * Ends what waits of these automata for these contacts (but for dates, which alone say what is to come), and
 * answers the conversations that they began and that have not come to their end. Needs a transaction.
 */
export async function leaveStarts(
  trx: Db,
  accountId: number,
  exits: readonly Exit[],
  now: Date,
): Promise<LeftStart[]> {
  if (exits.length === 0) return [];
  const given = sql`unnest(
      ${exits.map((exit) => exit.automatonId)}::bigint[], ${exits.map((exit) => exit.contactId)}::bigint[],
      ${exits.map((exit) => exit.kind)}::text[], ${exits.map((exit) => exit.at)}::timestamptz[]
    ) as given (automaton_id, contact_id, kind, at)`;
  await sql`
    update automaton_starts s set state = 'left', reason = 'exit', exit_kind = given.kind, settled_at = ${now},
      exited_at = given.at
    from ${given}
    where s.account_id = ${accountId} and s.automaton_id = given.automaton_id and s.contact_id = given.contact_id
      and s.state = 'waiting' and s.kind <> ${sql.lit(DATE_REACHED)} and ${ENDS_START}`.execute(trx);
  return rows(
    trx,
    sql<LeftStart>`
      update automaton_starts s set exit_kind = given.kind, exited_at = given.at
      from ${given}, conversations v
      where s.account_id = ${accountId} and s.automaton_id = given.automaton_id
        and s.contact_id = given.contact_id and s.state = 'started' and s.exited_at is null and ${ENDS_START}
        and v.account_id = ${accountId} and v.channel_id = s.channel_id and v.contact_id = s.contact_id
        and v.automaton_start_id = s.id and (v.active or exists (
          select from messages m
          where m.account_id = ${accountId} and m.contact_id = s.contact_id and m.channel_id = s.channel_id
            and m.created_at >= s.settled_at and m.status in ('queued', 'held')))
      returning s.id, s.channel_id as "channelId", s.contact_id as "contactId", s.settled_at as at`,
  );
}

/** A start whose wait is over, with what its automata and its contact are now. */
export type DueStart = {
  id: number;
  automatonId: number;
  contactId: number;
  kind: string;
  fact: string;
  happenedAt: Date;
  tries: number;
  /** Since when it waits for credits; null: it does not. */
  unpaidSince: Date | null;
  phone: string;
  optedOut: boolean;
  erased: boolean;
  /** They want nothing for now. */
  paused: boolean;
};

/** Accounts that have starts whose wait is over. */
export const dueAccounts = (now: Date): RawBuilder<{ id: number }> => sql`
      select a.id from accounts a
      where exists (
        select 1 from automaton_starts s where s.account_id = a.id and s.state = 'waiting' and s.due_at <= ${now})`;

export const accountsDue = async (db: Db, now: Date): Promise<number[]> =>
  (await rows(db, dueAccounts(now))).map(({ id }) => id);

/** Locks starts that are due until the transaction ends, the earliest first; what others have is left out. */
export function lockDueStarts(trx: Db, accountId: number, now: Date, most: number): Promise<DueStart[]> {
  return rows(
    trx,
    sql<DueStart>`
      with due as (
        select s.id from automaton_starts s
        where s.account_id = ${accountId} and s.state = 'waiting' and s.due_at <= ${now}
        order by s.due_at, s.id limit ${most} for update skip locked
      )
      select s.id, s.automaton_id as "automatonId", s.contact_id as "contactId", s.kind, s.fact, s.happened_at as "happenedAt", s.tries,
        s.unpaid_since as "unpaidSince",
        coalesce(c.phone, '') as phone, coalesce(c.opted_out, false) as "optedOut",
        c.id is null or c.erased_at is not null as erased, ${pausedUntil(accountId, now)} is not null as paused
      from due join automaton_starts s on s.account_id = ${accountId} and s.id = due.id
      left join contacts c on c.account_id = ${accountId} and c.id = s.contact_id
      order by s.due_at, s.id`,
  );
}

/** What became of starts: begun on a channel, or why not. */
export type Settled = { id: number; reason: StartReason | ''; channelId: number | null };

/** Needs the transaction that has locked them. */
export async function settleStarts(
  trx: Db,
  accountId: number,
  settled: readonly Settled[],
  now: Date,
): Promise<void> {
  if (settled.length === 0) return;
  await sql`
    with given as (
      select * from unnest(
        ${settled.map(({ id }) => id)}::bigint[], ${settled.map(({ reason }) => reason)}::text[],
        ${settled.map(({ channelId }) => channelId)}::bigint[]
      ) as given (id, reason, channel_id)
    ), moved as (
      update automaton_starts s set state = case when given.reason = '' then 'started' else 'skipped' end,
        reason = given.reason, channel_id = given.channel_id, settled_at = ${now}
      from given where s.account_id = ${accountId} and s.id = given.id and s.state = 'waiting'
      returning s.automaton_id, s.state
    )
    update automata a set started = a.started + begun.count
    from (select automaton_id, count(*)::int as count from moved where state = 'started' group by automaton_id) begun
    where a.account_id = ${accountId} and a.id = begun.automaton_id`.execute(trx);
}

/** Starts that the balance has no room for wait for credits. Needs the transaction that has locked them. */
export async function awaitCredits(
  trx: Db,
  accountId: number,
  ids: readonly number[],
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update automaton_starts set unpaid_since = coalesce(unpaid_since, ${now}), due_at = ${until}
    where account_id = ${accountId} and id = any(${[...ids]}::bigint[]) and state = 'waiting'`.execute(trx);
}

/** Lets a start that failed wait longer each time. */
export async function postponeStart(db: Db, accountId: number, id: number, until: Date): Promise<void> {
  await sql`
    update automaton_starts set tries = tries + 1, due_at = ${until}
    where account_id = ${accountId} and id = ${id} and state = 'waiting'`.execute(db);
}

/** Leaves out what is due: it has been started, or may have been. All accounts. */
export function skipDueStarts(trx: Db, now: Date): Promise<number> {
  return changed(
    trx,
    sql`
      update automaton_starts set state = 'skipped', reason = 'restored', settled_at = ${now}
      where state = 'waiting' and due_at <= ${now}`,
  );
}

const DAY_MS = 86_400_000;
const SLICE = 5_000;

/** Forgets, slice by slice, who was not started {@link LIMITS.keptDays} ago. True: there may be more. */
export async function forgetOldStarts(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - LIMITS.keptDays * DAY_MS);
  const gone = await changed(
    db,
    sql`
      delete from automaton_starts s using (
        select account_id, id from automaton_starts
        where state in ('skipped', 'left') and settled_at < ${before} limit ${SLICE}
      ) old where s.account_id = old.account_id and s.id = old.id`,
  );
  return gone === SLICE;
}

export type ShownStart = {
  id: number;
  contact: number;
  phone: string;
  displayName: string;
  event: string;
  state: StartState;
  reason: StartReason | '';
  exit: string;
  happenedAt: string;
  dueAt: string;
  settledAt: string;
  exitedAt: string;
};
type ShownRow = Omit<ShownStart, 'happenedAt' | 'dueAt' | 'settledAt' | 'exitedAt'> & {
  happenedAt: Date;
  dueAt: Date;
  settledAt: Date | null;
  exitedAt: Date | null;
};
type Page = { start: number; length: number; state: StartState | ''; contact: number };

/** A page of an automata's starts, the latest first, and how many there are. */
export async function listStarts(
  db: Db,
  accountId: number,
  automatonId: number,
  { start, length, state, contact }: Page,
): Promise<{ starts: ShownStart[]; total: number }> {
  const which = sql`s.account_id = ${accountId} and s.automaton_id = ${automatonId}
    ${state === '' ? sql`` : sql`and s.state = ${state}`} ${contact === 0 ? sql`` : sql`and s.contact_id = ${contact}`}`;
  const total = await first(
    db,
    sql<{ count: number }>`select count(*) as count from automaton_starts s where ${which}`,
  );
  const found = await rows(
    db,
    sql<ShownRow>`
      select s.id, s.contact_id as contact, c.phone, ${displayName(accountId)} as "displayName", s.kind as event,
        s.state, s.reason, coalesce(s.exit_kind, '') as exit, s.happened_at as "happenedAt", s.due_at as "dueAt",
        s.settled_at as "settledAt", s.exited_at as "exitedAt"
      from (
        select * from automaton_starts s where ${which} order by s.id desc offset ${start} limit ${length}
      ) s
      join contacts c on c.account_id = ${accountId} and c.id = s.contact_id
      order by s.id desc`,
  );
  const iso = (at: Date | null) => at?.toISOString() ?? '';
  const starts = found.map(({ happenedAt, dueAt, settledAt, exitedAt, ...start }) => ({
    ...start,
    happenedAt: iso(happenedAt),
    dueAt: iso(dueAt),
    settledAt: iso(settledAt),
    exitedAt: iso(exitedAt),
  }));
  return { starts, total: total?.count ?? 0 };
}

/** How many starts of each automata wait. */
export async function waitingOf(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const found = await rows(
    db,
    sql<{ id: number; count: number }>`
      select automaton_id as id, count(*) as count from automaton_starts
      where account_id = ${accountId} and automaton_id = any(${ids}::bigint[]) and state = 'waiting'
      group by automaton_id`,
  );
  return new Map(found.map(({ id, count }) => [id, count]));
}
