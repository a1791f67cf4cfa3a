/**
 * How sure a share is: the 95 % interval of Wilson, which holds for small counts and for shares near 0 and 1,
 * too.
 */
const Z = 1.959963984540054;

export type Interval = { low: number; high: number };

/** The interval of `hits` out of `tries`, as parts of 1; all of 0 to 1 when nothing was tried. */
export function wilson(hits: number, tries: number): Interval {
  if (tries === 0) return { low: 0, high: 1 };
  const share = hits / tries;
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * tries)) / (1 + z2 / tries);
  const half = (Z * Math.sqrt((share * (1 - share)) / tries + z2 / (4 * tries * tries))) / (1 + z2 / tries);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/**
 * The place of the one that is surely ahead of all others (its interval lies above theirs), or -1: nobody is
 * within the margin.
 */
export function winnerOf(candidates: readonly { hits: number; tries: number }[]): number {
  const intervals = candidates.map(({ hits, tries }) => wilson(hits, tries));
  return intervals.findIndex(({ low }, n) => intervals.every((other, m) => n === m || low > other.high));
}
