/** SQL of automata that the date in a tag starts: which are on, whose date it is, whose date it still is. */
import { DATE_REACHED, type TriggerDate } from '@parley/rules/event-trigger.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import type { RawBuilder } from 'kysely';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';

export type DateAutomaton = {
  accountId: number;
  id: number;
  version: number;
  date: TriggerDate;
  zone: string;
  /** Nobody is started whose moment was before. */
  from: Date;
  seenAt: Date | null;
};

const IS_BY_DATE = sql`a.enabled and a.type = ${sql.lit(SCHEDULE_TYPES.BY_EVENT)}
  and a.trigger ->> 'event' = ${sql.lit(DATE_REACHED)}`;

/** Those that are on and were not looked at since a moment. All accounts. */
export function dateAutomata(db: Db, unseenSince: Date): Promise<DateAutomaton[]> {
  return rows(
    db,
    sql<DateAutomaton>`
      select a.account_id as "accountId", a.id, a.version, a.trigger -> 'date' as date, s.time_zone as zone,
        a.dates_from as "from", a.dates_seen_at as "seenAt"
      from automata a join accounts s on s.id = a.account_id
      where ${IS_BY_DATE} and a.dates_from is not null
        and (a.dates_seen_at is null or a.dates_seen_at <= ${unseenSince})
      order by a.account_id, a.id`,
  );
}

/** Notes that everybody whose date came up to now has a start. */
export async function noteDatesSeen(
  db: Db,
  { accountId, id, version }: DateAutomaton,
  now: Date,
): Promise<void> {
  await sql`
    update automata set dates_seen_at = ${now}
    where account_id = ${accountId} and id = ${id} and version = ${version}`.execute(db);
}

/** True: it is on as it was read, and stays so until the transaction ends. */
export async function holdDateAutomaton(
  trx: Db,
  { accountId, id, version }: DateAutomaton,
): Promise<boolean> {
  const held = await first(
    trx,
    sql`select 1 from automata a
      where a.account_id = ${accountId} and a.id = ${id} and a.version = ${version} and a.enabled for share`,
  );
  return held !== undefined;
}

/** What a start by a date is kept under: one for a contact and a date. */
export const dateFact = (tag: number, day: string): string => `${tag} ${day}`;

/** Ids of contacts with a value that may be one of the dates. */
async function datedOn(db: Db, accountId: number, keys: readonly string[]): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`select id from contacts_dated(${accountId}::bigint, ${keys}::text[])`,
  );
  return found.map(({ id }) => id);
}

/**
 * Contacts whose tag may hold a date on a day and who have no start by it. `year`: only where it stands in
 * the value.
 */
export async function unstartedOn(
  db: Db,
  { accountId, id, date }: DateAutomaton,
  day: string,
  keys: readonly string[],
): Promise<number[]> {
  const year = date.every === 'date' ? day.slice(0, 4) : '';
  const ofYear =
    year === ''
      ? sql``
      : sql`join contacts c on c.account_id = ${accountId} and c.id = d.id
          and strpos(normalize(c.tags ->> ${String(date.tag)}::text, nfkc), ${year}::text) > 0`;
  const found = await rows(
    db,
    sql<{ id: number }>`
      select d.id from unnest(${await datedOn(db, accountId, keys)}::bigint[]) as d (id) ${ofYear}
      where not exists (
        select 1 from automaton_starts s
        where s.account_id = ${accountId} and s.automaton_id = ${id} and s.contact_id = d.id
          and s.kind = ${sql.lit(DATE_REACHED)} and s.fact = ${dateFact(date.tag, day)})
      order by d.id`,
  );
  return found.map((row) => row.id);
}

/** The values of a tag, by contact; of those that have one. */
export async function tagValuesOf(
  db: Db,
  accountId: number,
  tag: number,
  contactIds: readonly number[],
): Promise<Map<number, string>> {
  const found = await rows(
    db,
    sql<{ id: number; value: string }>`
      select c.id, c.tags ->> ${String(tag)}::text as value from contacts c
      where c.account_id = ${accountId} and c.id = any(${contactIds}::bigint[])
        and c.tags ->> ${String(tag)}::text is not null`,
  );
  return new Map(found.map(({ id, value }) => [id, value]));
}

/** Forgets starts that wait for a date that the automata no longer waits for. */
export async function forgetWaitingDates(trx: Db, accountId: number, id: number): Promise<void> {
  await sql`
    delete from automaton_starts where account_id = ${accountId} and automaton_id = ${id}
      and state = 'waiting' and kind = ${sql.lit(DATE_REACHED)}`.execute(trx);
}

/** Dates whose moment is past start nobody any more: they have, or may have. All accounts. */
export function skipPastDates(trx: Db, now: Date): Promise<number> {
  return changed(
    trx,
    sql`update automata a set dates_from = ${now}, dates_seen_at = null where ${IS_BY_DATE}`,
  );
}

type Dated = { keys: readonly string[]; within: RawBuilder<unknown> };

/** How many people have each value of a tag, of those whose value may be one of the dates; who gets texts. */
export async function countDated(
  db: Db,
  accountId: number,
  tag: number,
  dated: Dated,
): Promise<{ value: string; count: number }[]> {
  return rows(
    db,
    sql<{ value: string; count: number }>`
      select p.value, count(*)::int as count from (${await datedPeople(db, accountId, tag, dated)}) p group by 1`,
  );
}

/** As {@link countDated}, one by one. */
export async function listDated(
  db: Db,
  accountId: number,
  tag: number,
  dated: Dated,
): Promise<{ id: number; value: string }[]> {
  return rows(db, await datedPeople(db, accountId, tag, dated));
}

const datedPeople = async (db: Db, accountId: number, tag: number, { keys, within }: Dated) =>
  sql<{ id: number; value: string }>`
    select c.id, c.tags ->> ${String(tag)}::text as value
    from unnest(${await datedOn(db, accountId, keys)}::bigint[]) as d (id)
    join contacts c on c.account_id = ${accountId} and c.id = d.id
    where not c.opted_out and c.erased_at is null ${within}`;
