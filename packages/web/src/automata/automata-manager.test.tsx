import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { AutomataManager } from './automata-manager.tsx';

provideServer();

test('a progress bar shows while it fetches', async () => {
  answerCalls(server, { 'automata/automatalist': () => ({ AUTOMATA: '[]' }) });
  show(<AutomataManager />, '/automata/manager');
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy();
  expect(await screen.findByText('No automata yet')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});
