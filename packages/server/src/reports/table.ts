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
  /** An index has its order: of every table, or only of those that are about one campaign or link. */
  along?: 'any' | 'one';
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
/** One page of rows, how many there are in all, and which columns they are too many to be sorted by. */
export type Found = { count: number; records: TableRow[]; unsortable: string[] };

const { tableReach: REACH, tableWhole: WHOLE, tableSorted: SORTED } = REPORT_GRID;

/** How many of a table's rows can be paged to: all of a short one, else as many as a page can be found in at once; whoever needs more takes
 *  the export. */
const reachOf = (count: number) => (count <= WHOLE ? count : REACH);
const hasIndex = ({ along }: Column, { datapoint }: Span) =>
  along === 'any' || (along === 'one' && datapoint > 0);

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
  const tooLong = count > SORTED ? table.columns.filter((each) => !hasIndex(each, span)) : [];
  const column = tooLong.includes(wanted) ? columnOf(table, '') : wanted;
  const found = { count, unsortable: tooLong.map(({ id }) => id) };
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  const order = sql`order by ${sql.join([...column.by, ...table.ties].map((by) => sql`${by} ${direction}`))}`;
  const reach = reachOf(count);
  const start = Math.min(page.limit * page.page, reach);
  const length = Math.min(page.limit, reach - start);
  const isAlong = column.id === table.usual || (hasIndex(column, span) && count > WHOLE);
  if (isAlong || count <= WHOLE) {
    const way: Way = { kind: isAlong ? 'along' : 'sorted', by: column.id };
    return { ...found, records: await read(way, sql`${order} offset ${start} limit ${length}`) };
  }
  const key = JSON.stringify([accountId, table.name, span.datapoint, period, column.id, page.order]);
  let rows = keptOrders.get(key);
  if (!rows) {
    rows = read({ kind: 'sorted', by: column.id }, sql`${order} limit ${reach}`);
    keptOrders.set(key, rows);
    rows.catch(() => keptOrders.forget(key));
  }
  return { ...found, records: (await rows).slice(start, start + length) };
}

export function tableOf({ columns }: Table, { count, records, unsortable }: Found): TableData {
  return {
    reach: reachOf(count),
    headers: columns.map(({ id, label, numeric = false }) => ({
      id,
      numeric,
      label,
      ...(unsortable.includes(id) && { sortable: false as const }),
    })),
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
