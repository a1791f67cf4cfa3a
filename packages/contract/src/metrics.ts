/**
 * The metric catalogue of reports: what a tile can show, and how large (access-and-reports, sections 3 and
 * 9).
 */
import type { Call } from './kernel/call.ts';
import { tiles } from './reports.ts';

export type DisplayType = 'number' | 'table' | 'line';
export type Breakpoint = 'md' | 'sm' | 'xxs';
export const BREAKPOINTS = ['md', 'sm', 'xxs'] as const;
type Size = { w: number; h: number; minW: number; minH: number; maxW: number; maxH: number };

/** One row of the metric catalogue (section 3). Sizes in grid units. */
export type Metric = {
  id: number;
  group: string;
  title: string;
  displays: readonly DisplayType[];
  report: Call;
  list: Call | null;
  exportAs: Call | null;
  sizes: Record<Breakpoint, Size>;
};

const all = (size: Size, narrow: Size): Record<Breakpoint, Size> => ({
  md: size,
  sm: narrow,
  xxs: { ...narrow, w: 1, minW: 1, maxW: 1 },
});
/** Number 1×3, table 3×5 at md, line 3×3 to 3×4 (section 9). */
const NUMBER_SIZE = all(
  { w: 1, h: 3, minW: 1, minH: 3, maxW: 2, maxH: 3 },
  { w: 1, h: 3, minW: 1, minH: 3, maxW: 2, maxH: 3 },
);
const TABLE_SIZE = all(
  { w: 3, h: 5, minW: 2, minH: 4, maxW: 6, maxH: 8 },
  { w: 4, h: 5, minW: 2, minH: 4, maxW: 4, maxH: 8 },
);
const LINE_SIZE = all(
  { w: 3, h: 4, minW: 2, minH: 3, maxW: 6, maxH: 4 },
  { w: 4, h: 4, minW: 2, minH: 3, maxW: 4, maxH: 4 },
);

const metric = (
  id: number,
  group: string,
  title: string,
  display: DisplayType,
  report: Call,
  list: Call | null,
  exportAs: Call | null,
): Metric => ({
  id,
  group,
  title,
  displays: [display],
  report,
  list,
  exportAs,
  sizes: display === 'number' ? NUMBER_SIZE : display === 'table' ? TABLE_SIZE : LINE_SIZE,
});

// The calls differ in their field types; the catalogue only needs what they share.
const any = (value: unknown) => value as Call;
export const METRICS: readonly Metric[] = [
  metric(1, 'Short URL', 'Total Clicks', 'number', any(tiles.totalClicks), any(tiles.shortLinks), null),
  metric(2, 'Short URL', 'Unique Clicks', 'number', any(tiles.uniqueClicks), any(tiles.shortLinks), null),
  metric(
    3,
    'Short URL',
    'Clickers',
    'table',
    any(tiles.clickers),
    any(tiles.shortLinks),
    any(tiles.exportClickers),
  ),
  metric(4, 'Short URL', 'Clicks Over Time', 'line', any(tiles.clicksOverTime), any(tiles.shortLinks), null),
  metric(
    5,
    'Campaigns',
    'Campaign Responses',
    'table',
    any(tiles.responses),
    any(tiles.campaigns),
    any(tiles.exportResponses),
  ),
  metric(
    6,
    'Campaigns',
    'Campaign Responses Over Time',
    'line',
    any(tiles.responsesOverTime),
    any(tiles.campaigns),
    null,
  ),
  metric(
    7,
    'Campaigns',
    'Subscribers For Campaign',
    'table',
    any(tiles.subscribers),
    any(tiles.campaigns),
    any(tiles.exportSubscribers),
  ),
  metric(8, 'Campaigns', 'Opt Ins Over Time', 'line', any(tiles.optInsOverTime), any(tiles.campaigns), null),
  metric(9, 'Automata', 'Active Automata', 'number', any(tiles.automata), null, null),
];
