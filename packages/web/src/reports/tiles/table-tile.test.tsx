import { MantineProvider } from '@mantine/core';
import { calls, METRICS } from '@parley/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AnsweringServer, reply, startAnsweringServer } from '../../testing/answering-server.ts';
import { TableTile } from './table-tile.tsx';

let server: AnsweringServer;
beforeAll(async () => {
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  server = await startAnsweringServer();
});
afterAll(() => server.stop());
afterEach(cleanup);

function renderTile() {
  const metric = METRICS.find(({ report }) => report.path === calls.tiles.responses.path);
  if (!metric) throw new Error('There is no such metric.');
  const tile = { layoutId: 'x', metricId: metric.id, datapointId: 1, title: 'Replies' };
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <TableTile
          metric={metric}
          tile={{ ...tile, displayType: 'table' }}
          scope={{ from: '2026-04-01', to: '2026-04-30', segment: 0 }}
          height={5}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('a table that is being put in order says how far it is, and shows its rows by itself', async () => {
  const headers = [{ id: 'answer', numeric: false, label: 'Answer' }];
  const table = { headers, count: 60_000, reach: 200 };
  let asked = 0;
  server.answer(() => {
    asked += 1;
    const data = asked < 3 ? { records: [], sorting: 40 * asked } : { records: [{ answer: 'Fine' }] };
    return { body: reply({ DATA: { ...table, ...data } }) };
  });
  renderTile();
  await screen.findByText('Putting 60,000 rows in order…');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  await screen.findByText('Fine', {}, { timeout: 5_000 });
  expect(screen.queryByRole('progressbar')).toBe(null);
});

test('a column that too many rows would be sorted by is no button, and says why', async () => {
  const headers = [
    { id: 'at', numeric: false, label: 'Date' },
    { id: 'answer', numeric: false, label: 'Answer', sortable: false },
  ];
  const records = [{ at: '2026-04-02 08:00:00', answer: 'Fine' }];
  server.answer(() => ({ body: reply({ DATA: { headers, records, count: 60_000, reach: 200 } }) }));
  renderTile();
  await screen.findByText('Fine');
  expect(screen.getByRole('button', { name: 'Date' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Answer/ })).toBe(null);
  expect(screen.getByRole('columnheader', { name: /^Answer \(Too many rows to sort by this/ })).toBeTruthy();
});

test('next page and previous page ask for the rows of that page', async () => {
  const headers = [{ id: 'answer', numeric: false, label: 'Answer' }];
  server.answer(({ body }) => {
    const page = /name="page"\s+(\d+)/.exec(body)?.[1];
    return { body: reply({ DATA: { headers, count: 7, records: [{ answer: `Row of page ${page}` }] } }) };
  });
  renderTile();
  await screen.findByText('Row of page 0');
  expect(screen.getByRole('button', { name: 'Replies: previous page' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Replies: next page' }));
  await screen.findByText('Row of page 1');
  fireEvent.click(screen.getByRole('button', { name: 'Replies: previous page' }));
  await screen.findByText('Row of page 0');
});
