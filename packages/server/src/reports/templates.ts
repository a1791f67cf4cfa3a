/** The two reports that ship with the product: one for a campaign, one for a short link. */
import {
  BREAKPOINTS,
  type Breakpoint,
  METRICS,
  type Metric,
  type ReportLayout,
  storedLayout,
  type TileArea,
} from '@parley/contract';
import { REPORT_GRID } from '@parley/rules/limits.ts';

type TemplateReport = {
  id: number;
  title: string;
  description: string;
  /** Which group of the metric catalogue its tiles are. */
  group: string;
  /** What the datapoint is. */
  of: 'campaign' | 'short link';
};

export const TEMPLATE_REPORTS: readonly TemplateReport[] = [
  {
    id: 1,
    title: 'Campaign Report',
    description: 'Responses, subscribers, and opt-ins for one campaign.',
    group: 'Campaigns',
    of: 'campaign',
  },
  {
    id: 2,
    title: 'Short Link Report',
    description: 'Clicks on one short link, and who clicked.',
    group: 'Short URL',
    of: 'short link',
  },
];

/** Its tiles for one datapoint, laid out at every breakpoint. */
export function layoutOf(report: TemplateReport, datapoint: number) {
  const metrics = METRICS.filter((metric) => metric.group === report.group);
  const [md, sm, xxs] = BREAKPOINTS.map((breakpoint) => arrange(metrics, breakpoint));
  return storedLayout({
    tiles: metrics.map((metric) => ({
      layoutId: layoutIdOf(metric),
      metricId: metric.id,
      datapointId: datapoint,
      title: metric.title,
      displayType: metric.displays[0] ?? 'number',
    })),
    layouts: { md: md ?? {}, sm: sm ?? {}, xxs: xxs ?? {} },
  });
}

const layoutIdOf = (metric: Metric) => `metric-${metric.id}`;

const DISPLAY_ORDER = ['number', 'line', 'table'];
const rankOf = ({ displays }: Metric) => DISPLAY_ORDER.indexOf(displays[0] ?? 'number');

type Row = { metric: Metric; place: TileArea }[];

/**
 * Numbers first, then lines, then tables, in rows without holes: what stands last in a row takes up what is
 * left of it.
 */
function arrange(metrics: readonly Metric[], breakpoint: Breakpoint): ReportLayout['layouts'][Breakpoint] {
  const columns = REPORT_GRID.columns[breakpoint];
  const grid: Row[] = [];
  for (const metric of metrics.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const { w, h, minW, minH } = metric.sizes[breakpoint];
    const row = grid.at(-1);
    const taken = row?.reduce((sum, { place }) => sum + place.w, 0) ?? columns;
    const height = row?.[0]?.place.h ?? h;
    if (row && columns - taken >= minW && height >= minH)
      row.push({
        metric,
        place: { x: taken, y: 0, w: Math.min(w, columns - taken), h: Math.min(h, height) },
      });
    else grid.push([{ metric, place: { x: 0, y: 0, w, h } }]);
  }
  let y = 0;
  for (const row of grid) {
    const last = row.at(-1);
    if (last) last.place.w = Math.min(columns - last.place.x, last.metric.sizes[breakpoint].maxW);
    for (const { place } of row) place.y = y;
    y += Math.max(...row.map(({ place }) => place.h));
  }
  return Object.fromEntries(grid.flat().map(({ metric, place }) => [layoutIdOf(metric), place]));
}
