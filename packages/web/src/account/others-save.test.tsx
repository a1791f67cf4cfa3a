/** Two owners have My Account open: what one of them saves takes nothing from what the other has typed. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, askedFor, show, WithNews } from '../testing/show.tsx';
import { CreditAlert } from './credit-alert.tsx';
import { KeptEventsForm } from './kept-events-form.tsx';
import { LimitForm } from './limit-form.tsx';
import { OptOutTextsForm } from './opt-out-texts-form.tsx';

provideServer();

const REPLIES = [
  { REPLY: 'stop.en', TEXT: '', USUAL: 'You are out.' },
  { REPLY: 'help.en', TEXT: '', USUAL: 'Help. Reply STOP to opt out.' },
];
let below = 10;
let limit = { MOSTSENDS: 3, MOSTSENDSDAYS: 7 };
let months = 12;
let optOuts = { ACCOUNT: 'Shop', WORDS: JSON.stringify(['genug']), REPLIES: JSON.stringify(REPLIES) };

beforeEach(() =>
  answerCalls(server, {
    'account/loadCreditAlert': () => ({ LOWBALANCE: below }),
    'account/sendingLimit': () => limit,
    'account/customEventsKept': () => ({ MONTHS: months, COUNT: 0, OLDEST: '' }),
    'account/previewCustomEventsKept': () => ({ COUNT: 0, GOES: '[]' }),
    'account/loadOptOutTexts': () => optOuts,
    'account/saveOptOutTexts': () => ({}),
  }),
);

const open = (form: React.ReactNode) => show(<WithNews of={form} />, '/account');

test.each([
  [
    'Most blasts per person',
    <LimitForm key="limit" />,
    () => (limit = { MOSTSENDS: 3, MOSTSENDSDAYS: 30 }),
    '30',
  ],
  ['Alert us below', <CreditAlert key="alert" />, () => (below = 20), ''],
  ['Keep them for', <KeptEventsForm key="kept" />, () => (months = 24), ''],
])('“%s” stays as typed when somebody else saves', async (label, form, saveElsewhere, shown) => {
  open(form);
  const field = await screen.findByLabelText(new RegExp(label, 'i'));
  fireEvent.change(field, { target: { value: '5' } });
  const heard = server.heard.length;
  saveElsewhere();
  fireEvent.click(screen.getByText('News'));
  await waitFor(() => expect(server.heard.length).toBeGreaterThan(heard));
  if (shown) await screen.findByDisplayValue(shown);
  expect(screen.getByLabelText(new RegExp(label, 'i'))).toHaveProperty('value', '5');
});

test('opt-out words and replies of two owners are kept side by side', async () => {
  open(<OptOutTextsForm />);
  await screen.findByText('genug');
  const words = screen.getByLabelText('More words that opt out', {
    selector: '.mantine-TagsInput-inputField',
  });
  fireEvent.paste(words, { clipboardData: { getData: () => 'Basta,' } });
  await screen.findByText('Basta');
  fireEvent.change(screen.getByLabelText('Reply to STOP'), { target: { value: 'Bye.' } });
  optOuts = {
    ACCOUNT: 'Shop',
    WORDS: JSON.stringify(['genug', 'arret']),
    REPLIES: JSON.stringify([REPLIES[0], { ...REPLIES[1], TEXT: 'Call us, or STOP.' }]),
  };
  fireEvent.click(screen.getByText('News'));
  await screen.findByText('arret');
  await screen.findByDisplayValue('Call us, or STOP.');
  expect(screen.getByDisplayValue('Bye.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /save/i }));
  await waitFor(() => expect(askedFor(server, 'saveOptOutTexts')).toHaveLength(1));
  const sent = Object.fromEntries(askedFor(server, 'saveOptOutTexts')[0] ?? []);
  expect(JSON.parse(sent.inpWords ?? '')).toEqual(['genug', 'arret', 'Basta']);
  expect(JSON.parse(sent.inpReplies ?? '')).toEqual({ 'stop.en': 'Bye.' });
});
