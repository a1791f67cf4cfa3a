/** Pages of lists: a cursor says behind which row the next one begins. */
import { invalid } from './problem.ts';

type Asked = { limit: number; cursor?: string | undefined };
type Page<T> = { data: T[]; next_cursor: string | null };

/** The row that a cursor names; 0 without one. */
export function behindOf({ cursor }: Asked): number {
  if (cursor === undefined) return 0;
  const behind = Buffer.from(cursor, 'base64url').toString('utf8');
  if (/^after:[1-9]\d{0,14}$/.test(behind)) return Number(behind.slice('after:'.length));
  throw invalid({ parameter: 'cursor', detail: 'This must be the next_cursor of an earlier answer.' });
}

const cursorBehind = (id: number) => Buffer.from(`after:${id}`).toString('base64url');

/** A page of rows that were read with one more than it has. */
export function pageFrom<Row extends { id: number }, T>(
  rows: readonly Row[],
  { limit }: Asked,
  show: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { data: shown.map(show), next_cursor: rows.length > limit && last ? cursorBehind(last.id) : null };
}

/** A page of rows that were counted off: the cursor says how many came before. */
export function pageFromStart<Row, T>(rows: readonly Row[], asked: Asked, show: (row: Row) => T): Page<T> {
  const { limit } = asked;
  return {
    data: rows.slice(0, limit).map(show),
    next_cursor: rows.length > limit ? cursorBehind(behindOf(asked) + limit) : null,
  };
}

/** A page of few things that are all here, oldest first: whatever is added or deleted, none is told twice. */
export function pageOfAll<Row extends { id: number }, T>(
  rows: readonly Row[],
  asked: Asked,
  show: (row: Row) => T,
): Page<T> {
  const behind = behindOf(asked);
  const following = rows.filter(({ id }) => id > behind).sort((one, other) => one.id - other.id);
  return pageFrom(following, asked, show);
}
