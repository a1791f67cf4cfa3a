import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runShortcut } from '../kit/shortcuts.ts';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, askedFor, completeDom, show } from '../testing/show.tsx';
import { OptOutList } from './opt-out-list.tsx';
import { ReviewList } from './review-list.tsx';

configure({ asyncUtilTimeout: 10_000 });
completeDom();
let server: AnsweringServer;
let waiting: { ID: number; TEXT: string; MATCHED: string }[] = [];
let optOuts: Record<string, unknown>[] = [];

beforeEach(async () => {
  server = await startAnsweringServer();
  window.addEventListener('keydown', runShortcut);
  const shared = {
    CONTACTSTRING: '+12125550100',
    ContactAddressId: 7,
    CHANNEL: 'Shop',
    AT: '2026-03-02T15:00:00.000Z',
    ASKEDWORDS: '',
    ASKEDBATCHID: 0,
    ASKEDNAME: '',
    ASKED_DT: '',
  };
  answerCalls(server, {
    'optouts/listDoubtful': () => ({
      COUNT: waiting.length,
      TEXTS: JSON.stringify(waiting.map((text) => ({ ...shared, ...text }))),
    }),
    'optouts/decideDoubtful': (form) => {
      waiting = waiting.filter(({ ID }) => ID !== Number(form.get('inpTextId')));
      return {};
    },
    'optouts/listMuted': () => ({ COUNT: 0, MUTED: '[]' }),
    'optouts/listOptOuts': () => ({
      COUNT: optOuts.length,
      OPTOUTS: JSON.stringify(optOuts.map((row) => ({ ...shared, ...row }))),
    }),
    'optouts/recordOptOut': () => ({}),
    'account/loadAccount': () => ({ RESULT: 0, MESSAGE: 'Not asked here.' }),
  });
});
afterEach(async () => {
  cleanup();
  window.removeEventListener('keydown', runShortcut);
  await server.stop();
});

const decisions = () =>
  askedFor(server, 'decideDoubtful').map((form) => [form.get('inpTextId'), form.get('inpDecision')]);

test('doubtful texts are decided by keyboard: J and K move, O opts out, X does not', async () => {
  waiting = [
    { ID: 3, TEXT: 'is this spam?', MATCHED: 'spam' },
    { ID: 2, TEXT: 'how do I cancel', MATCHED: 'how do i cancel' },
    { ID: 1, TEXT: 'wrong number', MATCHED: 'wrong number' },
  ];
  show(<ReviewList />, '/optouts/review');
  expect((await screen.findByText('spam')).tagName).toBe('MARK');
  const current = () => document.querySelector('[aria-current="true"]')?.textContent;
  expect(current()).toContain('is this spam?');
  fireEvent.keyDown(document.body, { key: 'j' });
  await waitFor(() => expect(current()).toContain('how do I cancel'));
  fireEvent.keyDown(document.body, { key: 'o' });
  await waitFor(() => expect(decisions()).toEqual([['2', 'opt-out']]));
  await waitFor(() => expect(current()).toContain('wrong number'));
  fireEvent.keyDown(document.body, { key: 'k' });
  fireEvent.keyDown(document.body, { key: 'x' });
  await waitFor(() => expect(decisions()[1]).toEqual(['3', 'not-opt-out']));
  fireEvent.click(await screen.findByRole('button', { name: 'Opt out' }));
  expect(await screen.findByText('Nothing to review')).toBeTruthy();
  await waitFor(() => expect(decisions()[2]).toEqual(['1', 'opt-out']));
});

test('a decision outlives the page: whoever leaves with the last one has made it', async () => {
  waiting = [{ ID: 3, TEXT: 'is this spam?', MATCHED: 'spam' }];
  const asked = vi.spyOn(globalThis, 'fetch');
  show(<ReviewList />, '/optouts/review');
  fireEvent.click(await screen.findByRole('button', { name: 'Opt out' }));
  await waitFor(() => expect(decisions()).toEqual([['3', 'opt-out']]));
  const sent = asked.mock.calls.filter(([url]) => String(url).includes('decideDoubtful'));
  expect(sent.map(([, init]) => init?.keepalive)).toEqual([true]);
  asked.mockRestore();
});

test('the list says how, by which words and who recorded it; an opt-out is recorded with its note', async () => {
  optOuts = [
    { SOURCE: 'keyword', WORDS: 'please stop', NOTE: '', SCOPE: 'account', USER: '' },
    {
      CONTACTSTRING: '+12125550101',
      SOURCE: 'phone',
      WORDS: '',
      NOTE: 'Called',
      SCOPE: 'account',
      USER: 'ann@shop.example',
      CHANNEL: '',
    },
  ];
  show(<OptOutList />, '/optouts');
  expect(await screen.findByText('“please stop”')).toBeTruthy();
  expect(screen.getByText('By text message · Shop')).toBeTruthy();
  expect(screen.getByText('By phone · recorded by ann@shop.example')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Record an opt-out' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/Phone Number/), { target: { value: '212 555 0102' } });
  fireEvent.change(within(dialog).getByLabelText('Note'), { target: { value: 'Letter of May 3' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Opt out' }));
  await waitFor(() => expect(askedFor(server, 'recordOptOut')).toHaveLength(1));
  expect(Object.fromEntries(askedFor(server, 'recordOptOut')[0] ?? [])).toEqual({
    inpContactString: '212 555 0102',
    inpSource: 'phone',
    inpNote: 'Letter of May 3',
  });
});
