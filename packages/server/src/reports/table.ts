/** What every table tile does alike: headers, paging, order by a header's id, export of all rows. */

import type { Readable } from 'node:stream';
import type { TableData } from '@parley/contract';
import { REPORT_GRID } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { csvFile } from '../platform/csv.ts';
import { sql } from '../platform/db/database.ts';
import { Malformed } from '../platform/errors.ts';
import { type Period, wallClock } from './period.ts';

export type Column = { id: string; label: string; numeric?: boolean };
export type Page = { limit: number; page: number; order: 'asc' | 'desc'; orderBy: string };
export type TableRow = Record<string, string | number>;
/** One page of rows and how many there are in all. */
export type Found = { count: number; records: TableRow[] };

/** The order of a page as SQL over columns named by the header ids; the first call may lack orderBy. Ties are broken by `id`. */
export function orderOf(columns: readonly Column[], { order, orderBy }: Page, usual: string) {
  const by = orderBy === '' ? usual : orderBy;
  if (!columns.some(({ id }) => id === by))
    throw new Malformed('orderBy', `orderBy must be one of ${columns.map(({ id }) => id).join(', ')}.`);
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return sql`order by ${sql.ref(by)} ${direction}, id ${direction}`;
}

const { tableReach: REACH, tableWhole: WHOLE } = REPORT_GRID;

/** How many of a table's rows can be paged to: all of a table that is put in order as a whole, else as many as a page can be found in
 *  at once; whoever needs more takes the export. */
export const reachOf = (count: number) => (count <= WHOLE ? count : REACH);

/** Up to so many people are put in order by phone as a whole; of more, the contacts are walked in the order of their numbers, which meets
 *  enough of them. */
const SORTED_BY_PHONE = 10_000;

/**
 * How a page of people is found: along the index of time, from all of them put in order, along the numbers of all contacts, or among the
 * newest. Only the last one is not the order of the whole table.
 */
export function wayTo(page: Page, usual: string, count: number): 'time' | 'whole' | 'contacts' | 'newest' {
  if (isByTime(page, usual)) return 'time';
  if (count <= WHOLE) return 'whole';
  if (page.orderBy !== 'phone') return 'newest';
  return count <= SORTED_BY_PHONE ? 'whole' : 'contacts';
}

/** The rows of a page within reach. */
export function windowOf({ limit, page }: Page, reach: number): RawBuilder<unknown> {
  const start = Math.min(limit * page, reach);
  return sql`offset ${start} limit ${Math.min(limit, reach - start)}`;
}

/** `usual`: the column of instants that a table is in the order of by itself. */
const isByTime = ({ orderBy }: Page, usual: string) => orderBy === '' || orderBy === usual;

/**
 * What a page is cut from, as the end of a query over `alias` with its columns `at` and `id`: by time the page itself, from the newest or
 * the oldest row on; by another column the newest rows within reach, to be put in order by `pageOf`.
 */
export function cutByTime(page: Page, usual: string, alias: string, reach: number): RawBuilder<unknown> {
  const [at, id] = [sql.ref(`${alias}.at`), sql.ref(`${alias}.id`)];
  if (!isByTime(page, usual)) return sql`order by ${at} desc, ${id} desc limit ${reach}`;
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  return sql`order by ${at} ${direction}, ${id} ${direction} ${windowOf(page, reach)}`;
}

/** The page among the rows of `cutByTime`. */
export const pageOf = (page: Page, usual: string, reach: number) =>
  isByTime(page, usual) ? sql`` : windowOf(page, reach);

/** The rows of a page as JSON, in its order, instants on the account's wall clock and without their ids. */
export function recordsOf(
  page: string,
  instants: readonly string[],
  order: RawBuilder<unknown>,
  period: Period,
) {
  const shown = sql.join(instants.map((column) => sql`${column}::text, ${wallClock(column, period)}`));
  return sql`coalesce((
    select jsonb_agg(to_jsonb(p) - 'id' || jsonb_build_object(${shown}) ${order}) from ${sql.table(page)} p), '[]')`;
}

export function tableOf(columns: readonly Column[], { count, records }: Found): TableData {
  return {
    reach: reachOf(count),
    headers: columns.map(({ id, label, numeric = false }) => ({ id, numeric, label })),
    records,
    count,
  };
}

/** Rows of one batch of an export. */
export const BATCH = 5_000;

/** All rows as CSV, fetched in batches: `next` answers the batch behind the last row it gave. */
export function exportOf(
  columns: readonly Column[],
  next: (last: TableRow | null) => Promise<TableRow[]>,
): Readable {
  async function* batches(): AsyncGenerator<unknown[][]> {
    let last: TableRow | null = null;
    do {
      const found: TableRow[] = await next(last);
      yield found.map((record) => columns.map(({ id }) => record[id] ?? ''));
      last = found.length === BATCH ? (found.at(-1) ?? null) : null;
    } while (last);
  }
  return csvFile(
    columns.map(({ label }) => label),
    batches(),
  );
}
