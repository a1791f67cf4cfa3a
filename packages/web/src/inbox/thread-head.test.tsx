import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, completeDom, show } from '../testing/show.tsx';
import { AssignMenu } from './thread-head.tsx';

completeDom();
let server: AnsweringServer;
beforeEach(async () => {
  server = await startAnsweringServer();
  const member = (id: number) => ({
    USERID: id,
    EMAIL: `${id === 33 ? 'jürgen' : `colleague.${id}`}@shop.example`,
    ROLE: 'member',
    LASTSEEN: '',
    ASKEDBY: '',
    ISYOU: 0,
  });
  const members = Array.from({ length: 50 }, (_, n) => member(n + 1));
  answerCalls(server, {
    'account/loadTeam': () => ({ ROLE: 'owner', MEMBERS: JSON.stringify(members), INVITATIONS: '[]' }),
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

test('of many colleagues one is found by typing; the whole address tells them apart', async () => {
  const assigned: number[] = [];
  show(
    <AssignMenu assigned={{ assignee: 3, assigneeName: '' }} onAssign={(user) => assigned.push(user)} />,
    '/inbox',
  );
  fireEvent.click(screen.getByRole('button', { name: /^Assigned to/ }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(51));
  const search = screen.getByRole('combobox', { name: 'Search colleagues' });
  fireEvent.change(search, { target: { value: 'jurgen' } });
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'jürgenjürgen@shop.example',
    ]),
  );
  fireEvent.keyDown(search, { key: 'Enter', code: 'Enter' });
  expect(assigned).toEqual([33]);
});
