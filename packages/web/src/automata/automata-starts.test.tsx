import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reply } from '../testing/answering-server.ts';
import { provideServer, server } from '../testing/serve.ts';
import { show } from '../testing/show.tsx';
import { AutomataStarts } from './automata-starts.tsx';

provideServer();

test('the history of an automata that is gone offers the others, not another try', async () => {
  server.answer(() => ({ status: 404, body: reply({ RESULT: 0, MESSAGE: 'That was not found.' }) }));
  show(<AutomataStarts />, '/automata/history/9', '/automata/history/:AID');
  await screen.findByText('This automata doesn’t exist');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Show all automata' }).getAttribute('href')).toBe(
    '/automata/manager',
  );
});
