/** Screens above which the browser's dialogs for passkeys are open: what they show, and what is sent. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConfirmItsYou } from '../access/confirm-dialog.tsx';
import { SignIn } from '../access/sign-in.tsx';
import { useConfirming } from '../data/confirm.ts';
import { useSession } from '../data/session.ts';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, askedFor, show } from '../testing/show.tsx';
import { PasskeyList } from './passkey-list.tsx';

provideServer();

/** What the page has asked the browser for, and the end of each. */
type Asked = {
  atField: boolean;
  signal: AbortSignal;
  pick: () => void;
  refuse: (name: string) => void;
};
const asked: Asked[] = [];
const bytes = () => new Uint8Array([1, 2, 3]).buffer;
const picked = {
  id: 'AQID',
  type: 'public-key',
  rawId: bytes(),
  response: { authenticatorData: bytes(), clientDataJSON: bytes(), signature: bytes(), userHandle: bytes() },
  getClientExtensionResults: () => ({}),
};

function get({ mediation, signal }: { mediation?: string; signal: AbortSignal }) {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    const refuse = (name: string) => reject(Object.assign(new Error(name), { name }));
    asked.push({ atField: mediation === 'conditional', signal, pick: () => resolve(picked), refuse });
  });
}

/** What the server has answered before has come by then. */
const roundTrip = () => fetch('/session/api/authentication/checklogin').then((answer) => answer.text());

let answers: Parameters<typeof answerCalls>[1];
beforeEach(() => {
  asked.length = 0;
  server.heard.length = 0;
  useSession.setState({ status: 'out', user: 0, expired: false }, true);
  const there = Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true });
  vi.stubGlobal('PublicKeyCredential', there);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    location.origin.replace('127.0.0.1', 'localhost'),
  );
  answers = {
    'authentication/beginPasskey': () => ({ OPTIONS: { challenge: 'AAAA' }, OFFER: 'offer' }),
    'authentication/validatePasskey': () => ({}),
    'authentication/checklogin': () => ({ SUSER: 7 }),
  };
  answerCalls(server, answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
const openOnes = () => asked.filter(({ signal }) => !signal.aborted);
const signIns = () => askedFor(server, 'validatePasskey').length;

test('whoever picked none at the field hears of no trouble, neither the server’s nor the browser’s', async () => {
  show(<SignIn />, '/signin');
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.refuse('SecurityError');
  cleanup();
  answers['authentication/beginPasskey'] = () => ({ RESULT: 0, MESSAGE: 'Out of order.' });
  show(<SignIn />, '/signin');
  await waitFor(() => expect(askedFor(server, 'beginPasskey')).toHaveLength(2));
  await roundTrip();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('one that is picked at the field and refused is told of, and they are offered anew', async () => {
  answers['authentication/validatePasskey'] = () => ({ RESULT: 0, MESSAGE: 'No longer here.' });
  show(<SignIn />, '/signin');
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.pick();
  await screen.findByText('No longer here.');
  await waitFor(() => expect(openOnes().map(({ atField }) => atField)).toContain(true));
  await waitFor(() => expect(asked).toHaveLength(2));
});

test('the button pressed while the offer at the field is on its way: the button’s dialog stays', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let begun = 0;
  answers['authentication/beginPasskey'] = async () => {
    begun += 1;
    if (begun === 1) await held;
    return { OPTIONS: { challenge: 'AAAA' }, OFFER: 'offer' };
  };
  const router = show(<SignIn />, '/signin');
  await waitFor(() => expect(begun).toBe(1));
  press();
  await waitFor(() => expect(asked).toHaveLength(1));
  letGo();
  await roundTrip();
  expect(asked.map(({ atField, signal }) => [atField, signal.aborted])).toEqual([[false, false]]);
  asked[0]?.pick();
  await screen.findByText('elsewhere');
  expect([router.state.location.pathname, signIns()]).toEqual(['/welcome', 1]);
});

test('who goes to another page while the browser asks is asked no more, and signed in by nothing', async () => {
  const router = show(<SignIn />, '/signin');
  await waitFor(() => expect(asked).toHaveLength(1));
  press();
  await waitFor(() => expect(asked).toHaveLength(2));
  await router.navigate('/signup');
  await screen.findByText('elsewhere');
  await waitFor(() => expect(openOnes()).toEqual([]));
  for (const each of asked) each.pick();
  expect([router.state.location.pathname, signIns()]).toEqual(['/signup', 0]);
});

test('while a password is on its way, no passkey is offered beside it', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<Record<string, unknown>>();
  answers['authentication/validateUser'] = () => held;
  show(<SignIn />, '/signin');
  await waitFor(() => expect(asked).toHaveLength(1));
  fireEvent.change(screen.getByLabelText(/Email Address/), { target: { value: 'ann@example.com' } });
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'secret words' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(openOnes()).toEqual([]));
  expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).toHaveProperty('disabled', true);
  letGo({ MFAREQ: 0 });
  await screen.findByText('elsewhere');
});

test('what took longer than the confirmation lasts is confirmed again, and the new passkey is kept', async () => {
  const create = async () => ({ ...picked, response: { ...picked.response, attestationObject: bytes() } });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get, create } });
  let isConfirmed = false;
  const creation = { challenge: 'AAAA', user: { id: 'AAAA' }, rp: {}, pubKeyCredParams: [] };
  answers['account/listPasskeys'] = () => ({ PASSKEYS: '[]' });
  answers['account/beginPasskey'] = () => ({ OPTIONS: creation, OFFER: 'offer' });
  answers['account/addPasskey'] = () =>
    isConfirmed ? { NEWPASSKEYID: 3 } : { RESULT: 0, DETAIL: 'unconfirmed', MESSAGE: 'Confirm.' };
  show(<PasskeyList />, '/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await waitFor(() => expect(useConfirming.getState().end).not.toBeNull());
  isConfirmed = true;
  useConfirming.getState().end?.(true);
  await waitFor(() => expect(askedFor(server, 'listPasskeys')).toHaveLength(2));
  expect(askedFor(server, 'addPasskey')).toHaveLength(2);
});

test('a confirmation that is closed while the browser asks for the passkey is over', async () => {
  const passkey = { PASSKEYID: 1, PASSKEYNAME: 'Phone', ADDED: '2026-03-10T12:00:00Z', LASTUSED: '' };
  const here = { ...passkey, WORKSAT: 'localhost', ISSYNCED: 1 };
  answers['account/listPasskeys'] = () => ({ PASSKEYS: JSON.stringify([here]) });
  answers['authentication/beginPasskeyConfirm'] = () => ({ OPTIONS: { challenge: 'AAAA' }, OFFER: 'offer' });
  const end = vi.fn(() => useConfirming.setState({ end: null }));
  useConfirming.setState({ end });
  show(<ConfirmItsYou />, '/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(openOnes()).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(openOnes()).toEqual([]));
  expect(askedFor(server, 'confirmByPasskey')).toEqual([]);
  expect(end.mock.calls).toEqual([[false]]);
});
