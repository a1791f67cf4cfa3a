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

type MetricCalls = Pick<Metric, 'report' | 'list' | 'exportAs'>;

const metric = (
  id: number,
  group: string,
  title: string,
  display: DisplayType,
  asked: MetricCalls,
): Metric => ({
  id,
  group,
  title,
  displays: [display],
  ...asked,
  sizes: display === 'number' ? NUMBER_SIZE : display === 'table' ? TABLE_SIZE : LINE_SIZE,
});

// The calls differ in their field types; the catalogue only needs what they share.
const any = (value: unknown) => value as Call;
export const METRICS: readonly Metric[] = [
  metric(1, 'Short URL', 'Total Clicks', 'number', {
    report: any(tiles.totalClicks),
    list: any(tiles.shortLinks),
    exportAs: null,
  }),
  metric(2, 'Short URL', 'Unique Clicks', 'number', {
    report: any(tiles.uniqueClicks),
    list: any(tiles.shortLinks),
    exportAs: null,
  }),
  metric(3, 'Short URL', 'Clickers', 'table', {
    report: any(tiles.clickers),
    list: any(tiles.shortLinks),
    exportAs: any(tiles.exportClickers),
  }),
  metric(4, 'Short URL', 'Clicks Over Time', 'line', {
    report: any(tiles.clicksOverTime),
    list: any(tiles.shortLinks),
    exportAs: null,
  }),
  metric(5, 'Campaigns', 'Campaign Responses', 'table', {
    report: any(tiles.responses),
    list: any(tiles.campaigns),
    exportAs: any(tiles.exportResponses),
  }),
  metric(6, 'Campaigns', 'Campaign Responses Over Time', 'line', {
    report: any(tiles.responsesOverTime),
    list: any(tiles.campaigns),
    exportAs: null,
  }),
  metric(7, 'Campaigns', 'Subscribers For Campaign', 'table', {
    report: any(tiles.subscribers),
    list: any(tiles.campaigns),
    exportAs: any(tiles.exportSubscribers),
  }),
  metric(8, 'Campaigns', 'Opt Ins Over Time', 'line', {
    report: any(tiles.optInsOverTime),
    list: any(tiles.campaigns),
    exportAs: null,
  }),
  metric(9, 'Automata', 'Active Automata', 'number', {
    report: any(tiles.automata),
    list: null,
    exportAs: null,
  }),
];
