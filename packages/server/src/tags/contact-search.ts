/** People who are looked for by what somebody typed. */
import type { RawBuilder } from 'kysely';
import { type Db, first, sql } from '../platform/db/database.ts';
import { hasTrigram, isNumber, phonePattern } from '../platform/search-patterns.ts';

/**
 * A part of the number, or the beginnings of words that the person's tags have: 'jo bos' finds 'José ·
 * Boston'.
 */
export type Who = {
  /** A LIKE pattern for numbers; null: what was typed is no number. */
  phone: string | null;
  /** A tsquery for `contact_words`; null: it has no words. */
  words: string | null;
};

/** Reads what was typed. Words are taken as PostgreSQL takes those of the tags; accents do not count. */
export async function whoOf(db: Db, search: string): Promise<Who> {
  const plain = search.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const row = await first(
    db,
    sql<{ words: string | null }>`
      select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || ''':*', ' & ') as words
      from unnest(to_tsvector('simple', ${plain}))`,
  );
  const phone = isNumber(search) ? phonePattern(search) : null;
  // One or two digits are in every tenth number: nobody means a word by them.
  return { phone, words: phone !== null && !hasTrigram(phone) ? null : (row?.words ?? null) };
}

/** Whether indexes find these people: a number by three digits in a row or more. */
export const isIndexed = ({ phone }: Who): boolean => phone === null || hasTrigram(phone);

/**
 * Ids of the contacts of an account who are such people, `most` by number and as many by words, in any order;
 * for {@link isIndexed} ones.
 */
export const peopleLike = (accountId: number, { phone, words }: Who, most: number): RawBuilder<unknown> =>
  sql`contacts_like(${accountId}::bigint, ${phone}::text, ${words}::tsquery, ${most}::int)`;

/** Whether the contact `c` of a query is such a person. */
export function isWho({ phone, words }: Who): RawBuilder<boolean> {
  const byPhone = phone === null ? sql`false` : sql`c.phone like ${phone}`;
  const byWords =
    words === null ? sql`false` : sql`c.tags <> '{}' and contact_words(c.tags) @@ ${words}::tsquery`;
  return sql<boolean>`(${byPhone} or ${byWords})`;
}
