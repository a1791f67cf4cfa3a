/** What every table tile does alike: headers, paging, order by a header's id, export of all rows. */

import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableData } from '@parley/contract';
import { REPORT_GRID } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { createCache } from '../platform/cache.ts';
import { csvFile } from '../platform/csv.ts';
import { sql } from '../platform/db/database.ts';
import { Malformed } from '../platform/errors.ts';
import type { Period, Span } from './period.ts';

export type TableColumn = {
  id: string;
  label: string;
  numeric?: boolean;
  /** What it is put in order by. */
  by: RawBuilder<unknown>[];
  /** An index has its order: of every table, or only of those that are about one campaign or link. */
  along?: 'any' | 'one';
  /** Its order is kept in parts (heads.ts). */
  inHeads?: true;
};
export type Table = {
  /** No other table's. */
  name: string;
  columns: readonly TableColumn[];
  /** The column of instants that it is in the order of by itself. */
  usual: string;
  /** What tells rows apart that are alike in a column. */
  ties: RawBuilder<unknown>[];
};
export type Page = { limit: number; page: number; order: 'asc' | 'desc'; orderBy: string };
export type TableRow = Record<string, string | number>;
/** One page of rows, how many there are in all, and which columns they are too many to be sorted by. */
export type Found = {
  count: number;
  records: TableRow[];
  unsortable: string[];
  /** How much of the order is there, from 0 to 1, while it is made: no rows yet. */
  made?: number;
};
/** Where a page lies in its table. */
export type Window = { start: number; length: number };

const { tableReach: REACH, tableWhole: WHOLE, tableSorted: SORTED } = REPORT_GRID;

/**
 * How many of a table's rows can be paged to: all of a short one, else as many as a page can be found in at
 * once; whoever needs more takes the export.
 */
const reachOf = (count: number) => (count <= WHOLE ? count : REACH);
const hasIndex = ({ along }: TableColumn, { datapoint }: Span) =>
  along === 'any' || (along === 'one' && datapoint > 0);

/** The column that a page is in the order of; the first call may lack orderBy. */
function columnOf({ columns, usual }: Table, orderBy: string): TableColumn {
  const column = columns.find(({ id }) => id === (orderBy === '' ? usual : orderBy));
  if (!column)
    throw new Malformed('orderBy', `orderBy must be one of ${columns.map(({ id }) => id).join(', ')}.`);
  return column;
}

/**
 * How the rows of a page are found. 'along': from one end of an index that has the order of the column `by`,
 * row by row, so that it does not matter how many there are. 'sorted': from all rows, put in order.
 */
export type Way = { kind: 'along' | 'sorted'; by: string };

const MINUTE_MS = 60_000;
/**
 * The first rows of long tables in orders that no index has. For a minute their pages are cut from here; for
 * longer, what took longer.
 */
const keptOrders = createCache<Promise<TableRow[]>>(50, MINUTE_MS);
/** A sort may take one part in so many of the database's time, however often somebody looks. */
const REST = 100;
/** A call waits for so long for a sort that goes on; the next one finds it. */
const WAIT_MS = 2_000;

/** A sort that goes on, or went on lately. One that failed after long is not tried again at once. */
function sortOnce(key: string, sort: () => Promise<TableRow[]>): Promise<TableRow[]> {
  const known = keptOrders.get(key);
  if (known) return known;
  const began = performance.now();
  const sorted = sort();
  const keep = () => keptOrders.set(key, sorted, Math.max(MINUTE_MS, REST * (performance.now() - began)));
  keptOrders.set(key, sorted);
  sorted.then(keep, () => (performance.now() - began > WAIT_MS ? keep() : keptOrders.forget(key)));
  return sorted;
}

/**
 * The rows that a page is cut from. `count`: how many there are; `outOf`: how many are read to find them all,
 * where that is more.
 */
type Rows = { span: Span; period: Period; count: number; outOf?: number };

/**
 * `rows` in the order and the window that `end` says; `heads` the first ones in the order of a column that
 * heads are kept of.
 */
type Readers = {
  rows: (way: Way, end: RawBuilder<unknown>) => Promise<TableRow[]>;
  heads?: (column: string, window: Window) => Promise<Pick<Found, 'records' | 'made'>>;
};

/** One page of a table. */
export async function pageOf(
  table: Table,
  accountId: number,
  { span, period, count, outOf = 0 }: Rows,
  page: Page,
  read: Readers,
): Promise<Found> {
  const wanted = columnOf(table, page.orderBy);
  const tooLong =
    Math.max(count, outOf) > SORTED
      ? table.columns.filter((each) => !hasIndex(each, span) && !each.inHeads)
      : [];
  const column = tooLong.includes(wanted) ? columnOf(table, '') : wanted;
  const found = { count, unsortable: tooLong.map(({ id }) => id) };
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  const order = sql`order by ${sql.join([...column.by, ...table.ties].map((by) => sql`${by} ${direction}`))}`;
  const reach = reachOf(count);
  const start = Math.min(page.limit * page.page, reach);
  const length = Math.min(page.limit, reach - start);
  // What is limited to some people is read as a whole: they may be few among many.
  const isAlong = !span.people && (column.id === table.usual || (hasIndex(column, span) && count > WHOLE));
  if (isAlong || count <= WHOLE) {
    const way: Way = { kind: isAlong ? 'along' : 'sorted', by: column.id };
    return { ...found, records: await read.rows(way, sql`${order} offset ${start} limit ${length}`) };
  }
  if (column.inHeads && read.heads && !span.people)
    return { ...found, ...(await read.heads(column.id, { start, length })) };
  const key = JSON.stringify([
    ...[accountId, table.name, span.datapoint, period, column.id, page.order],
    span.people,
  ]);
  const sorted = sortOnce(key, () =>
    read.rows({ kind: 'sorted', by: column.id }, sql`${order} limit ${reach}`),
  );
  const first = await Promise.race([sorted, sleep(WAIT_MS, null, { ref: false })]);
  return first
    ? { ...found, records: first.slice(start, start + length) }
    : { ...found, made: 0, records: [] };
}

export function tableOf({ columns }: Table, { count, records, unsortable, made = 1 }: Found): TableData {
  return {
    reach: reachOf(count),
    ...(made < 1 && { sorting: Math.floor(made * 100) }),
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

/**
 * All rows as CSV, fetched in batches: `next` answers the batch behind the last row it gave, `keep` those of
 * it that are wanted.
 */
export function exportOf(
  { columns }: Table,
  next: (last: TableRow | null) => Promise<TableRow[]>,
  keep: (batch: TableRow[]) => Promise<TableRow[]>,
): Readable {
  async function* batches(): AsyncGenerator<unknown[][]> {
    let last: TableRow | null = null;
    do {
      const found: TableRow[] = await next(last);
      yield (await keep(found)).map((record) => columns.map(({ id }) => record[id] ?? ''));
      last = found.length === BATCH ? (found.at(-1) ?? null) : null;
    } while (last);
  }
  return csvFile(
    columns.map(({ label }) => label),
    batches(),
  );
}
