/** What stands where on a report, per breakpoint. Pure: every change answers a new layout. */
import {
  BREAKPOINTS,
  type Breakpoint,
  type Metric,
  metricOf,
  type ReportLayout,
  type ReportTile,
  rebuiltLayout,
} from '@parley/contract';
import { REPORT_GRID, SCREEN } from '@parley/rules/limits.ts';
import { type LayoutItem, moveElement, verticalCompactor } from 'react-grid-layout/core';
import * as z from 'zod/mini';

/**
 * Which of the three grids a window of this width has room for: the wide one needs its room beside the
 * drawer.
 */
export function breakpointFor(windowWidth: number): Breakpoint {
  const { md, sm } = REPORT_GRID.breakpoints;
  if (windowWidth - SCREEN.drawerWidth >= md) return 'md';
  return windowWidth >= sm ? 'sm' : 'xxs';
}

/** Rows a page of a table of this height, in grid units. */
export function rowsAt(height: number): number {
  const known = REPORT_GRID.tableRowsByHeight;
  const heights = Object.keys(known).map(Number);
  return known[Math.min(Math.max(height, Math.min(...heights)), Math.max(...heights))] ?? 1;
}

/** 'Spring sale Campaign Responses': the datapoint's description and the metric. */
export function defaultName(metric: Metric, datapoint: string): string {
  return `${datapoint} ${metric.title}`.trim().slice(0, 255);
}

/** The grid's items at a breakpoint, bounded by the metric catalogue; tiles without a place go to the end. */
export function itemsAt(layout: ReportLayout, breakpoint: Breakpoint): LayoutItem[] {
  const columns = REPORT_GRID.columns[breakpoint];
  const places = layout.layouts[breakpoint];
  const items: LayoutItem[] = [];
  for (const tile of layout.tiles) {
    const metric = metricOf(tile);
    if (!metric) continue;
    const size = metric.sizes[breakpoint];
    const place = places[tile.layoutId] ?? { x: 0, y: bottomOf(items), w: size.w, h: size.h };
    const w = bounded(place.w, size.minW, Math.min(size.maxW, columns));
    const h = bounded(place.h, size.minH, size.maxH);
    const { minW, minH, maxW, maxH } = size;
    items.push({
      i: tile.layoutId,
      x: bounded(place.x, 0, columns - w),
      y: place.y,
      w,
      h,
      minW,
      minH,
      maxW,
      maxH,
    });
  }
  return compact(items, columns);
}

const bounded = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
const bottomOf = (items: readonly LayoutItem[]) => Math.max(0, ...items.map(({ y, h }) => y + h));
const compact = (items: readonly LayoutItem[], columns: number): LayoutItem[] => [
  ...verticalCompactor.compact(items, columns),
];

/** The layout with the places of a breakpoint's items. */
export function withPlaces(
  layout: ReportLayout,
  breakpoint: Breakpoint,
  items: readonly LayoutItem[],
): ReportLayout {
  const places = Object.fromEntries(items.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]));
  return { ...layout, layouts: { ...layout.layouts, [breakpoint]: places } };
}

/**
 * Appends a tile at column 0 with the metric's default size and its first display type, at every breakpoint.
 */
export function withTile(
  layout: ReportLayout,
  tile: Pick<ReportTile, 'layoutId' | 'metricId' | 'datapointId' | 'title'>,
): ReportLayout {
  const displayType = metricOf(tile)?.displays[0];
  if (!displayType) return layout;
  const next: ReportLayout = { ...layout, tiles: [...layout.tiles, { ...tile, displayType }] };
  return BREAKPOINTS.reduce((so, breakpoint) => withPlaces(so, breakpoint, itemsAt(next, breakpoint)), next);
}

export function withoutTile(layout: ReportLayout, layoutId: string): ReportLayout {
  const next = { ...layout, tiles: layout.tiles.filter((tile) => tile.layoutId !== layoutId) };
  return BREAKPOINTS.reduce((so, breakpoint) => withPlaces(so, breakpoint, itemsAt(next, breakpoint)), next);
}

export type Step = 'left' | 'right' | 'up' | 'down' | 'wider' | 'narrower' | 'taller' | 'shorter';

/** One step of moving or resizing by keyboard; the same layout when there is no room. */
export function stepped(
  layout: ReportLayout,
  breakpoint: Breakpoint,
  layoutId: string,
  step: Step,
): ReportLayout {
  const columns = REPORT_GRID.columns[breakpoint];
  const before = itemsAt(layout, breakpoint);
  const items = before.map((item) => ({ ...item }));
  const item = items.find(({ i }) => i === layoutId);
  if (!item) return layout;
  const sizes = resized(item, step, columns);
  if (sizes) {
    Object.assign(item, sizes);
    return settled(layout, breakpoint, before, compact(moved(items, item, item.x, item.y, columns), columns));
  }
  const to = target(items, item, step);
  const x = bounded(to.x, 0, columns - item.w);
  return settled(
    layout,
    breakpoint,
    before,
    compact(moved(items, item, x, Math.max(0, to.y), columns), columns),
  );
}

const moved = (items: LayoutItem[], item: LayoutItem, x: number, y: number, columns: number) => {
  const start = { ...item, x: -1 };
  const others = items.map((each) => (each === item ? start : each));
  return moveElement(others, start, x, y, true, false, 'vertical', columns);
};

/**
 * Where a tile goes: a column sideways; over its upper or below its lower neighbour, for anything less would
 * slide back.
 */
function target(items: readonly LayoutItem[], item: LayoutItem, step: Step): { x: number; y: number } {
  const { x, y, w, h } = item;
  if (step === 'left') return { x: x - 1, y };
  if (step === 'right') return { x: x + 1, y };
  const inColumns = items.filter((other) => other !== item && other.x < x + w && x < other.x + other.w);
  if (step === 'up') {
    const above = inColumns.filter((other) => other.y < y);
    return { x, y: Math.max(0, ...above.map((other) => other.y)) };
  }
  const below = inColumns.filter((other) => other.y >= y + h).sort((a, b) => a.y - b.y)[0];
  return { x, y: below ? below.y + below.h : y };
}

function resized(item: LayoutItem, step: Step, columns: number): { w: number; h: number } | null {
  const { w, h, minW = 1, minH = 1, maxW = columns, maxH = Number.MAX_SAFE_INTEGER } = item;
  const most = Math.min(maxW, columns - item.x);
  if (step === 'wider') return { w: bounded(w + 1, minW, most), h };
  if (step === 'narrower') return { w: bounded(w - 1, minW, most), h };
  if (step === 'taller') return { w, h: bounded(h + 1, minH, maxH) };
  if (step === 'shorter') return { w, h: bounded(h - 1, minH, maxH) };
  return null;
}

function settled(
  layout: ReportLayout,
  breakpoint: Breakpoint,
  before: readonly LayoutItem[],
  after: readonly LayoutItem[],
): ReportLayout {
  const isSame = after.every((item) => {
    const was = before.find(({ i }) => i === item.i);
    return was?.x === item.x && was.y === item.y && was.w === item.w && was.h === item.h;
  });
  return isSame ? layout : withPlaces(layout, breakpoint, after);
}

/** `segment`: whose people alone it is about; 0: everyone. */
export type StoredReport = { title: string; description: string; segment: number; layout: ReportLayout };

const NO_REPORT = { title: '', description: '', segment: 0, layout: undefined };
const storedSchema = z.looseObject({
  title: z._default(z.string(), ''),
  description: z._default(z.string(), ''),
  segment: z.catch(z.int().check(z.nonnegative()), 0),
  layout: z.optional(z.unknown()),
});

/** A report as the server stores it: JSON or its text. */
export function readReport(data: unknown): StoredReport {
  const value: unknown = typeof data === 'string' ? parsed(data) : data;
  const { title, description, segment, layout } = z.safeParse(storedSchema, value).data ?? NO_REPORT;
  return { title, description, segment, layout: rebuiltLayout(layout) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
