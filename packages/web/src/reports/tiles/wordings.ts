import { formatNumber } from '../../kit/numbers.tsx';

/** What these screens say, by the file that shows it. */
export const wordings = {
  lineTile: {
    arrowKeysGo: (title: string, unit: string) => `${title}: arrow keys go from ${unit} to ${unit}`,
  },
  tableTile: {
    tooManyRowsToSort: 'Too many rows to sort by this. Choose fewer days, or a single campaign or link.',
    puttingRowsInOrder: (count: number) => `Putting ${formatNumber(count)} rows in order…`,
    putInOrderSoFar: (title: string) => `${title}: put in order so far`,
    export: 'Export',
    asCsv: (title: string) => ` ${title} as CSV`,
    rowsOf: (first: number, last: number, count: number) =>
      `${formatNumber(first)}–${formatNumber(last)} of ${formatNumber(count)}`,
    rowsOfMore: (first: number, last: number, count: number) =>
      `${formatNumber(first)}–${formatNumber(last)} of ${formatNumber(count)}; export to get them all`,
    previousPage: (title: string) => `${title}: previous page`,
    nextPage: (title: string) => `${title}: next page`,
  },
  tileStates: {
    loading: 'Loading...',
    nothingInThisTime: 'Nothing in this period',
    couldntLoad: 'Couldn’t load this',
    outOfDate: 'Out of date. Try again',
    isOutOfDate: (of: string) => `${of} is out of date: try again`,
  },
  points: {
    day: 'Day',
    month: 'Month',
    /** Of a series, or of a day: its figures still grow. */
    soFar: (what: string) => `${what}, so far`,
  },
} as const;
