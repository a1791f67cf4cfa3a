/** What every table tile does alike: headers, paging, order by a header's id, export of all rows. */

import type { Readable } from 'node:stream';
import type { TableData } from '@parley/contract';
import { REPORT_GRID } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { csvFile } from '../platform/csv.ts';
import { sql } from '../platform/db/database.ts';
import { Malformed } from '../platform/errors.ts';
import { createKept } from '../platform/kept.ts';
import type { Period, Span } from './period.ts';

export type Column = {
  id: string;
  label: string;
  numeric?: boolean;
  /** What it is put in order by. */
  by: RawBuilder<unknown>[];
  /** An index has its order. */
  along?: true;
};
export type Table = {
  /** No other table's. */
  name: string;
  columns: readonly Column[];
  /** The column of instants that it is in the order of by itself. */
  usual: string;
  /** What tells rows apart that are alike in a column. */
  ties: RawBuilder<unknown>[];
};
export type Page = { limit: number; page: number; order: 'asc' | 'desc'; orderBy: string };
export type TableRow = Record<string, string | number>;
/** One page of rows and how many there are in all. */
export type Found = { count: number; records: TableRow[] };

const { tableReach: REACH, tableWhole: WHOLE, tableSorted: SORTED } = REPORT_GRID;

/** How many of a table's rows can be paged to: all of a short one, else as many as a page can be found in at once; whoever needs more takes
 *  the export. */
const reachOf = (count: number) => (count <= WHOLE ? count : REACH);
const isSortable = ({ along }: Column, count: number) => along === true || count <= SORTED;

/** The column that a page is in the order of; the first call may lack orderBy. */
function columnOf({ columns, usual }: Table, orderBy: string): Column {
  const column = columns.find(({ id }) => id === (orderBy === '' ? usual : orderBy));
  if (!column)
    throw new Malformed('orderBy', `orderBy must be one of ${columns.map(({ id }) => id).join(', ')}.`);
  return column;
}

/**
 * How the rows of a page are found. 'along': from one end of an index that has the order of the column `by`, row by row, so that it does
 * not matter how many there are. 'sorted': from all rows, put in order.
 */
export type Way = { kind: 'along' | 'sorted'; by: string };

/** The first rows of long tables in orders that no index has. For a minute their pages are cut from here. */
const keptOrders = createKept<Promise<TableRow[]>>(50, 60_000);

/** A page, read by `read` in the order and the window that `end` says. `span` and `period`: what the rows are of. */
export async function pageOf(
  table: Table,
  accountId: number,
  { span, period }: { span: Span; period: Period },
  page: Page,
  count: number,
  read: (way: Way, end: RawBuilder<unknown>) => Promise<TableRow[]>,
): Promise<Found> {
  const wanted = columnOf(table, page.orderBy);
  const column = isSortable(wanted, count) ? wanted : columnOf(table, '');
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  const order = sql`order by ${sql.join([...column.by, ...table.ties].map((by) => sql`${by} ${direction}`))}`;
  const reach = reachOf(count);
  const start = Math.min(page.limit * page.page, reach);
  const length = Math.min(page.limit, reach - start);
  const isAlong = column.id === table.usual || (column.along === true && count > WHOLE);
  if (isAlong || count <= WHOLE) {
    const way: Way = { kind: isAlong ? 'along' : 'sorted', by: column.id };
    return { count, records: await read(way, sql`${order} offset ${start} limit ${length}`) };
  }
  const key = JSON.stringify([accountId, table.name, span.datapoint, period, column.id, page.order]);
  let rows = keptOrders.get(key);
  if (!rows) {
    rows = read({ kind: 'sorted', by: column.id }, sql`${order} limit ${reach}`);
    keptOrders.set(key, rows);
    rows.catch(() => keptOrders.forget(key));
  }
  return { count, records: (await rows).slice(start, start + length) };
}

export function tableOf({ columns }: Table, { count, records }: Found): TableData {
  return {
    reach: reachOf(count),
    headers: columns.map((column) => {
      const { id, label, numeric = false } = column;
      return { id, numeric, label, ...(!isSortable(column, count) && { sortable: false as const }) };
    }),
    records,
    count,
  };
}

/** Rows of one batch of an export. */
export const BATCH = 5_000;

/** All rows as CSV, fetched in batches: `next` answers the batch behind the last row it gave. */
export function exportOf({ columns }: Table, next: (last: TableRow | null) => Promise<TableRow[]>): Readable {
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
