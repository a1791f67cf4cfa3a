import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../data/session.ts';
import { type AnsweringServer, reply, startAnsweringServer } from '../testing/answering-server.ts';
import { askedFor, completeDom, show } from '../testing/show.tsx';
import { SignIn } from './sign-in.tsx';
import { SignUp } from './sign-up.tsx';

let server: AnsweringServer;
let user = 0;
beforeAll(async () => {
  completeDom();
  server = await startAnsweringServer();
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
beforeEach(() => {
  server.heard.length = 0;
  user = 0;
  useSession.setState({ status: 'out', user: 0, expired: false }, true);
});

/** How the server answers the form; after a success without MFA the login check knows the user. */
function answerWith(fields: Record<string, unknown>) {
  server.answer(({ url }) => {
    if (url.endsWith('checklogin')) return { body: user };
    if (fields.RESULT === 1 && fields.MFAREQ !== 1) user = 7;
    return { body: reply({ SUSER: user, ...fields }) };
  });
}

function send(button: string) {
  fireEvent.change(screen.getByLabelText(/Email Address/), { target: { value: ' ann@example.com ' } });
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'secret words' } });
  const phone = screen.queryByLabelText(/Phone Number/);
  if (phone) fireEvent.change(phone, { target: { value: '212 555 0142' } });
  fireEvent.click(screen.getByRole('button', { name: button }));
}

test('sign-in: with BYAPP 1 no text is offered, the code of the app is asked for', async () => {
  answerWith({ RESULT: 1, MFAREQ: 1, BYAPP: 1 });
  const router = show(<SignIn />, '/signin?rdx=%2Flists');
  send('Sign in');
  await screen.findByText('elsewhere');
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe('/mfaverify?rdx=%2Flists');
});

test.each([
  ['RESULT 1 with MFAREQ 1 goes to the MFA request', '/signin', 1, '/mfarequest', 'out'],
  ['RESULT 1 without MFA marks the session and goes to /welcome', '/login', 0, '/welcome', 'in'],
  ['a reply without MFAREQ is one without MFA', '/signin', undefined, '/welcome', 'in'],
  ['and to rdx when there is one', '/signin?rdx=%2Flists%3Fq%3Da', 0, '/lists?q=a', 'in'],
  ['a rdx of another site is not followed', '/signin?rdx=%2F%2Fevil.example', 0, '/welcome', 'in'],
])('sign-in: %s', async (_, at, mfaRequired, target, status) => {
  answerWith({ RESULT: 1, MFAREQ: mfaRequired });
  const router = show(<SignIn />, at);
  send('Sign in');
  await screen.findByText('elsewhere');
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(target);
  expect(useSession.getState().status).toBe(status);
  const [form] = askedFor(server, 'validateUser');
  expect(Object.fromEntries(form ?? [])).toEqual({
    inpUserID: 'ann@example.com',
    inpPassword: 'secret words',
    inpRememberMe: '1',
  });
});

test('sign-in: any other RESULT leads nowhere, opens no session and is logged; the page shows the message', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  answerWith({ RESULT: 0, MESSAGE: 'Wrong email address or password.' });
  const router = show(<SignIn />, '/signin');
  send('Sign in');
  await screen.findByText('Wrong email address or password.');
  expect(router.state.location.pathname).toBe('/signin');
  expect(useSession.getState().status).toBe('out');
  expect(logged).toHaveBeenCalledWith('authentication/validateUser', expect.anything());
});

test.each([
  [1, '/login', 'out'],
  [0, '/', 'in'],
])('sign-up with MFAREQ %i goes to %s', async (mfaRequired, target, status) => {
  answerWith({ RESULT: 1, MFAREQ: mfaRequired });
  const router = show(<SignUp />, '/signup');
  send('Sign Up');
  await waitFor(() => expect(router.state.location.pathname).toBe(target));
  expect(useSession.getState().status).toBe(status);
  const [form] = askedFor(server, 'RegisterNewUser');
  expect(Object.fromEntries(form ?? [])).toEqual({
    inpEmail: 'ann@example.com',
    inpPassword: 'secret words',
    inpPhoneNumber: '212 555 0142',
  });
});

test.each([
  ['/signin', <SignIn key="in" />, ['inpUserID', 'inpPassword', 'inpRememberMe']],
  ['/signup', <SignUp key="up" />, ['inpEmail', 'inpPhoneNumber', 'inpPassword']],
])('the fields of %s are called what they are called on the wire', (at, page, names) => {
  show(page, at);
  expect([...document.querySelectorAll('input')].map((field) => field.name)).toEqual(names);
});

test.each([
  ['removed', 'Blue Door', /no longer on the Blue Door team.*your other accounts/, '/welcome'],
  ['removed-from-last', 'Blue Door', /your sign-in is gone, too.*invite you again/, '/welcome'],
  ['password-changed', '', /Your password was changed/, '/lists'],
  ['signed-out-elsewhere', '', /signed out from another device/, '/lists'],
])(
  'sign-in: says why the session ended (%s), and leads to a screen that there is',
  async (why, account, words, target) => {
    server.answer(({ url }) => {
      if (url.includes('sessionEnd')) return { body: reply({ RESULT: 1, WHY: why, ACCOUNTNAME: account }) };
      if (url.endsWith('checklogin')) return { body: user };
      user = 7;
      return { body: reply({ RESULT: 1, SUSER: user }) };
    });
    const router = show(<SignIn />, '/signin?rdx=%2Flists');
    await screen.findByText(words);
    send('Sign in');
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname).toBe(target);
  },
);
