import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { ListManager } from './list-manager.tsx';

provideServer();

const campaigns = Array.from({ length: 7 }, (_, n) => ({
  KIND: 'campaign',
  ID: 10 + n,
  NAME: `Flow ${n}`,
  STEPS: [1],
}));

test.each([
  [[], null],
  [
    [{ KIND: 'automata', ID: 4, NAME: 'Weekly news', STEPS: [] }, ...campaigns],
    [
      'Automata: Weekly news',
      'Campaigns: Flow 0 (step 1), Flow 1 (step 1), Flow 2 (step 1), Flow 3 (step 1), Flow 4 (step 1) and 2 more',
      'They need it to work. Choose another list there first.',
    ],
  ],
])('deleting a list names what uses it: %j', async (uses, told) => {
  answerCalls(server, {
    'lists/lists': () => ({
      LISTS: JSON.stringify([{ ID: 3, NAME: 'VIP', COUNT: 2, OPTOUTCOUNT: 0, NEWINDEX: 0 }]),
    }),
    'lists/listUses': (form) => ({ USES: form.get('ListId') === '3' ? JSON.stringify(uses) : '[]' }),
  });
  show(<ListManager />, '/lists');
  fireEvent.click(await screen.findByRole('button', { name: 'Options for VIP' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: /delete this list/ }));
  dialog.getByText(/and its 2 memberships/);
  if (!told) return expect(dialog.queryByText('This list is in use')).toBeNull();
  await dialog.findByText('This list is in use');
  for (const line of told)
    dialog.getByText((_, node) => node?.tagName === 'DIV' && node.textContent === line);
  expect(dialog.getByRole('link', { name: 'Weekly news' }).getAttribute('href')).toBe('/automata/editor/4');
});
