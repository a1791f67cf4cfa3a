import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AnsweringServer,
  type Heard,
  reply,
  startAnsweringServer,
} from '../testing/answering-server.ts';
import { completeDom } from '../testing/show.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { toneOf } from './connection-status.tsx';

completeDom();

let server: AnsweringServer;
beforeEach(async () => {
  server = await startAnsweringServer();
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

const stored = {
  NAME: 'Shop line',
  CHANNEL: '+12125550100',
  KIND: 'smpp',
  VALUES: JSON.stringify({ host: 'smsc.example.com', port: '2775', systemId: 'parley' }),
  SECRETS: '["password"]',
  MMS: 0,
  BACKUPKIND: '',
  BACKUPVALUES: '{}',
  BACKUPSECRETS: '[]',
  WEBHOOKS: '[]',
  PUBLIC: 1,
};
const state = {
  PLACE: 1,
  KIND: 'smpp',
  LINK: 'lost',
  CIRCUIT: 'open',
  PERSECOND: 0,
  INFLIGHT: 0,
  WINDOW: 10,
  CODE: '0x0E',
  REASON: 'The carrier refused the bind.',
  TROUBLE_AT: '2026-11-21T13:00:00.000Z',
};

function answer(save: () => Record<string, unknown> = () => reply()) {
  server.answer(({ url }: Heard) => {
    if (url.endsWith('getConnection')) return { body: reply(stored) };
    if (url.endsWith('connectionStatus')) return { body: reply({ CONNECTIONS: JSON.stringify([state]) }) };
    if (url.endsWith('saveConnection')) return { body: save() };
    return { status: 500, body: 'not asked for' };
  });
}

function open() {
  const router = createMemoryRouter([{ path: '/channels/settings/:SRID', Component: ConnectionSettings }], {
    initialEntries: ['/channels/settings/7'],
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider>
      <Notifications />
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const asked = (call: string) => server.heard.filter(({ url }) => url.endsWith(call));

test('shows the stored settings without the secret, and trouble in plain words with the code', async () => {
  answer();
  open();
  expect(await screen.findByDisplayValue('smsc.example.com')).toBeTruthy();
  const password = screen.getByPlaceholderText('Saved. Type to replace it.') as HTMLInputElement;
  expect(password.value).toBe('');
  const status = await screen.findByLabelText('Status');
  expect(await within(status).findByText('Not connected')).toBeTruthy();
  expect(within(status).getByText(/The password is wrong\./)).toBeTruthy();
  expect(within(status).getByText('0x0E')).toBeTruthy();
});

test('asks for what is missing before it saves, and keeps what was typed', async () => {
  answer();
  open();
  const host = (await screen.findByDisplayValue('smsc.example.com')) as HTMLInputElement;
  fireEvent.change(host, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save connection' }));
  expect(await screen.findByText('This is required.')).toBeTruthy();
  expect(asked('saveConnection')).toHaveLength(0);
  fireEvent.change(host, { target: { value: 'other.example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save connection' }));
  await waitFor(() => expect(asked('saveConnection')).toHaveLength(1));
  const { body } = asked('saveConnection')[0] as Heard;
  expect(body).toContain('other.example.com');
  expect(body).not.toContain('password');
});

test('shows a refusal at the setting that it is about', async () => {
  answer(() =>
    reply({
      RESULT: 0,
      MESSAGE: 'This server does not connect to private addresses.',
      DETAIL: 'inpValues.host',
    }),
  );
  open();
  const host = (await screen.findByDisplayValue('smsc.example.com')) as HTMLInputElement;
  fireEvent.change(host, { target: { value: '10.0.0.1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save connection' }));
  expect(await screen.findByText(/does not connect to private addresses/)).toBeTruthy();
  expect(host.getAttribute('aria-invalid')).toBe('true');
});

test('a backup has its own part, and what shows a secret names it', async () => {
  const backup = { BACKUPKIND: 'smpp', BACKUPVALUES: stored.VALUES, BACKUPSECRETS: '["password"]' };
  server.answer(({ url }: Heard) =>
    url.endsWith('getConnection')
      ? { body: reply({ ...stored, ...backup }) }
      : { body: reply({ CONNECTIONS: JSON.stringify([state]) }) },
  );
  open();
  const part = await screen.findByRole('region', { name: 'When it fails' });
  const shows = { name: 'Show what is typed as Password', hidden: true };
  expect(screen.getAllByRole('button', shows)).toHaveLength(2);
  expect(within(part).getAllByRole('button', shows)).toHaveLength(1);
});

test('asks about certificates only with TLS', async () => {
  answer();
  open();
  await screen.findByDisplayValue('smsc.example.com');
  const authority = 'Certificate of the carrier’s authority';
  expect(screen.queryByLabelText(authority)).toBeNull();
  expect(screen.queryByText('Verify the carrier’s certificate')).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: /^Encrypt the session/ }));
  expect(screen.getByText('Verify the carrier’s certificate')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(authority), { target: { value: '-----BEGIN CERTIFICATE-----' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save connection' }));
  await waitFor(() => expect(asked('saveConnection')).toHaveLength(1));
  expect(asked('saveConnection')[0]?.body).toContain('BEGIN CERTIFICATE');
});

test('a number of the simulator is no sender at a carrier', async () => {
  answer();
  open();
  await screen.findByDisplayValue('smsc.example.com');
  const number = screen.getByLabelText('Number') as HTMLInputElement;
  fireEvent.change(number, { target: { value: '+1 555 200 0001' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save connection' }));
  expect(await screen.findByText(/only exists in the simulator/)).toBeTruthy();
  expect(asked('saveConnection')).toHaveLength(0);
  fireEvent.change(number, { target: { value: '+1 212 555 0100' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save connection' }));
  await waitFor(() => expect(asked('saveConnection')).toHaveLength(1));
});

test('addresses that the server left out are shown once the owner has confirmed', async () => {
  const address = 'https://sms.example.com/carriers/gateway/secret/inbound';
  const webhooks = [{ PLACE: 1, PURPOSE: 'inbound', URL: address, FORMERUNTIL: '' }];
  server.answer(({ url }: Heard) => {
    if (url.endsWith('confirmation')) return { body: reply({ ISCONFIRMED: 1 }) };
    const isAsked = asked('confirmation').length > 0;
    const WEBHOOKS = JSON.stringify(isAsked ? webhooks : []);
    const VALUES = JSON.stringify({ url: 'https://gateway.example.com' });
    if (url.endsWith('getConnection'))
      return { body: reply({ ...stored, KIND: 'gateway', VALUES, SECRETS: '[]', WEBHOOKS }) };
    if (url.endsWith('connectionStatus')) return { body: reply({ CONNECTIONS: '[]' }) };
    return { status: 500, body: 'not asked for' };
  });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Show addresses' }));
  expect(await screen.findByText(address)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show addresses' })).toBeNull();
});

test('looking at another kind loses nothing', async () => {
  answer();
  open();
  await screen.findByDisplayValue('smsc.example.com');
  fireEvent.click(screen.getByRole('radio', { name: 'HTTP gateway' }));
  expect(screen.queryByDisplayValue('smsc.example.com')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'SMPP 3.4' }));
  expect(screen.getByDisplayValue('smsc.example.com')).toBeTruthy();
});

test('a connection that is not there says so, one that cannot be loaded offers another try', async () => {
  server.answer(() => ({ status: 404, body: reply({ RESULT: 0, MESSAGE: 'That was not found.' }) }));
  open();
  expect(await screen.findByText('This channel doesn’t exist')).toBeTruthy();
});

test('one word for each state', () => {
  const of = (link: string, circuit: string) =>
    toneOf({
      place: 1,
      kind: 'smpp',
      link,
      circuit,
      perSecond: 0,
      inFlight: 0,
      window: 1,
      code: '',
      reason: '',
      troubleAt: '',
    });
  expect(toneOf(undefined).words).toBe('Ready');
  expect(of('bound', 'closed')).toEqual({ tone: 'good', words: 'Bound' });
  expect(of('bound', 'open')).toEqual({ tone: 'bad', words: 'Stopped: connection problem' });
  expect(of('lost', 'closed').tone).toBe('bad');
  expect(of('elsewhere', 'closed').words).toBe('Handled by another process');
  expect(of('ready', 'trying').words).toBe('Retrying');
});
