/**
 * Spans of time that any range of days is made of: quarters of an hour, on which all days of all zones begin,
 * and each length four times the one before.
 */

/**
 * A span of a length: `level` 0 is a quarter of an hour, each further one four times as long; `n` counts them
 * since 1970.
 */
export type TimeSpan = { level: number; n: number };

export const QUARTER_MS = 900_000;
export const TOP_LEVEL = 8;

const quartersOf = (level: number) => 4 ** level;
export const startOf = ({ level, n }: TimeSpan) => new Date(n * quartersOf(level) * QUARTER_MS);
export const endOf = ({ level, n }: TimeSpan) => startOf({ level, n: n + 1 });
export const partsOf = ({ level, n }: TimeSpan): TimeSpan[] =>
  [0, 1, 2, 3].map((part) => ({ level: level - 1, n: n * 4 + part }));
export const keyOf = ({ level, n }: TimeSpan) => `${level} ${n}`;

/** The quarter that an instant lies in. */
export const quarterHourOf = (at: Date) => Math.floor(at.getTime() / QUARTER_MS);

/**
 * The fewest spans that make up the quarters from `from` to before `to`, in the order of time: six of a
 * length at most.
 */
export function spansBetween(from: number, to: number): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    while (level < TOP_LEVEL && at % quartersOf(level + 1) === 0 && at + quartersOf(level + 1) <= to)
      level += 1;
    spans.push({ level, n: at / quartersOf(level) });
    at += quartersOf(level);
  }
  return spans;
}
