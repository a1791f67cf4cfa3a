/** Tag filters as SQL, with the meaning of rules/filter.ts: a test compares the two over many values. */

import { DATE, type Filter, NUMBER, trimmed } from '@parley/rules/filter.ts';
import { anniversaries } from '@parley/rules/moving-day.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../platform/db/database.ts';
import { nameKey } from '../platform/names.ts';
import { tagsByName } from '../tags/store.ts';

export type TagCondition = {
  /** Null: the account has no tag of that name, so everybody's value is missing. */
  tagId: number | null;
  operator: Filter['operator'];
  value: string;
  /** For a day of every year, the dates that fall on it. */
  anniversaries: string | null;
};

const COMPARISONS = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
} as const;

/** Finds the tags that filters name, in any case. */
export async function resolveFilters(
  db: Db,
  accountId: number,
  filters: readonly Filter[],
): Promise<TagCondition[]> {
  if (filters.length === 0) return [];
  const ids = await tagsByName(db, accountId);
  return filters.map(({ tag, operator, value }) => ({
    tagId: ids.get(nameKey(tag)) ?? null,
    operator,
    value,
    anniversaries: anniversaries(value),
  }));
}

/** Whether a row of `contacts c` meets every condition. */
export function meetsAll(conditions: readonly TagCondition[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql`true`;
  return sql.join(conditions.map(meets), sql` and `);
}

/** The tag's value of contact `c`, '' when it has none. */
export function tagValue(tagId: number | null): RawBuilder<unknown> {
  return tagId === null ? sql`''` : sql`coalesce(c.tags ->> ${sql.lit(String(tagId))}, '')`;
}

function meets({ tagId, operator, value, anniversaries }: TagCondition): RawBuilder<unknown> {
  const held = sql`btrim(${tagValue(tagId)}, E' \\t\\n\\r')`;
  if (anniversaries !== null) return fallsOn(held, operator, anniversaries);
  const wanted = trimmed(value);
  if (operator === 'LIKE') return isLike(held, wanted);
  if (operator === 'NOT LIKE') return sql`not (${isLike(held, wanted)})`;
  const comparison = COMPARISONS[operator];
  const compared = compare(held, wanted, comparison);
  if (operator === '=' || operator === '!=') return compared;
  // Order never holds against an empty side.
  return wanted === '' ? sql`false` : sql`(${held} <> '' and ${compared})`;
}

/** A day of every year is met or not; before and after it nothing is. */
function fallsOn(
  held: RawBuilder<unknown>,
  operator: Filter['operator'],
  dates: string,
): RawBuilder<unknown> {
  if (operator === '=' || operator === 'LIKE') return sql`(${held} ~ ${dates}::text)`;
  return operator === '!=' || operator === 'NOT LIKE' ? sql`(${held} !~ ${dates}::text)` : sql`false`;
}

/** As numbers when both are, as moments when both are, else as text in code point order. */
function compare(
  held: RawBuilder<unknown>,
  wanted: string,
  comparison: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const asText = sql`${held} collate "C" ${comparison} ${wanted}::text`;
  if (NUMBER.test(wanted))
    return sql`case when ${held} ~ ${NUMBER.source} then (${held})::numeric ${comparison} ${wanted}::numeric else ${asText} end`;
  if (DATE.test(wanted))
    return sql`case when ${held} ~ ${DATE.source} then ${fullDate(held)} collate "C" ${comparison} ${fullDate(sql`${wanted}::text`)} else ${asText} end`;
  return sql`(${asText})`;
}

function fullDate(date: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left(replace(${date}, 'T', ' ') || substr(' 00:00:00', length(${date}) - 9), 19)`;
}

function isLike(held: RawBuilder<unknown>, wanted: string): RawBuilder<unknown> {
  return /[%_]/.test(wanted)
    ? sql`lower(${held}) like lower(${wanted}::text) escape ''`
    : sql`strpos(lower(${held}), lower(${wanted}::text)) > 0`;
}
