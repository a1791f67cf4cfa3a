/** Two owners have the same webhook open. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, askedFor, show, WithNews } from '../testing/show.tsx';
import { WebhookEditor } from './webhook-editor.tsx';

provideServer();

const stored = {
  ID: 4,
  URL: 'https://hooks.example/a',
  DESC: 'CRM',
  KINDS: ['list.joined'],
  ENABLED: 1,
  LASTSUCCESS: '',
  FAILINGSINCE: '',
  LASTFAILURE: '',
  SWITCHEDOFF: '',
  FORMERUNTIL: '',
  WAITING: 0,
};

test('a save sends what was changed here; the address that somebody else saved meanwhile is shown and kept', async () => {
  let endpoint = stored;
  answerCalls(server, {
    'webhooks/listWebhooks': () => ({ WEBHOOKS: JSON.stringify([endpoint]) }),
    'webhooks/listDeliveries': () => ({ DELIVERIES: '[]', NEXT: 0 }),
    'webhooks/updateWebhook': () => ({}),
  });
  show(<WithNews of={<WebhookEditor />} />, '/account/webhooks/4', '/account/webhooks/:WHID');
  fireEvent.change(await screen.findByLabelText('What it’s for'), { target: { value: 'Accounts' } });
  endpoint = { ...stored, URL: 'https://hooks.example/b', ENABLED: 0 };
  fireEvent.click(screen.getByText('News'));
  await waitFor(() => expect(screen.getByDisplayValue('https://hooks.example/b')).toBeTruthy());
  expect(screen.getByDisplayValue('Accounts')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(askedFor(server, 'updateWebhook')).toHaveLength(1));
  expect(Object.fromEntries(askedFor(server, 'updateWebhook')[0] ?? [])).toEqual({
    inpWebhookId: '4',
    inpDesc: 'Accounts',
  });
  // What the header says of the endpoint stands in a paragraph.
  expect(document.querySelector('p p')).toBeNull();
});
