import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, askedFor, completeDom, show, WithNews } from '../testing/show.tsx';
import { SendingRules } from './sending-rules.tsx';

configure({ asyncUtilTimeout: 60_000 });
completeDom();
let server: AnsweringServer;
let connection = 'smpp';
let disclosure = '';

beforeEach(async () => {
  server = await startAnsweringServer();
  answerCalls(server, {
    'channels/sendingRules': () => ({
      QUIETUSUAL: 1,
      QUIET: 1,
      QUIETFROM: 8,
      QUIETTO: 21,
      QUIETSTATES: 1,
      DISCLOSURE: disclosure,
      STARTHINT: 0,
      CONNECTION: connection,
    }),
    'channels/saveSendingRules': () => ({}),
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

const open = () => show(<SendingRules channel={7} />, '/channels/settings/7');
const saved = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Save rules' }));
  await waitFor(() => expect(askedFor(server, 'saveSendingRules')).toHaveLength(1));
  return Object.fromEntries(askedFor(server, 'saveSendingRules')[0] ?? []);
};

test('the usual hours hold until others are chosen, with the narrower ones of states', async () => {
  connection = 'smpp';
  open();
  const usual = (await screen.findByLabelText('8:00 AM to 9:00 PM, the usual hours')) as HTMLInputElement;
  expect(usual.checked).toBe(true);
  expect((screen.getByRole('button', { name: 'Save rules' }) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(screen.getByLabelText('During custom hours'));
  const [from] = (await screen.findAllByLabelText('From')) as HTMLInputElement[];
  expect(from?.value).toBe('8:00 AM');
  fireEvent.change(screen.getByLabelText('Disclosure'), { target: { value: 'Reply STOP to opt out.' } });
  expect(await saved()).toMatchObject({
    ChannelId: '7',
    inpQuietUsual: '0',
    inpQuiet: '1',
    inpQuietFrom: '8',
    inpQuietTo: '21',
    inpDisclosure: 'Reply STOP to opt out.',
  });
});

test('no quiet hours at all is a choice of its own, which a simulator needs not', async () => {
  connection = 'smpp';
  open();
  fireEvent.click(await screen.findByLabelText('Any time (no quiet hours)'));
  expect(await saved()).toMatchObject({ inpQuietUsual: '0', inpQuiet: '0' });
  cleanup();
  connection = 'simulator';
  open();
  expect(await screen.findByLabelText('Any time, as on every simulator channel')).toBeTruthy();
  expect(screen.queryByLabelText('Any time (no quiet hours)')).toBeNull();
});

test('a save sends what was changed here; what somebody else saved meanwhile is shown and kept', async () => {
  connection = 'smpp';
  show(<WithNews of={<SendingRules channel={7} />} />, '/channels/settings/7');
  fireEvent.click(await screen.findByLabelText('Any time (no quiet hours)'));
  disclosure = 'Reply STOP to opt out.';
  fireEvent.click(screen.getByText('News'));
  await waitFor(() =>
    expect((screen.getByLabelText('Disclosure') as HTMLInputElement).value).toBe(disclosure),
  );
  expect((screen.getByLabelText('Any time (no quiet hours)') as HTMLInputElement).checked).toBe(true);
  const sent = await saved();
  expect(Object.entries(sent).filter(([, value]) => value !== '')).toEqual([
    ['ChannelId', '7'],
    ['inpQuietUsual', '0'],
    ['inpQuiet', '0'],
  ]);
});

test('what is typed while a save is under way is kept, and saved by the next one', async () => {
  connection = 'smpp';
  disclosure = '';
  show(<SendingRules channel={7} />, '/channels/settings/7');
  const field = (await screen.findByLabelText('Disclosure')) as HTMLInputElement;
  fireEvent.change(field, { target: { value: 'First' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save rules' }));
  fireEvent.change(field, { target: { value: 'Second' } });
  disclosure = 'First';
  await waitFor(() => expect(askedFor(server, 'sendingRules').length).toBeGreaterThan(1));
  await waitFor(() =>
    expect((screen.getByRole('button', { name: 'Save rules' }) as HTMLButtonElement).disabled).toBe(false),
  );
  expect(field.value).toBe('Second');
  fireEvent.click(screen.getByRole('button', { name: 'Save rules' }));
  await waitFor(() => expect(askedFor(server, 'saveSendingRules')).toHaveLength(2));
  expect(askedFor(server, 'saveSendingRules')[1]?.get('inpDisclosure')).toBe('Second');
});
