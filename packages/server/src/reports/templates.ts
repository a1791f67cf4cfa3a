/** The two reports that ship with the product: one for a campaign, one for a short link. */
import { BREAKPOINTS, type Breakpoint, METRICS, type Metric, type ReportLayout } from '@parley/contract';
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
    description: 'Answers, subscribers and opt-ins of one campaign.',
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

/** Its tiles for one datapoint, numbers first, laid out row by row at every breakpoint. */
export function layoutOf(report: TemplateReport, datapoint: number): ReportLayout {
  const metrics = METRICS.filter((metric) => metric.group === report.group);
  const [md, sm, xxs] = BREAKPOINTS.map((breakpoint) => arrange(metrics, breakpoint));
  return {
    tiles: metrics.map((metric) => ({
      layoutId: layoutIdOf(metric),
      metricId: metric.id,
      datapointId: datapoint,
      title: metric.title,
      displayType: metric.displays[0] ?? 'number',
    })),
    layouts: { md: md ?? {}, sm: sm ?? {}, xxs: xxs ?? {} },
  };
}

const layoutIdOf = (metric: Metric) => `metric-${metric.id}`;

function arrange(metrics: readonly Metric[], breakpoint: Breakpoint): ReportLayout['layouts'][Breakpoint] {
  const places: ReportLayout['layouts'][Breakpoint] = {};
  let [x, y, rowHeight] = [0, 0, 0];
  for (const metric of metrics) {
    const { w, h } = metric.sizes[breakpoint];
    if (x + w > REPORT_GRID.columns[breakpoint]) [x, y, rowHeight] = [0, y + rowHeight, 0];
    places[layoutIdOf(metric)] = { x, y, w, h };
    [x, rowHeight] = [x + w, Math.max(rowHeight, h)];
  }
  return places;
}
