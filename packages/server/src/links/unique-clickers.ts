/**
 * How many different people clicked, over any range of days: kept by day, so that no report looks at the
 * people themselves.
 */
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';
import { daysBetween } from '../platform/db/days.ts';
import { goneBefore } from '../retention/index.ts';

/** Days, both included, of a link; `datapoint` 0 means all. */
type Span = { from: string; to: string; datapoint: number };

/** Somebody clicked a link (the subject). */
export type Seen = { subjectId: number; contactId: number; at: Date };

type Newcomers = Map<number, number>;

/**
 * Counts people on their days (days of `timeZone`), for the subject and for all of the account (subject 0).
 * Who was seen on an earlier day of a range is not counted again in it: each is stored with the day before.
 * Answers how many were new to each subject.
 */
export async function recordClickers(
  trx: Db,
  accountId: number,
  timeZone: string,
  seen: readonly Seen[],
): Promise<Newcomers> {
  if (seen.length === 0) return new Map();
  const newcomers = await rows(
    trx,
    sql<{ subjectId: number; people: number }>`
      with given as (
        select distinct s.subject_id, g.contact_id, (g.at at time zone ${timeZone})::date as day
        from unnest(
          ${seen.map(({ subjectId }) => subjectId)}::bigint[], ${seen.map(({ contactId }) => contactId)}::bigint[],
          ${seen.map(({ at }) => at)}::timestamptz[]
        ) as g (subject_id, contact_id, at)
        cross join lateral (values (g.subject_id), (0)) as s (subject_id)
      ), fresh as (
        select g.*, coalesce(lag(g.day) over (partition by g.subject_id, g.contact_id order by g.day), l.day, '-infinity') as previous_day
        from given g
        left join contact_last_seen l on l.account_id = ${accountId} and l.kind = 'click' and l.subject_id = g.subject_id
          and l.contact_id = g.contact_id
        where l.day is null or g.day > l.day
      ), kept as (
        insert into contact_last_seen (account_id, kind, subject_id, contact_id, day)
        select ${accountId}::bigint, 'click', subject_id, contact_id, max(day) from fresh
        group by subject_id, contact_id order by subject_id, contact_id
        on conflict (account_id, kind, subject_id, contact_id) do update set day = excluded.day
          where contact_last_seen.day < excluded.day
        returning subject_id, contact_id
      ), days as (
        insert into daily_unique_contacts (account_id, kind, subject_id, day, previous_day, people)
        select ${accountId}::bigint, 'click', subject_id, day, previous_day, count(*)
        from fresh join kept using (subject_id, contact_id)
        group by subject_id, day, previous_day order by subject_id, day, previous_day
        on conflict (account_id, kind, subject_id, day, previous_day) do update set people = daily_unique_contacts.people + excluded.people
      )
      select subject_id as "subjectId", count(*) as people from fresh join kept using (subject_id, contact_id)
      where previous_day = '-infinity' group by subject_id`,
  );
  return new Map(newcomers.map(({ subjectId, people }) => [subjectId, people]));
}

/** Different people within the range. */
export async function countClickers(db: Db, accountId: number, span: Span): Promise<number> {
  const row = await first(
    db,
    sql<{ people: number }>`
      select coalesce(sum(people), 0)::bigint as people from daily_unique_contacts
      where account_id = ${accountId} and kind = 'click' and subject_id = ${span.datapoint}
        and day between ${span.from}::date and ${span.to}::date and previous_day < ${span.from}::date`,
  );
  return row?.people ?? 0;
}

/** Different people of each day, days without any as 0. */
export async function clickersByDay(db: Db, accountId: number, span: Span): Promise<number[]> {
  const days = await rows(
    db,
    sql<{ people: number }>`
      select coalesce(p.people, 0) as people
      from ${daysBetween(span)} d
      left join (
        select day, sum(people)::bigint as people from daily_unique_contacts
        where account_id = ${accountId} and kind = 'click' and subject_id = ${span.datapoint}
          and day between ${span.from}::date and ${span.to}::date
        group by day
      ) p on p.day = d::date
      order by d`,
  );
  return days.map(({ people }) => people);
}

/**
 * Counts the people of all days of an account anew from its clicks: after its time zone changed. Where some
 * are gone, nobody knows any more who was there before: then all days stay as they were counted.
 */
export async function recountClickers(trx: Db, accountId: number, timeZone: string): Promise<void> {
  if ((await goneBefore(trx, accountId, 'clicks')) !== null) return;
  await changed(trx, sql`delete from daily_unique_contacts where account_id = ${accountId}`);
  await changed(trx, sql`delete from contact_last_seen where account_id = ${accountId}`);
  await changed(
    trx,
    sql`
      with seen as materialized (
        select kind, subject_id, contact_id, day,
          coalesce(lag(day) over (partition by kind, subject_id, contact_id order by day), '-infinity') as previous_day
        from (
          select distinct 'click' as kind, s.subject_id, k.contact_id, (k.at at time zone ${timeZone})::date as day
          from link_clicks k cross join lateral (values (k.link_id), (0)) as s (subject_id)
          where k.account_id = ${accountId} and k.kind = 'person' and k.contact_id is not null
        ) days
      ), latest as (
        insert into contact_last_seen (account_id, kind, subject_id, contact_id, day)
        select ${accountId}::bigint, kind, subject_id, contact_id, max(day) from seen group by kind, subject_id, contact_id
      )
      insert into daily_unique_contacts (account_id, kind, subject_id, day, previous_day, people)
      select ${accountId}::bigint, kind, subject_id, day, previous_day, count(*) from seen
      group by kind, subject_id, day, previous_day`,
  );
}
