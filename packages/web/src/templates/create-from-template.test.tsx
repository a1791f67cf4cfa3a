import { MantineProvider } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, reply, startAnsweringServer } from '../testing/answering-server.ts';
import { CreateFromTemplate } from './create-from-template.tsx';

let server: AnsweringServer;
beforeAll(async () => {
  // The widget library asks for the colour scheme of the system, which this DOM does not know.
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  server = await startAnsweringServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.heard.length = 0;
  notifications.clean();
});
afterEach(cleanup);

function show() {
  const router = createMemoryRouter(
    [
      { path: '/campaign/editor/0/5', element: <CreateFromTemplate template={5} /> },
      { path: '*', element: <p>arrived</p> },
    ],
    { initialEntries: ['/campaign/editor/0/5'] },
  );
  render(
    <StrictMode>
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  return router;
}

test.each([
  [100, '/campaign/edit/17'],
  [1, '/campaign/editor/17'],
])('asks once, although effects run twice, and goes to the editor of type %i', async (type, path) => {
  server.answer(() => ({ body: reply({ BATCHID: 17, DESC: 'Survey', TEMPLATETYPE: type }) }));
  const router = show();
  expect(screen.getByText('Creating New Campaign')).toBeTruthy();
  expect(document.title).toBe('Creating New Campaign · Parley');
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  expect(server.heard.filter(({ url }) => url.endsWith('AddNewBatchFromTemplate'))).toHaveLength(1);
});

test.each([
  [
    'a refusal',
    reply({ RESULT: 0, MESSAGE: 'There is no such template.' }),
    'Add Object Failed: There is no such template.',
  ],
  [
    'no campaign id',
    reply({ BATCHID: 0, DESC: '', TEMPLATETYPE: 1 }),
    'The server didn’t return a new campaign.',
  ],
])('%s shows the notice and stays', async (_name, body, words) => {
  server.answer(() => ({ body }));
  const router = show();
  await screen.findByRole('alert');
  expect(document.title).toBe('No campaign was created · Parley');
  expect(router.state.location.pathname).toBe('/campaign/editor/0/5');
  const [notice] = notificationsStore.getState().notifications;
  expect(notice).toMatchObject({ title: 'Add Campaign Failed', message: words });
});
