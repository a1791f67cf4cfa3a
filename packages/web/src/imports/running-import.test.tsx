import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reply } from '../testing/answering-server.ts';
import { provideServer, server } from '../testing/serve.ts';
import { show } from '../testing/show.tsx';
import { RunningImport } from './running-import.tsx';

provideServer();

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
    show(<RunningImport id={3} list={4} listName="Regulars" onAgain={() => undefined} />, '/lists/import/4');
    const before = state === 'running' ? 'Importing into “Regulars”' : 'Show the members';
    await screen.findByText(before);
    server.answer(() => ({ status: 404, body: reply({ RESULT: 0, MESSAGE: 'That was not found.' }) }));
    await waitFor(() => expect(screen.getByText(words)).toBeTruthy(), { timeout: 10_000 });
    expect(screen.queryByText(before)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  },
);
