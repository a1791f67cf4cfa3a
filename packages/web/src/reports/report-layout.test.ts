import { METRICS, metricOf, NO_TILES, type ReportLayout, storedLayout } from '@parley/contract';
import { expect, test } from 'vitest';
import {
  breakpointFor,
  defaultName,
  itemsAt,
  readReport,
  rowsAt,
  stepped,
  withoutTile,
  withPlaces,
  withTile,
} from './report-layout.ts';

const tile = (layoutId: string, metricId: number) => ({
  layoutId,
  metricId,
  datapointId: 3,
  title: layoutId,
});
/** A number, a table and a line. */
const layout: ReportLayout = [tile('number', 9), tile('table', 5), tile('line', 6)].reduce(
  withTile,
  NO_TILES,
);
const places = (of: ReportLayout, breakpoint: 'md' | 'sm' | 'xxs' = 'md') =>
  Object.fromEntries(itemsAt(of, breakpoint).map(({ i, x, y, w, h }) => [i, [x, y, w, h]]));

test('a new tile stands at column 0 below the others, with the metric’s size and first display type', () => {
  expect(places(layout)).toEqual({ number: [0, 0, 1, 3], table: [0, 3, 3, 5], line: [0, 8, 3, 4] });
  expect(places(layout, 'xxs')).toEqual({ number: [0, 0, 1, 3], table: [0, 3, 1, 5], line: [0, 8, 1, 4] });
  expect(layout.tiles.map((each) => each.displayType)).toEqual(['number', 'table', 'line']);
});

test('a tile that is gone leaves no hole', () => {
  expect(places(withoutTile(layout, 'table'))).toEqual({ number: [0, 0, 1, 3], line: [0, 3, 3, 4] });
});

test('the keyboard moves a tile over its neighbours and back', () => {
  const up = stepped(layout, 'md', 'line', 'up');
  expect(places(up)).toEqual({ number: [0, 0, 1, 3], line: [0, 3, 3, 4], table: [0, 7, 3, 5] });
  expect(places(stepped(up, 'md', 'line', 'down'))).toEqual(places(layout));
  const right = stepped(layout, 'md', 'table', 'right');
  expect(places(right).table).toEqual([1, 0, 3, 5]);
  expect(stepped(layout, 'md', 'number', 'left')).toBe(layout);
  expect(stepped(layout, 'md', 'line', 'down')).toBe(layout);
});

test('the keyboard resizes within the metric’s bounds', () => {
  expect(places(stepped(layout, 'md', 'table', 'wider')).table).toEqual([0, 3, 4, 5]);
  expect(places(stepped(layout, 'md', 'table', 'shorter'))).toMatchObject({
    table: [0, 3, 3, 4],
    line: [0, 7, 3, 4],
  });
  expect(stepped(layout, 'md', 'number', 'narrower')).toBe(layout);
  expect(stepped(layout, 'md', 'line', 'taller')).toBe(layout);
});

test('places out of the grid or its bounds are brought back', () => {
  const wild = withPlaces(layout, 'md', [{ i: 'table', x: 9, y: 0, w: 40, h: 99 }]);
  expect(places(wild).table).toEqual([0, 3, 6, 8]);
});

test('rows of a table by its height', () => {
  expect([3, 4, 5, 6, 7, 8, 9].map(rowsAt)).toEqual([1, 1, 3, 4, 6, 7, 7]);
});

test('breakpoints by the width of the window, less the drawer of 240 px for the widest', () => {
  expect([1280, 1236, 1235, 768, 767, 320].map(breakpointFor)).toEqual([
    'md',
    'md',
    'sm',
    'sm',
    'xxs',
    'xxs',
  ]);
});

test('the default name is the datapoint and the metric', () => {
  const metric = METRICS.find(({ id }) => id === 5);
  if (!metric) throw new Error('no metric');
  expect(defaultName(metric, 'Spring sale')).toBe('Spring sale Campaign Responses');
  expect(defaultName(metric, '')).toBe('Campaign Responses');
});

test('a report is stored by breakpoint and comes back as it was, without metrics that nobody knows', () => {
  const stored = { id: 4, title: 'Mine', description: 'All of it', layout: storedLayout(layout) };
  expect(stored.layout.md[1]).toEqual({
    x: 0,
    y: 3,
    w: 3,
    h: 5,
    title: 'table',
    metric: {
      layoutId: 'table',
      metricId: 5,
      datapointId: 3,
      title: 'table',
      metricType: 'Campaign Responses',
      displayType: 'table',
    },
  });
  expect(readReport(JSON.stringify(stored))).toEqual({
    title: 'Mine',
    description: 'All of it',
    segment: 0,
    layout,
  });
  const strange = { x: 0, y: 0, w: 1, h: 3, title: 'x', metric: { metricId: 99 } };
  const more = { ...stored.layout, md: [...stored.layout.md, strange] };
  expect(readReport({ ...stored, layout: more }).layout).toEqual(layout);
  expect(readReport({ ...stored, layout: { md: 'nonsense' } }).layout).toEqual(NO_TILES);
  expect(readReport('{')).toEqual({ title: '', description: '', segment: 0, layout: NO_TILES });
  expect(metricOf({ metricId: 99 })).toBeUndefined();
});

test('an entry that names its metric alone gets the rest from the catalogue', () => {
  const md = [{ x: 2, y: 0, w: 1, h: 3, metric: { metricId: 1 } }];
  expect(readReport({ layout: { md } }).layout).toEqual({
    tiles: [
      { layoutId: 'tile-0', metricId: 1, datapointId: 0, title: 'Total Clicks', displayType: 'number' },
    ],
    layouts: { md: { 'tile-0': { x: 2, y: 0, w: 1, h: 3 } }, sm: {}, xxs: {} },
  });
});
