import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { ALL_UNCONFIRMED, UnconfirmedList } from './unconfirmed-list.tsx';

provideServer();

const message = (id: number) => ({
  ID: id,
  ContactAddressId: id,
  CONTACTSTRING: `+121255502${String(id).padStart(2, '0')}`,
  TEXT: 'Hi',
  REASON: 'No answer.',
  AT: '2026-03-10T12:00:00Z',
  CREDITS: 1,
  BLASTID: 0,
  BATCHID: 0,
  NAME: '',
});

test('all that match can be chosen, not only those shown, and their number is named before they are settled', async () => {
  let settled: URLSearchParams | null = null;
  answerCalls(server, {
    'delivery/listInDoubt': (form) => ({
      COUNT: settled ? 0 : 40,
      MESSAGES: JSON.stringify(
        settled || Number(form.get('iDisplayStart')) > 0
          ? []
          : Array.from({ length: 15 }, (_, n) => message(n + 1)),
      ),
    }),
    'delivery/settleAllInDoubt': (form) => {
      settled = form;
      return { SETTLED: 40 };
    },
  });
  show(<UnconfirmedList filter={{ ...ALL_UNCONFIRMED, search: '555' }} empty="None left" />, '/in-doubt');
  fireEvent.click(await screen.findByLabelText('Select all shown'));
  await screen.findByText(/The 15 shown are selected/);
  fireEvent.click(screen.getByRole('button', { name: 'Select all 40' }));
  await screen.findByText(/All 40 selected/);
  fireEvent.click(screen.getByRole('button', { name: 'It wasn’t sent: return the credits' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Mark 40 messages as not sent' }));
  await waitFor(() => expect(settled).not.toBeNull());
  const form = settled as unknown as URLSearchParams;
  expect([form.get('inpCount'), form.get('inpDecision'), form.get('iSearchStr')]).toEqual([
    '40',
    'not-sent',
    '555',
  ]);
  await screen.findByText('None left');
});
