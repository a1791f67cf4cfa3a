/**
 * What stands where on a report: as the screens use it, and as it is stored (access-and-reports, section 3).
 */
import * as z from 'zod/mini';
import { BREAKPOINTS, type Breakpoint, type DisplayType, METRICS, type Metric } from './metrics.ts';
import { readLayout } from './reports.ts';

export type ReportTile = {
  layoutId: string;
  metricId: number;
  datapointId: number;
  title: string;
  displayType: DisplayType;
};
export type TileArea = { x: number; y: number; w: number; h: number };
/** Each tile once, and where it stands at a breakpoint, by its layoutId. */
export type ReportLayout = { tiles: ReportTile[]; layouts: Record<Breakpoint, Record<string, TileArea>> };

/** A tile at one breakpoint. What else the metric is (its calls, its sizes) comes from the catalogue. */
export type StoredTile = TileArea & { title: string; metric: ReportTile & { metricType: string } };
export type StoredLayout = Record<Breakpoint, StoredTile[]>;

export const NO_TILES: ReportLayout = { tiles: [], layouts: { md: {}, sm: {}, xxs: {} } };

const catalogue = new Map(METRICS.map((metric) => [metric.id, metric]));
/** The row of the catalogue that a tile shows; undefined for one that this version does not know. */
export const metricOf = ({ metricId }: Pick<ReportTile, 'metricId'>): Metric | undefined =>
  catalogue.get(metricId);

export function storedLayout({ tiles, layouts }: ReportLayout): StoredLayout {
  const at = (breakpoint: Breakpoint) =>
    tiles.flatMap((tile) => {
      const place = layouts[breakpoint][tile.layoutId];
      const metric = { ...tile, metricType: metricOf(tile)?.title ?? '' };
      return place ? [{ ...place, title: tile.title, metric }] : [];
    });
  return { md: at('md'), sm: at('sm'), xxs: at('xxs') };
}

const TILES_AT_MOST = 200;
const number = z.coerce.number();
const gridNumber = z.pipe(
  number,
  z.transform((value) => Math.min(Math.max(Math.round(value), 0), 1000)),
);
const words = z.string().check(z.maxLength(255));
const entrySchema = z.object({
  x: gridNumber,
  y: gridNumber,
  w: gridNumber,
  h: gridNumber,
  title: z.optional(words),
  metric: z.object({
    metricId: number,
    layoutId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    datapointId: z._default(number, 0),
    title: z.optional(words),
    displayType: z.optional(z.enum(['number', 'table', 'line'])),
  }),
});
const entriesSchema = z.catch(z.array(z.catch(z.nullable(entrySchema), null)), []);
const layoutSchema = z.object({ md: entriesSchema, sm: entriesSchema, xxs: entriesSchema });

/**
 * A stored layout rebuilt with the metric catalogue. Tiles that the catalogue does not know are left out, as
 * is an entry that is none: the server stores what it is given, and one odd entry must not empty a report.
 */
export function rebuiltLayout(stored: unknown): ReportLayout {
  const read = z.safeParse(layoutSchema, readLayout(stored));
  if (!read.success) return NO_TILES;
  const tiles = new Map<string, ReportTile>();
  const layouts: ReportLayout['layouts'] = { md: {}, sm: {}, xxs: {} };
  for (const breakpoint of BREAKPOINTS) {
    for (const [index, entry] of read.data[breakpoint].slice(0, TILES_AT_MOST).entries()) {
      if (!entry) continue;
      const { title, metric, ...place } = entry;
      const known = metricOf(metric);
      if (!known) continue;
      const layoutId = metric.layoutId ?? `tile-${index}`;
      layouts[breakpoint][layoutId] = place;
      if (tiles.has(layoutId)) continue;
      tiles.set(layoutId, {
        layoutId,
        metricId: metric.metricId,
        datapointId: metric.datapointId,
        title: title ?? metric.title ?? known.title,
        displayType: metric.displayType ?? known.displays[0] ?? 'number',
      });
    }
  }
  return { tiles: [...tiles.values()], layouts };
}
