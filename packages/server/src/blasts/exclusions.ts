/** Who was left out when a blast began, and why. */

import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { fewByNumber } from '../contacts/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { phonePattern } from '../platform/search-patterns.ts';
import type { BlastPerson, OutcomeGroup } from './people-by-reason.ts';

/** People read at a time for a file. */
const FILE_PAGE = 5_000;

/** A page by contact. Somebody who was deleted meanwhile is counted still, and has no number. */
export function pageExcluded(
  db: Db,
  accountId: number,
  bucket: OutcomeGroup,
  start: number,
  search: string,
): Promise<BlastPerson[]> {
  const part = { after: 0, start, limit: PAGE_LIMITS.pageSize };
  return search === ''
    ? readLeftOut(db, accountId, bucket, part)
    : searchLeftOut(db, accountId, bucket, part, search);
}

export async function* allExcluded(
  db: Db,
  accountId: number,
  bucket: OutcomeGroup,
): AsyncGenerator<BlastPerson[]> {
  for (let after = 0; ; ) {
    const found = await readLeftOut(db, accountId, bucket, { after, start: 0, limit: FILE_PAGE });
    yield found;
    const last = found.at(-1);
    if (found.length < FILE_PAGE || !last) return;
    after = last.contact;
  }
}

type Part = { after: number; start: number; limit: number };

/** The last contact id that a part may hold. */
const upTo = sql`lead(after_contact_id, 1, ${Number.MAX_SAFE_INTEGER}::bigint) over (order by after_contact_id)`;

const shown = (accountId: number, blast: number) => sql`
  select person.id as contact, coalesce(c.phone, '') as phone, b.campaign_id as campaign, b.created_at as at, null as until
  from person
    join blasts b on b.account_id = ${accountId} and b.id = ${blast}
    left join contacts c on c.account_id = ${accountId} and c.id = person.id`;

function readLeftOut(
  db: Db,
  accountId: number,
  { blast, reason }: OutcomeGroup,
  { after, start, limit }: Part,
): Promise<BlastPerson[]> {
  return rows(
    db,
    sql<BlastPerson>`
      with parts as (
        select after_contact_id, people, sum(people) over (order by after_contact_id) - people as before,
          ${upTo} as up_to
        from blast_exclusions
        where account_id = ${accountId} and blast_id = ${blast} and reason = ${reason}
      ), here as materialized (
        select after_contact_id, before from parts
        where before + people > ${start} and before < ${start + limit} and up_to > ${after}
        order by after_contact_id
      ), person as materialized (
        select p.id from here
          join blast_exclusions l on l.account_id = ${accountId} and l.blast_id = ${blast} and l.reason = ${reason}
            and l.after_contact_id = here.after_contact_id
          cross join lateral unnest(l.contact_ids) as p (id)
        where p.id > ${after}
        order by p.id offset greatest(0, ${start} - (select min(before) from here)) limit ${limit}
      )
      ${shown(accountId, blast)} order by person.id`,
  );
}

/**
 * Where few numbers have it, those people are looked for in the parts that may hold them; else all who were
 * left out are looked at, until a page is full.
 */
async function searchLeftOut(
  db: Db,
  accountId: number,
  { blast, reason }: OutcomeGroup,
  { start, limit }: Part,
  search: string,
): Promise<BlastPerson[]> {
  const few = await fewByNumber(db, accountId, search);
  const isFound = few
    ? sql`p.id = any(${few}::bigint[])`
    : sql`(select phone from contacts where account_id = ${accountId} and id = p.id) like ${phonePattern(search)}`;
  return rows(
    db,
    sql<BlastPerson>`
      with parts as (
        select after_contact_id, ${upTo} as up_to from blast_exclusions
        where account_id = ${accountId} and blast_id = ${blast} and reason = ${reason}
      ), part as materialized (
        select after_contact_id from parts ${few ? sql`where exists (select from unnest(${few}::bigint[]) as p (id) where p.id > after_contact_id and p.id <= up_to)` : sql``}
        order by after_contact_id
      ), person as materialized (
        select p.id from part
          cross join lateral (
            select contact_ids from blast_exclusions l
            where l.account_id = ${accountId} and l.blast_id = ${blast} and l.reason = ${reason}
              and l.after_contact_id = part.after_contact_id
            offset 0
          ) l
          cross join lateral unnest(l.contact_ids) as p (id)
        where ${isFound} offset ${start} limit ${limit}
      )
      ${shown(accountId, blast)} order by person.id`,
  );
}
