/** Somebody stops being an owner while they type: it stays, and why it can’t be saved is said. */
import { TextInput } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ChannelManager } from '../channels/channel-manager.tsx';
import { CredentialCard } from '../credentials/credential-card.tsx';
import { useSession } from '../data/session.ts';
import { useAccount } from '../data/use-account.ts';
import { accountReply } from '../testing/account-reply.ts';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show, WithNews } from '../testing/show.tsx';
import { WebhookEditor } from '../webhooks/webhook-editor.tsx';
import { OwnerOnly } from './owner-only.tsx';

provideServer();

let role = 'owner';
const channel = {
  ID: 2,
  NAME: 'Till',
  NEWINDEX: 0,
  SRID: 1,
  CHANNEL: '+12125550100',
  CONNECTION: 'simulator',
};

beforeEach(() => {
  role = 'owner';
  useSession.setState({ status: 'in', user: 7 }, true);
  const refused = () => ({ RESULT: 0, MESSAGE: 'Only an account owner can do this.' });
  answerCalls(server, {
    'account/loadAccount': () => accountReply(role),
    'webhooks/listWebhooks': refused,
    'credentials/renameCredentials': refused,
    'channels/renameChannel': refused,
    'channels/listChannels': () => ({ CHANNELS: JSON.stringify([channel]) }),
  });
});

function Role() {
  return <output>{useAccount().data?.role}</output>;
}

async function open(screenOfOwners: ReactNode) {
  show(
    <WithNews
      of={
        <>
          <Role />
          {screenOfOwners}
        </>
      }
    />,
    '/account',
  );
  await screen.findByText('owner');
}

/** A colleague makes them a member, and the screen hears of it. */
async function takeRole() {
  role = 'member';
  fireEvent.click(screen.getByText('News'));
  await screen.findByText('member');
}

function Typed() {
  const [text, setText] = useState('');
  return <TextInput label="Number" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

test('settings of owners keep what is typed in them, read-only', async () => {
  await open(
    <OwnerOnly what="these settings">
      <Typed />
    </OwnerOnly>,
  );
  fireEvent.change(await screen.findByLabelText('Number'), { target: { value: '+12125550199' } });
  await takeRole();
  await screen.findByText('You can see these settings, but only an account owner can change them.');
  expect(screen.getByLabelText('Number')).toHaveProperty('value', '+12125550199');
  expect(screen.getByLabelText('Number').closest('fieldset')).toHaveProperty('disabled', true);
});

test('a new webhook keeps what is typed, read-only', async () => {
  await open(<WebhookEditor />);
  fireEvent.change(await screen.findByLabelText('What it’s for'), { target: { value: 'Shop' } });
  await takeRole();
  await screen.findByText(/You’re no longer an owner of this account/);
  expect(screen.getByLabelText('What it’s for')).toHaveProperty('value', 'Shop');
  expect(screen.getByLabelText('What it’s for').closest('fieldset')).toHaveProperty('disabled', true);
});

test.each([
  ['credentials', <CredentialCard key="1" pair={{ id: 1, name: 'Till', accessKey: 'key', secretKey: '' }} />],
  ['a channel', <ChannelManager key="2" />],
])('a new name of %s that is being typed stays in its dialog', async (_of, row) => {
  await open(row);
  fireEvent.click(await screen.findByRole('button', { name: 'Options for Till' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Till at the station' } });
  await takeRole();
  fireEvent.click(await screen.findByRole('button', { name: 'Rename Now' }));
  await screen.findByText('Only an account owner can do this.');
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Till at the station');
});
