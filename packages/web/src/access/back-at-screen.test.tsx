/** Coming back to an open screen whose session has ended: to the account it shows, where one still may. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showAccount } from '../data/ask.ts';
import { useSession } from '../data/session.ts';
import { accountReply } from '../testing/account-reply.ts';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, askedFor, show } from '../testing/show.tsx';
import { OtherAccount } from './other-account.tsx';
import { SignInAgain } from './sign-in-again.tsx';

provideServer();
afterEach(() => {
  showAccount(null);
  useSession.setState({ status: 'out', user: 0, expired: false }, true);
});

test('whoever signs in again above a screen works in the account it shows, not in their first one', async () => {
  showAccount(12);
  useSession.setState({ status: 'expired', user: 7 }, true);
  answerCalls(server, {
    'authentication/sessionEnd': () => ({ WHY: 'expired', ACCOUNTNAME: '' }),
    'authentication/validateUser': () => ({ MFAREQ: 0 }),
    'account/switchAccount': () => ({}),
    'authentication/checklogin': () => ({}),
  });
  show(<SignInAgain />, '/blast/9');
  fireEvent.change(await screen.findByLabelText(/Email Address/), { target: { value: 'ann@example.com' } });
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'secret words' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(askedFor(server, 'checklogin')).toHaveLength(1));
  expect(askedFor(server, 'switchAccount').map((form) => form.get('ACCOUNTID'))).toEqual(['12']);
});

test.each([
  [12, 'You switched accounts in another tab', ['Go back to', 'Go to Fish and Chips']],
  [13, 'You’re no longer on the', ['Go to Fish and Chips']],
])(
  'a session that works elsewhere while the screen shows account 12: one of the accounts is %i',
  async (id, title, ways) => {
    useSession.setState({ status: 'in', user: 7 }, true);
    answerCalls(server, {
      'account/loadAccount': () => ({ ...accountReply('member'), ACCOUNTID: 12 }),
      'account/listAccounts': () => ({
        ACCOUNTS: JSON.stringify([
          { ACCOUNTID: id, NAME: 'Blue Door Coffee', ROLE: 'member', ISCURRENT: 0 },
          { ACCOUNTID: 14, NAME: 'Fish and Chips', ROLE: 'owner', ISCURRENT: 1 },
        ]),
      }),
    });
    show(<OtherAccount />, '/blast/9');
    await screen.findByRole('button', { name: 'Go to Fish and Chips' });
    await screen.findByRole('dialog', { name: new RegExp(title) });
    const shown = screen.getAllByRole('button').map((button) => button.textContent);
    expect(shown).toHaveLength(ways.length);
    for (const [n, way] of ways.entries()) expect(shown[n]).toContain(way);
  },
);
