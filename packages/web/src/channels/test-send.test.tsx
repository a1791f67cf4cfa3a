import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, askedFor, completeDom, show } from '../testing/show.tsx';
import { TestSend } from './test-send.tsx';

configure({ asyncUtilTimeout: 60_000 });
completeDom();
let server: AnsweringServer;
let results: Record<string, string>[] = [];
let sent: Record<string, unknown> = { MESSAGEID: 5 };

beforeEach(async () => {
  server = await startAnsweringServer();
  sent = { MESSAGEID: 5 };
  answerCalls(server, {
    'channels/testSend': () => sent,
    'channels/testResult': () => ({
      CODE: '',
      REASON: '',
      CARRIERID: '',
      ...(results.length > 1 ? results.shift() : results[0]),
    }),
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

async function send(text: string, simulated = false) {
  show(<TestSend channel={7} simulated={simulated} />, '/channels/settings/7');
  fireEvent.change(await screen.findByLabelText('To'), { target: { value: '(212) 555-0142' } });
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: /^Send test/ }));
}

test('tells the price, sends once, and follows what becomes of it until that is certain', async () => {
  results = [
    { STATUS: 'queued' },
    { STATUS: 'sent', CARRIERID: 'SM1' },
    { STATUS: 'delivered', CARRIERID: 'SM1' },
  ];
  await send('🎉'.repeat(40));
  expect(screen.getByRole('button', { name: 'Send test · 2 credits' })).toBeTruthy();
  expect(await screen.findByText('Waiting to go out')).toBeTruthy();
  expect(await screen.findByText('Accepted by the carrier')).toBeTruthy();
  expect(await screen.findByText('Delivered')).toBeTruthy();
  expect(screen.getByText('Carrier ID: SM1')).toBeTruthy();
  const [form, ...more] = askedFor(server, 'testSend');
  expect([form?.get('ChannelId'), form?.get('inpContactString'), more.length]).toEqual([
    '7',
    '(212) 555-0142',
    0,
  ]);
  const asked = askedFor(server, 'testResult').length;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(askedFor(server, 'testResult')).toHaveLength(asked);
});

test.each([
  [
    { STATUS: 'failed', CODE: '21606', REASON: 'From phone number is not owned by this account' },
    [
      'Refused',
      '21606',
      'The sender does not belong to the carrier account.',
      'From phone number is not owned',
    ],
  ],
  [
    { STATUS: 'held', CODE: '20003', REASON: 'Authenticate' },
    ['Waiting to retry', '20003', 'The carrier does not know these credentials.'],
  ],
  [{ STATUS: 'skipped', REASON: 'opted-out' }, ['Not sent', 'This number has opted out.']],
  [{ STATUS: 'skipped', REASON: 'balance' }, ['Not sent', 'Not enough credits.']],
  [
    { STATUS: 'unknown', REASON: 'The connection broke.' },
    ['It may or may not have gone out; it won’t be resent'],
  ],
])('says in words what %o means', async (result, words) => {
  results = [result];
  await send('Hello');
  for (const each of words) expect(await screen.findByText(new RegExp(each))).toBeTruthy();
});

test('a refusal stands at the field that it is about', async () => {
  sent = { RESULT: 0, MESSAGE: 'Please enter a text.', DETAIL: 'inpText' };
  await send('Hello', true);
  await waitFor(() => expect(screen.getByLabelText('Text').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Please enter a text.')).toBeTruthy();
  expect(screen.getByText('Goes to a test phone.')).toBeTruthy();
});
