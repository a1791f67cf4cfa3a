import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AnsweringServer, reply, startAnsweringServer } from '../testing/answering-server.ts';
import { RunningImport } from './running-import.tsx';

let server: AnsweringServer;
beforeAll(async () => {
  // The widget library asks for the colour scheme of the system, which this DOM does not know.
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  server = await startAnsweringServer();
});
afterAll(() => server.stop());
afterEach(cleanup);

const COUNTS = ['NEW', 'UPDATED', 'DUPLICATE', 'INVALID', 'OPTOUT', 'NEWOPTOUT', 'UNDONE', 'UNDOKEPT'];
const progress = (STATE: string, DONECOUNT: number) =>
  reply({
    STATE,
    DONECOUNT,
    ROWCOUNT: 60_000,
    UNDOTOTAL: 0,
    ...Object.fromEntries(COUNTS.map((name) => [`${name}COUNT`, 0])),
  });

test.each([
  ['running', 5_000, /ended when the list was deleted, after about 5,000 of 60,000 rows/],
  ['done', 60_000, /People who were imported stay your contacts/],
])(
  'an import that is %s when its list is deleted no longer says that it goes on',
  async (state, done, words) => {
    server.answer(() => ({ body: progress(state, done) }));
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <RunningImport id={3} list={4} listName="Regulars" onAgain={() => undefined} />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    );
    const before = state === 'running' ? 'Importing into “Regulars”' : 'Show the members';
    await screen.findByText(before);
    server.answer(() => ({ status: 404, body: reply({ RESULT: 0, MESSAGE: 'That was not found.' }) }));
    await waitFor(() => expect(screen.getByText(words)).toBeTruthy(), { timeout: 10_000 });
    expect(screen.queryByText(before)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  },
);
