import { expect, test } from 'vitest';
import { NO_TILES, rebuiltLayout } from './report-layout.ts';

const metric = { metricId: 1, layoutId: 'a', datapointId: 4, title: 'Clicks', displayType: 'number' };
const entry = { x: 0, y: 0, w: 1, h: 3, title: 'Clicks', metric };

test.each([
  ['one that is no entry', 'x'],
  ['one without a metric', { x: 0, y: 0, w: 1, h: 3 }],
  ['one whose place is no number', { ...entry, x: 'left' }],
  ['one that the catalogue does not know', { ...entry, metric: { ...metric, metricId: 77, layoutId: 'b' } }],
])('%s does not take the other tiles with it', (_, odd) => {
  const { tiles } = rebuiltLayout({ md: [odd, entry], sm: [], xxs: 'none' });
  expect(tiles.map(({ layoutId }) => layoutId)).toEqual(['a']);
});

test('numbers written as text are numbers, and places are brought onto the grid', () => {
  const { tiles, layouts } = rebuiltLayout({
    md: [{ ...entry, x: '1.2', y: 1e9, w: -3, metric: { ...metric, metricId: '1', datapointId: '4' } }],
  });
  expect(tiles).toEqual([{ ...metric, displayType: 'number' }]);
  expect(layouts.md.a).toEqual({ x: 1, y: 1000, w: 0, h: 3 });
});

test('a layout that was stored as JSON text has its tiles', () => {
  expect(rebuiltLayout(JSON.stringify({ md: [entry], sm: [], xxs: [] })).tiles).toHaveLength(1);
});

test.each([[null], ['x'], [5], [[]], [{}]])('%j has no tiles', (stored) => {
  expect(rebuiltLayout(stored)).toEqual(NO_TILES);
});
