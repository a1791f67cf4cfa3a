/** Tag filters as SQL, with the meaning of rules/filter.ts: a test compares the two over many values. */

import {
  ACCENTS,
  type Filter,
  folded,
  fullDate,
  ISO_DATE,
  kindOf,
  NUMBER,
  takesValue,
  US_DATE,
  type ValueKind,
} from '@parley/rules/filter.ts';
import { anniversaries } from '@parley/rules/relative-day.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../platform/db/database.ts';
import { nameKey } from '../platform/names.ts';
import { tagsByName } from './store.ts';

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

/** `tagId`: of the tag when a blast was stored; it may have another name since. */
export type StoredFilter = Filter & { tagId?: number };

/**
 * Finds the tags that filters mean: the stored one while it is there, else the one of that name, in any case.
 */
export async function resolveFilters(
  db: Db,
  accountId: number,
  filters: readonly StoredFilter[],
): Promise<TagCondition[]> {
  if (filters.length === 0) return [];
  const ids = await tagsByName(db, accountId);
  const known = new Set(ids.values());
  return filters.map(({ tag, tagId = 0, operator, value }) => ({
    tagId: known.has(tagId) ? tagId : (ids.get(nameKey(tag)) ?? null),
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
  if (anniversaries !== null && takesValue(operator))
    return fallsOn(sql`btrim(${tagValue(tagId)}, ${BLANKS})`, operator, anniversaries);
  return onFolded(tagValue(tagId), meetsFilter(operator, value));
}

/** Whether the folded form of a text, `held.value`, meets a condition. */
export function onFolded(text: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${condition} from (select ${foldedInSql(text)} as value offset 0) held)`;
}

/** How `held.value` compares with a value. */
export const meetsFilter = (operator: Filter['operator'], value: string): RawBuilder<unknown> =>
  compare(operator, folded(value));

export const BLANKS = sql`E' \\t\\n\\r'`;

/** `folded` of rules/filter.ts; most values are plain ASCII, and need no more than lower case. */
function foldedInSql(value: RawBuilder<unknown>): RawBuilder<unknown> {
  const plain = sql`normalize(replace(lower(regexp_replace(normalize(v.text, nfkd), ${ACCENTS.source}, '', 'g')), 'ς', 'σ'), nfkc)`;
  return sql`(
    select btrim(case when octet_length(v.text) = length(v.text) then lower(v.text) else ${plain} end, ${BLANKS})
    from (select ${value} as text offset 0) v)`;
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

/** How `held.value`, folded, compares with a folded value. */
function compare(operator: Filter['operator'], wanted: string): RawBuilder<unknown> {
  if (operator === 'IS EMPTY') return sql`held.value = ''`;
  if (operator === 'IS NOT EMPTY') return sql`held.value <> ''`;
  if (operator === 'LIKE') return isLike(wanted);
  if (operator === 'NOT LIKE') return sql`not (${isLike(wanted)})`;
  const kind = kindOf(wanted);
  const ofKind = compareKind(kind, COMPARISONS[operator], wanted);
  if (operator === '=') return sql`case when ${isKind(kind)} then ${ofKind} else false end`;
  if (operator === '!=') return sql`case when ${isKind(kind)} then ${ofKind} else true end`;
  // Order never holds against an empty side.
  return wanted === ''
    ? sql`false`
    : sql`case when held.value <> '' and ${isKind(kind)} then ${ofKind} else false end`;
}

export const IS_NUMBER = sql`held.value ~ ${sql.lit(NUMBER.source)}`;
export const IS_DATE = sql`(held.value ~ ${sql.lit(ISO_DATE.source)} or held.value ~ ${sql.lit(US_DATE.source)})`;

function isKind(kind: ValueKind): RawBuilder<unknown> {
  if (kind === 'text') return sql`not (${IS_NUMBER} or ${IS_DATE})`;
  return kind === 'number' ? IS_NUMBER : IS_DATE;
}

function compareKind(kind: ValueKind, comparison: RawBuilder<unknown>, wanted: string): RawBuilder<unknown> {
  if (kind === 'number') return sql`held.value::numeric ${comparison} ${wanted}::numeric`;
  if (kind === 'date') return sql`${FULL_DATE} collate "C" ${comparison} ${fullDate(wanted)}::text`;
  return sql`held.value collate "C" ${comparison} ${wanted}::text`;
}

/** `fullDate` of rules/filter.ts. */
export const FULL_DATE = sql`(
  select left(d.iso || substr(' 00:00:00', length(d.iso) - 9), 19) from (
    select replace(regexp_replace(
      regexp_replace(held.value, ${sql.lit(US_DATE.source)}, '\\3-0\\1-0\\2\\4'), '-0([0-9]{2})', '-\\1', 'g'
    ), 't', ' ') as iso
  ) d)`;

function isLike(wanted: string): RawBuilder<unknown> {
  return /[%_]/.test(wanted)
    ? sql`held.value like ${wanted}::text escape ''`
    : sql`strpos(held.value, ${wanted}::text) > 0`;
}
