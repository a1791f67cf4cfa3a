import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AnsweringServer, reply, startAnsweringServer } from '../testing/answering-server.ts';
import { BlastControl } from './index.ts';

// As long as a busy machine may need.
configure({ asyncUtilTimeout: 10_000 });

let server: AnsweringServer;
beforeAll(async () => {
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  server = await startAnsweringServer();
});
afterAll(() => server.stop());
afterEach(cleanup);

const channel = {
  ID: 1,
  NAME: 'Main',
  NEWINDEX: 0,
  SRID: 1,
  CHANNEL: '+15552000001',
  CONNECTION: 'simulator',
};

/** What the calls of the wizard answer, by the end of their path; anything else fails. */
const ANSWERS: Record<string, Record<string, unknown>> = {
  LoadBatchDesc: { DESC: 'Spring sale', ACTIVE: '1' },
  listChannels: { CHANNELS: JSON.stringify([channel]) },
  lists: { LISTS: '[]' },
  segmentList: { SEGMENTLIST: '[]', TOTAL: 0 },
  blastList: { BLASTS: '[]' },
};

function show(answers: Record<string, Record<string, unknown>>) {
  server.answer(({ url }) => {
    const fields = answers[url.slice(url.lastIndexOf('/') + 1)];
    return fields
      ? { body: reply(fields) }
      : { status: 404, body: reply({ RESULT: 0, MESSAGE: 'There is none.' }) };
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <BlastControl campaign={17} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('works inside another screen, from a campaign id alone', async () => {
  show(ANSWERS);
  expect(await screen.findByText('Select one or more target lists')).toBeTruthy();
  expect(screen.getByText('Review')).toBeTruthy();
  expect(screen.queryByText('Select Target Channel')).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
  const asked = server.heard.find(({ url }) => url.endsWith('LoadBatchDesc'));
  expect(asked?.body).toMatch(/inpBatchId[\s\S]*17/);
});

test('a campaign that cannot be opened says so, with a way to try again', async () => {
  show({ LoadBatchDesc: { RESULT: 0, MESSAGE: 'Not now.' } });
  expect(await screen.findByText('Not now.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test('of a campaign that is not there it leads back to the others: another try would not help', async () => {
  show({});
  const back = await screen.findByRole('link', { name: 'Show all campaigns' });
  expect(back.getAttribute('href')).toBe('/campaign/manage');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('of many channels one is found by its name or number, in a group that is one stop for Tab', async () => {
  const many = Array.from({ length: 40 }, (_, n) => ({
    ...channel,
    ID: n + 1,
    SRID: n + 1,
    NAME: n === 29 ? 'Zürich' : `Shop ${n}`,
    CHANNEL: `+1212555${String(1000 + n)}`,
  }));
  show({ ...ANSWERS, listChannels: { CHANNELS: JSON.stringify(many) } });
  const search = await screen.findByRole('searchbox', { name: 'Search 40 channels' });
  const shown = () => screen.getAllByRole('radio');
  await waitFor(() => expect(shown()).toHaveLength(40));
  expect(shown().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  fireEvent.change(search, { target: { value: '555-1012' } });
  expect(shown().map(({ textContent }) => textContent)).toEqual(['Shop 12(212) 555-1012 · simulator']);
  fireEvent.change(search, { target: { value: 'zurich' } });
  fireEvent.keyDown(search, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(shown()[0]?.getAttribute('aria-checked')).toBe('true'));
  fireEvent.change(search, { target: { value: 'nowhere' } });
  expect(screen.getByText('No matching channel')).toBeTruthy();
});
