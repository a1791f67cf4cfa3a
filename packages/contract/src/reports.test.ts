import { REPORT_GRID } from '@parley/rules/limits.ts';
import { expect, test } from 'vitest';
import { BREAKPOINTS, METRICS } from './metrics.ts';

test('the metric catalogue is the one of the specification', () => {
  const short = METRICS.map(({ group, title, displays, exportAs }) =>
    [group, title, displays.join(), exportAs ? 'yes' : 'no'].join(' | '),
  );
  expect(short).toEqual([
    'Short URL | Total Clicks | number | no',
    'Short URL | Unique Clicks | number | no',
    'Short URL | Clickers | table | yes',
    'Short URL | Clicks Over Time | line | no',
    'Campaigns | Campaign Responses | table | yes',
    'Campaigns | Campaign Responses Over Time | line | no',
    'Campaigns | Subscribers For Campaign | table | yes',
    'Campaigns | Opt Ins Over Time | line | no',
    'Automata | Active Automata | number | no',
  ]);
  expect(new Set(METRICS.map(({ id }) => id)).size).toBe(9);
});

test('each metric has the report, list and export path of the specification', () => {
  const paths = METRICS.map(({ report, list, exportAs }) =>
    [report, list, exportAs].map((call) => (call ? `/${call.path}` : '')),
  );
  const [links, campaigns] = ['/shortURL/getMLPList', '/campaign/reportCampaignList'];
  expect(paths).toEqual([
    ['/shortURL/getTotalMLPClicksCount', links, ''],
    ['/shortURL/getUniqueMLPClicksCount', links, ''],
    ['/shortURL/getMLPClickers', links, '/shortURL/exportClickers'],
    ['/shortURL/getMLPClicksOverTime', links, ''],
    ['/campaign/responsesForCampaign', campaigns, '/campaign/exportCampaignResponses'],
    ['/campaign/campaignResponsesOverTime', campaigns, ''],
    ['/lists/subscribersFromCampaign', campaigns, '/lists/exportSubscribersFromCampaign'],
    ['/report/getCampaignOptInsOverTime', campaigns, ''],
    ['/automata/automataCount', '', ''],
  ]);
  for (const { report, list, exportAs } of METRICS)
    expect([report.method, list?.method ?? 'GET', exportAs?.method ?? 'GET']).toEqual(['POST', 'GET', 'GET']);
});

test('tiles have the sizes of the specification, within bounds that fit the grid', () => {
  for (const { displays, sizes } of METRICS) {
    const { w, h, minH } = sizes.md;
    if (displays[0] === 'number') expect([w, h]).toEqual([1, 3]);
    if (displays[0] === 'table') expect([w, h]).toEqual([3, 5]);
    if (displays[0] === 'line') expect([w, minH, h]).toEqual([3, 3, 4]);
    for (const breakpoint of BREAKPOINTS) {
      const size = sizes[breakpoint];
      expect(size.minW <= size.w && size.w <= size.maxW).toBe(true);
      expect(size.minH <= size.h && size.h <= size.maxH).toBe(true);
      expect(size.maxW).toBeLessThanOrEqual(REPORT_GRID.columns[breakpoint]);
    }
  }
});

test('the constants of the report area', () => {
  expect(REPORT_GRID).toMatchObject({
    columns: { md: 6, sm: 4, xxs: 1 },
    breakpoints: { md: 996, sm: 768, xxs: 0 },
    rowHeight: 60,
    tableRowsByHeight: { 4: 1, 5: 3, 6: 4, 7: 6, 8: 7 },
    rangeMonths: 1,
  });
});
