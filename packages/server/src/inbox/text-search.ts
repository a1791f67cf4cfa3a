/**
 * Texts that somebody looks for: by a part of them, or by who texted. Each look is bounded, and says where
 * the next one begins.
 */

import type { RawBuilder } from 'kysely';
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { hasTrigram } from '../platform/search-patterns.ts';
import { isIndexed, isWho, peopleLike, type Who, whoOf } from '../tags/index.ts';

/** So many texts are looked at one by one in a call: a search asks more of each. */
const LOOKED_AT = { search: 1_000, filter: 2_000 };
/**
 * An index answers where it finds no more than so many texts, and so many people: what more have is soon met
 * one by one.
 */
const MOST_TEXTS = 2_000;

export type Sought = { accountId: number; search: string; who: Who };

export const soughtBy = async (db: Db, accountId: number, search: string): Promise<Sought> => ({
  accountId,
  search,
  who: await whoOf(db, search),
});

/** Texts `i` that come after the text `before` (0: all), newest first. */
export const after = (accountId: number, before: number): RawBuilder<unknown> =>
  before === 0 ? sql`` : sql`and (i.at, i.id) < ${placeOf(accountId, before)}`;

const placeOf = (accountId: number, text: number) =>
  sql`(select b.at, b.id from inbound_messages b where b.account_id = ${accountId} and b.id = ${text})`;

/** The last text of a look. */
export type End = { id: number; at: Date };

/**
 * Where a look ends that begins after `before`; undefined: it reaches the first text. `none`: only texts that
 * came to no campaign count.
 */
export function endOfLook(
  db: Db,
  accountId: number,
  before: number,
  { by, kind }: { by: 'search' | 'filter'; kind: 'any' | 'none' },
): Promise<End | undefined> {
  return first(
    db,
    sql<End>`
      select i.id, i.at from inbound_messages i
      where i.account_id = ${accountId} ${kind === 'none' ? sql`and i.kind = 'none'` : sql``} ${after(accountId, before)}
      order by i.at desc, i.id desc offset ${LOOKED_AT[by] - 1} limit 1`,
  );
}

/** Texts `i` of a look. */
export const within = (accountId: number, before: number, end: End | undefined): RawBuilder<unknown> =>
  end
    ? sql`${after(accountId, before)} and (i.at, i.id) >= ${placeOf(accountId, end.id)}`
    : after(accountId, before);

/** A text that was met in a look; `named`: it is sought for who texted it. */
type Met = { id: number; named: boolean };

/** So many of a look's texts show that an index would find too many. */
const MANY_MET = 20;
export const isMany = (met: readonly Met[]): boolean => met.length >= MANY_MET;

/** The texts of a search's look that are sought, newest first. */
export const meetTexts = (db: Db, { accountId, search, who }: Sought, before: number): Promise<Met[]> =>
  rows(
    db,
    sql<Met>`
      select i.id, c.named from (
        select * from inbound_messages i where i.account_id = ${accountId} ${after(accountId, before)}
        order by i.at desc, i.id desc limit ${LOOKED_AT.search}
      ) i cross join lateral (
        select ${isWho(who)} as named from contacts c where c.account_id = ${accountId} and c.id = i.contact_id offset 0
      ) c where c.named or i.body ilike ${likeAnywhere(search)} order by i.at desc, i.id desc`,
  );

/** These texts as rows `i`, newest first; as many as a page needs are read. */
export const textsMet = (accountId: number, met: readonly Met[]): RawBuilder<unknown> => sql`(
  select i.*, met.named
  from unnest(${met.map(({ id }) => id)}::bigint[], ${met.map(({ named }) => named)}::boolean[]) as met (id, named)
    join inbound_messages i on i.account_id = ${accountId} and i.id = met.id
  order by i.at desc, i.id desc limit ${LOOKED_AT.search})`;

/** The text `alias` has the words that are sought. */
export const says = ({ search }: Sought, alias: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.body`)} ilike ${likeAnywhere(search)}`;

/**
 * Ids of what indexes find, newest first: of all texts, or of each person the newest; of people who are
 * sought themselves the newest `ofEach`. Null: no index knows, or they are too many.
 */
export async function findTexts(
  db: Db,
  sought: Sought,
  before: number,
  {
    what,
    mostPeople,
    ofEach,
    limit,
  }: { what: 'texts' | 'people'; mostPeople: number; ofEach: number; limit: number },
): Promise<number[] | null> {
  const { accountId, search, who } = sought;
  if (!hasTrigram(search) || !isIndexed(who)) return null;
  const each = what === 'people' ? sql`distinct on (i.contact_id)` : sql`distinct on (i.at, i.id)`;
  const order = what === 'people' ? sql`order by i.contact_id, i.at desc, i.id desc` : sql``;
  const [texts, people] = await Promise.all([
    rows(
      db,
      sql<{ id: number; at: Date; contactId: number }>`
        select id, at, contact_id as "contactId"
        from inbound_messages_like(${accountId}::bigint, ${likeAnywhere(search)}::text, ${MOST_TEXTS + 1}::int)`,
    ),
    rows(db, sql<{ id: number }>`select id from ${peopleLike(accountId, who, mostPeople + 1)}`),
  ]);
  if (texts.length > MOST_TEXTS || people.length > mostPeople) return null;
  const found = await first(
    db,
    sql<{ ids: number[] }>`
      with texts as materialized (
        select * from unnest(${texts.map(({ id }) => id)}::bigint[], ${texts.map(({ at }) => at)}::timestamptz[],
          ${texts.map(({ contactId }) => contactId)}::bigint[]) as found (id, at, contact_id)
      )
      select array(
        select i.id from (
          select ${each} i.id, i.at from (
            select id, at, contact_id from texts
            union all
            select n.id, n.at, n.contact_id from unnest(${people.map(({ id }) => id)}::bigint[]) as p (id) cross join lateral (
              select t.id, t.at, t.contact_id from inbound_messages t
              where t.account_id = ${accountId} and t.contact_id = p.id order by t.at desc, t.id desc limit ${ofEach}
            ) n
          ) i ${order}
        ) i where true ${after(accountId, before)} order by i.at desc, i.id desc limit ${limit}
      ) as ids`,
  );
  return found?.ids ?? [];
}
