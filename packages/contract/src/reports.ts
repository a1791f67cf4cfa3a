/** Reports made of tiles, and the metric catalogue (access-and-reports, sections 2.10–2.13, 3, 7 and 9). */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { type Call, call, rows, wire } from './kernel/call.ts';
import { date, flag, id, int, json, oneOf, orElse, raw, text } from './kernel/codec.ts';

export type NumberData = { VALUE: number; LABEL: string; SERIES?: number[] };
export type TableData = {
  headers: { id: string; numeric: boolean; label: string }[];
  records: Record<string, string | number>[];
  count: number;
  /** Rows that can be paged to: a large table shows its newest, the export has them all. */
  reach: number;
};
/** One row a day: `sysDate` (YYYY-MM-DD, account's zone) and a value for each series. */
export type LineData = ({ sysDate: string } & Record<string, string | number>)[];
export type Datapoint = { Id: number; Desc: string };

const span = {
  from: wire('startDate', date),
  to: wire('endDate', date),
  datapoint: wire('id', orElse(int(), 0)),
};
const paged = {
  ...span,
  limit: wire('limit', orElse(int(1, 100), 4)),
  page: wire('page', orElse(int(0, 1_000_000), 0)),
  order: wire('order', orElse(oneOf('asc', 'desc'), 'desc')),
  orderBy: wire('orderBy', orElse(text(40), '')),
};

const number = (path: string, about: string) =>
  call(
    path,
    span,
    { data: wire('DATA', raw<NumberData>('{VALUE, LABEL, SERIES: one number a day, where there are days}')) },
    { quiet: true, about },
  );
const table = (path: string, about: string) =>
  call(
    path,
    paged,
    { data: wire('DATA', raw<TableData>('{headers, records, count, reach}')) },
    { quiet: true, about },
  );
const line = (path: string, about: string) =>
  call(
    path,
    span,
    { data: wire('DATA', raw<LineData>('list of {sysDate, one value a series}')) },
    {
      quiet: true,
      about,
    },
  );
const exportFile = (path: string, about: string) =>
  call(path, span, {}, { method: 'GET', shape: 'file', about });
const datapoints = (path: string, about: string) =>
  call(path, {}, { data: wire('DATA', raw<Datapoint[]>('list of {Id, Desc}')) }, { method: 'GET', about });

/** The calls behind tiles, their exports and their datapoint lists. */
export const tiles = {
  totalClicks: number('shortURL/getTotalMLPClicksCount', 'Clicks on a short link.'),
  uniqueClicks: number('shortURL/getUniqueMLPClicksCount', 'People who clicked a short link.'),
  clickers: table('shortURL/getMLPClickers', 'Who clicked a short link.'),
  clicksOverTime: line('shortURL/getMLPClicksOverTime', 'Clicks on a short link by day.'),
  exportClickers: exportFile('shortURL/exportClickers', 'Who clicked a short link, as CSV.'),
  shortLinks: datapoints('shortURL/getMLPList', 'The short links of the account.'),
  responses: table('campaign/responsesForCampaign', 'Answers of people to a campaign.'),
  responsesOverTime: line('campaign/campaignResponsesOverTime', 'Answers to a campaign by day.'),
  exportResponses: exportFile('campaign/exportCampaignResponses', 'Answers to a campaign, as CSV.'),
  campaigns: datapoints('campaign/reportCampaignList', 'The campaigns of the account.'),
  subscribers: table('lists/subscribersFromCampaign', 'People who opted in through a campaign.'),
  exportSubscribers: exportFile(
    'lists/exportSubscribersFromCampaign',
    'People who opted in through a campaign, as CSV.',
  ),
  optInsOverTime: line('report/getCampaignOptInsOverTime', 'Opt-ins of a campaign by day.'),
  automata: number('automata/automataCount', 'Automata that are switched on.'),
};

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

const gridNumber = z.int().check(z.minimum(0), z.maximum(1000));
const tileSchema = z.looseObject({
  layoutId: z.string().check(z.minLength(1), z.maxLength(64)),
  metricId: z.int(),
  datapointId: z.int(),
  title: z.string().check(z.maxLength(255)),
  displayType: z.enum(['number', 'table', 'line']),
});
const layoutSchema = z.looseObject({ x: gridNumber, y: gridNumber, w: gridNumber, h: gridNumber });
/** What a saved report holds: tiles once, and where each stands per breakpoint, by layoutId. */
export const reportSchema = z.looseObject({
  title: z.string().check(z.maxLength(TEXT_LIMITS.reportTitle)),
  description: z._default(z.string().check(z.maxLength(TEXT_LIMITS.reportDescription)), ''),
  layout: z.optional(z.unknown()),
});
export const reportLayoutSchema = z.object({
  tiles: z.array(tileSchema).check(z.maxLength(200)),
  layouts: z.object({
    md: z.record(z.string(), layoutSchema),
    sm: z.record(z.string(), layoutSchema),
    xxs: z.record(z.string(), layoutSchema),
  }),
});
export type ReportTile = z.infer<typeof tileSchema>;
export type ReportLayout = z.infer<typeof reportLayoutSchema>;

const reportString = wire('inpReportString', json(reportSchema, '{title, description, layout}'));
const reportId = wire('inpReportId', id);

export const reports = {
  template: call(
    'report/getTemplateReport',
    { report: reportId, datapoint: wire('inpDatapointId', orElse(int(), 0)) },
    { data: wire('DATA', raw<unknown>('JSON text: {id, title, description, layout}')) },
    { about: 'A report that ships with the product, for one datapoint.' },
  ),
  load: call(
    'report/getCustomReport',
    { report: reportId },
    { data: wire('DATA', raw<unknown>('JSON text: {id, title, description, createDate, layout}')) },
    { about: 'A saved report.' },
  ),
  saveNew: call(
    'report/saveNewCustomReport',
    { report: reportString },
    { id: wire('DATA', int()) },
    { about: 'Saves a new report; DATA is its id.' },
  ),
  save: call(
    'report/saveCustomReport',
    { id: reportId, report: reportString },
    { id: wire('DATA', int()) },
    {
      about: 'Saves a report that exists.',
    },
  ),
  debug: call(
    'report/builderSecret',
    { secret: wire('inpSecret', text(255)) },
    { isRight: wire('ISRIGHT', flag) },
    { quiet: true, about: 'Whether this is the secret that shows the builder’s report as JSON.' },
  ),
  remove: call('report/deleteCustomReport', { report: reportId }, {}, { about: 'Deletes a report.' }),
  list: call(
    'report/getAllCustomReports',
    {},
    {
      reports: wire(
        'DATA',
        rows(
          {
            id: wire('id', int()),
            title: wire('title', text(24)),
            description: wire('description', text(72)),
            createDate: wire('createDate', text(40)),
          },
          false,
        ),
      ),
    },
    { about: 'All saved reports, newest first.' },
  ),
};
