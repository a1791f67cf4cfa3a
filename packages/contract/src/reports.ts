/** Reports and the calls behind their tiles (access-and-reports, sections 2.10–2.13, 3 and 7). */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { call, rows, wire } from './kernel/call.ts';
import { date, flag, id, int, json, longest, mapped, oneOf, orElse, raw, text } from './kernel/codec.ts';

/** `series`: one number a day, where there are days. */
export type NumberData = { value: number; label: string; series?: number[] };
export type TableData = {
  /** `sortable` false: too many rows to be put in order by it; asked for it, they come by time. */
  headers: { id: string; numeric: boolean; label: string; sortable?: false }[];
  records: Record<string, string | number>[];
  count: number;
  /**
   * Per cent of the order asked for that is there: it is being made, which happens once, and there are no
   * records yet. Ask again.
   */
  sorting?: number;
  /**
   * Rows that can be paged to: the first ones of a large table, in the order asked for; the export has them
   * all.
   */
  reach?: number;
};
/** One row a day: `sysDate` (YYYY-MM-DD, account's zone) and a value for each series. */
export type LineData = ({ sysDate: string } & Record<string, string | number>)[];
export type Datapoint = { id: number; name: string };

const days = {
  from: wire('startDate', date),
  to: wire('endDate', date),
  datapoint: wire('id', orElse(int(), 0)),
};
const span = {
  ...days,
  /** Only people who are in it now; 0: everybody. */
  segment: wire('inpSegmentId', orElse(int(0), 0)),
};
const paged = {
  ...span,
  limit: wire('limit', orElse(int(1, 100), 4)),
  page: wire('page', orElse(int(0, 1_000_000), 0)),
  order: wire('order', orElse(oneOf('asc', 'desc'), 'desc')),
  orderBy: wire('orderBy', orElse(text(40), '')),
};

const numberData = mapped(
  raw<{ VALUE: number; LABEL: string; SERIES?: number[] }>(
    '{VALUE, LABEL, SERIES: one number a day, where there are days}',
  ),
  ({ VALUE, LABEL, SERIES }): NumberData => ({
    value: VALUE,
    label: LABEL,
    ...(SERIES && { series: SERIES }),
  }),
  ({ value, label, series }) => ({ VALUE: value, LABEL: label, ...(series && { SERIES: series }) }),
);
const datapointList = mapped(
  raw<{ Id: number; Desc: string }[]>('list of {Id, Desc}'),
  (list): Datapoint[] => list.map(({ Id, Desc }) => ({ id: Id, name: Desc })),
  (list) => list.map(({ id, name }) => ({ Id: id, Desc: name })),
);

const number = (path: string, about: string) =>
  call(path, span, { data: wire('DATA', numberData) }, { quiet: true, about });
const table = (path: string, about: string) =>
  call(
    path,
    paged,
    {
      data: wire(
        'DATA',
        raw<TableData>(
          '{headers, records, count, reach, and sorting while a long table is first put in order}',
        ),
      ),
    },
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
  call(path, span, {}, { method: 'GET', shape: 'file', confirmed: true, about });
const datapoints = (path: string, about: string) =>
  call(path, {}, { data: wire('DATA', datapointList) }, { method: 'GET', about });

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
  subscribers: table('lists/subscribersFromCampaign', 'Members of lists who opted in through a campaign.'),
  exportSubscribers: exportFile(
    'lists/exportSubscribersFromCampaign',
    'Members of lists who opted in through a campaign, as CSV.',
  ),
  optInsOverTime: line('report/getCampaignOptInsOverTime', 'Opt-ins of a campaign by day.'),
  /** Of no people: no segment limits it. */
  automata: call(
    'automata/automataCount',
    days,
    { data: wire('DATA', numberData) },
    { quiet: true, about: 'Automata that are switched on.' },
  ),
};

/** Some clients put the JSON text of a layout inside that of the report. Undefined: it is none. */
export function readLayout(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/**
 * What a saved report holds; its layout as report-layout.ts has it, or the JSON text of one. What is no
 * layout at all is malformed.
 */
export const reportSchema = z.looseObject({
  title: z.string().check(longest(TEXT_LIMITS.reportTitle)),
  description: z._default(z.string().check(longest(TEXT_LIMITS.reportDescription)), ''),
  /** The segment whose people alone it is about; 0: everybody. */
  segment: z.optional(z.int().check(z.nonnegative())),
  layout: z.optional(
    z.unknown().check(z.refine((given) => given === undefined || typeof readLayout(given) === 'object')),
  ),
});
const reportString = wire('inpReportString', json(reportSchema, '{title, description, layout, segment}'));
const reportId = wire('inpReportId', id);

export const reports = {
  /** Nothing while figures are those of this moment. */
  recency: call(
    'report/getRecency',
    {},
    { asOf: wire('ASOF', orElse(text(40), '')) },
    { method: 'GET', quiet: true, about: 'Up to when the figures of reports are whole, where they lag.' },
  ),
  template: call(
    'report/getTemplateReport',
    { report: reportId, datapoint: wire('inpDatapointId', orElse(int(), 0)) },
    { data: wire('DATA', raw<unknown>('JSON text: {id, title, description, layout}')) },
    { about: 'A report that ships with the product, for one datapoint.' },
  ),
  load: call(
    'report/getCustomReport',
    { report: reportId },
    {
      data: wire(
        'DATA',
        raw<unknown>(
          'JSON text: {id, title, description, createDate, layout, and segment where it is limited to one}',
        ),
      ),
      version: wire('VERSION', orElse(int(), 0)),
    },
    { about: 'A saved report. VERSION is raised with each save.' },
  ),
  saveNew: call(
    'report/saveNewCustomReport',
    { report: reportString },
    { id: wire('DATA', int()) },
    { about: 'Saves a new report; DATA is its id.' },
  ),
  save: call(
    'report/saveCustomReport',
    {
      id: reportId,
      report: reportString,
      /** 0: whatever was saved meanwhile. */
      version: wire('inpVersion', orElse(int(0), 0)),
    },
    { id: wire('DATA', int()), version: wire('VERSION', orElse(int(), 0)) },
    {
      about:
        'Saves a report that exists. With the VERSION that was loaded, a save by somebody else since then refuses it; DETAIL is VERSION.',
    },
  ),
  segment: call(
    'report/reportSegment',
    { segment: wire('inpSegmentId', id), report: wire('inpReportId', orElse(int(0), 0)) },
    {
      name: wire('NAME', text(TEXT_LIMITS.name)),
      /** What is wrong with it, in words: nobody is found by it until that is mended. */
      problem: wire('PROBLEM', text(1_000)),
      changed: wire('CHANGED', flag),
      updatedAt: wire('UPDATED_DT', text(40)),
    },
    {
      quiet: true,
      about:
        'The segment that a report is limited to. PROBLEM says why it finds nobody; CHANGED: it, or one within it, asks something else than when the report inpReportId was saved with it.',
    },
  ),
  unpaid: call(
    'report/unpaidReplies',
    span,
    { count: wire('COUNT', int()) },
    {
      quiet: true,
      about:
        'How many replies of a campaign the balance had no room for on these days, sent neither then nor later: they wait, or were given up.',
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
            title: wire('title', text(TEXT_LIMITS.reportTitle)),
            description: wire('description', text(TEXT_LIMITS.reportDescription)),
            createDate: wire('createDate', text(40)),
          },
          false,
        ),
      ),
    },
    { about: 'All saved reports, newest first.' },
  ),
};
