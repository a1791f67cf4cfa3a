import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { saveOnLeave } from '../data/use-save.ts';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, askedFor, show } from '../testing/show.tsx';
import { useAutomatonName } from './use-automaton.ts';

provideServer();

function NameField() {
  const save = useAutomatonName(7);
  return <input aria-label="Automata Name" onChange={(event) => save.change(event.currentTarget.value)} />;
}

test('a name that is typed just before the page is left goes out in a request that outlives the page', async () => {
  answerCalls(server, { 'automata/renameautomata': () => ({}) });
  saveOnLeave();
  const fetched = vi.spyOn(globalThis, 'fetch');
  show(<NameField />, '/automata/editor/7');
  fireEvent.change(screen.getByLabelText('Automata Name'), { target: { value: 'Left behind' } });
  fireEvent(window, new Event('pagehide'));
  await waitFor(() =>
    expect(askedFor(server, 'renameautomata').map((form) => form.get('AutomataName'))).toEqual([
      'Left behind',
    ]),
  );
  expect(fetched.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true]);
});
