import { cleanup, configure, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSession } from '../data/session.ts';
import { accountReply } from '../testing/account-reply.ts';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, completeDom, show } from '../testing/show.tsx';
import { CredentialsManager } from './credentials-manager.tsx';

configure({ asyncUtilTimeout: 60_000 });
completeDom();
let server: AnsweringServer;
beforeEach(async () => {
  server = await startAnsweringServer();
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

test('buttons that copy and show say whose, where there are several credentials', async () => {
  const pairs = ['Shop', 'Till'].map((NAME, n) => ({
    ID: n + 1,
    NAME,
    AccessKey_vch: `key ${n}`,
    SecretKey_vch: `secret ${n}`,
  }));
  answerCalls(server, {
    'credentials/Credentialslist': () => ({ CREDENTIALS: JSON.stringify(pairs) }),
    'credentials/listApiKeys': () => ({ APIKEYS: '[]' }),
    'account/loadAccount': () => accountReply('owner'),
  });
  useSession.setState({ status: 'in', user: 7 }, true);
  show(<CredentialsManager />, '/account/credentials', '/account/credentials');
  await screen.findByRole('button', { name: 'Copy Client Secret of Till' });
  const names = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
  expect(names).toContain('Show Client Secret of Shop');
});
