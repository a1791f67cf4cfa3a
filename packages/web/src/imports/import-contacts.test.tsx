import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { reply } from '../testing/answering-server.ts';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show, WithNews } from '../testing/show.tsx';
import { ImportContacts } from './import-contacts.tsx';

provideServer();

test('an import into a list that somebody deletes meanwhile says that nothing can go into it', async () => {
  answerCalls(server, {
    'lists/loadListInfo': () => ({
      LISTINFO: JSON.stringify({ ID: 4, NAME: 'Regulars', COUNT: 0, OPTOUTCOUNT: 0, NEWINDEX: 0 }),
    }),
    'tags/taglist': () => ({ TAGS: '[]' }),
  });
  show(<WithNews of={<ImportContacts />} />, '/lists/import/4', '/lists/import/:LID');
  await screen.findByText('Regulars');
  server.answer(() => ({ status: 404, body: reply({ RESULT: 0, MESSAGE: 'That was not found.' }) }));
  fireEvent.click(screen.getByRole('button', { name: 'News' }));
  await screen.findByText('Someone has deleted this list');
  expect(screen.getByRole('link', { name: 'Choose another list' }).getAttribute('href')).toBe('/lists');
  expect(screen.queryByText(/still copy from it/)).toBeNull();
  expect(screen.queryByText('Choose a file')).toBeNull();
});

test('a file that did not arrive is sent again without being chosen again', async () => {
  let tries = 0;
  const info = { ID: 4, NAME: 'Regulars', COUNT: 0, OPTOUTCOUNT: 0, NEWINDEX: 0 };
  server.answer(({ url }) => {
    if (url.endsWith('loadListInfo')) return { body: reply({ LISTINFO: JSON.stringify(info) }) };
    if (url.endsWith('taglist')) return { body: reply({ TAGS: '[]' }) };
    tries += 1;
    return { status: 503, body: reply({ RESULT: 0, MESSAGE: '' }) };
  });
  show(<ImportContacts />, '/lists/import/4', '/lists/import/:LID');
  const file = new File(['Phone\n2125550100'], 'guests.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText('CSV file', { selector: 'input' }), {
    target: { files: [file] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Send “guests.csv” again' }));
  await waitFor(() => expect(tries).toBe(2));
});

test('a tab that is closed while a file is on its way asks first', async () => {
  let arrived = false;
  const info = { ID: 4, NAME: 'Regulars', COUNT: 0, OPTOUTCOUNT: 0, NEWINDEX: 0 };
  server.answer(async ({ url }) => {
    if (url.endsWith('loadListInfo')) return { body: reply({ LISTINFO: JSON.stringify(info) }) };
    if (url.endsWith('taglist')) return { body: reply({ TAGS: '[]' }) };
    await vi.waitFor(() => expect(arrived).toBe(true));
    return { status: 503, body: reply({ RESULT: 0, MESSAGE: '' }) };
  });
  show(<ImportContacts />, '/lists/import/4', '/lists/import/:LID');
  const file = new File(['Phone\n2125550100'], 'guests.csv', { type: 'text/csv' });
  const field = await screen.findByLabelText('CSV file', { selector: 'input' });
  const listens = vi.spyOn(window, 'addEventListener');
  const ends = vi.spyOn(window, 'removeEventListener');
  fireEvent.change(field, { target: { files: [file] } });
  const own = await vi.waitUntil(
    () => listens.mock.calls.findLast(([name]) => name === 'beforeunload')?.[1] as EventListener | undefined,
  );
  const closing = new Event('beforeunload', { cancelable: true });
  own(closing);
  expect(closing.defaultPrevented).toBe(true);
  arrived = true;
  await screen.findByRole('button', { name: 'Send “guests.csv” again' });
  expect(ends).toHaveBeenCalledWith('beforeunload', own);
  vi.restoreAllMocks();
});
