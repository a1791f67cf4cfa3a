import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useSession } from '../data/session.ts';
import { accountReply } from '../testing/account-reply.ts';
import { reply } from '../testing/answering-server.ts';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { ApiPage } from './api-page.tsx';
import { ApiBuilder } from './index.ts';

provideServer();

let stored: object[];
beforeEach(() => {
  useSession.setState({ status: 'in' });
  stored = [
    { ID: 1, NAME: '', AccessKey_vch: 'key+1', SecretKey_vch: 'secret&1' },
    { ID: 2, NAME: '', AccessKey_vch: 'key2', SecretKey_vch: 'secret2' },
  ];
  answerCalls(server, {
    'credentials/Credentialslist': () => ({ CREDENTIALS: JSON.stringify(stored) }),
    'campaign/LoadBatchDesc': () => ({ DESC: 'Spring sale', ACTIVE: '1' }),
    'campaign/getBatchDetails': (form) => ({
      BATCHID: Number(form.get('inpBatchId')),
      DESC: 'Spring sale',
      GROUPID: 0,
      XMLCONTROLSTRING: '',
      SHORTCODEID: 1,
      SHORTCODE: '+12125550100',
      MLPID: 0,
      TEMPLATEID: 1,
      SCHEDULEOPTION: 0,
      TEMPLATETYPE: 1,
      ACTIVE: '1',
    }),
  });
});

const build = async (phone?: string) => {
  const field = (await screen.findByLabelText('Target SMS Phone Number')) as HTMLInputElement;
  if (phone !== undefined) fireEvent.change(field, { target: { value: phone } });
  fireEvent.click(screen.getByRole('button', { name: 'Build your own API Trigger URL' }));
};
const result = async () =>
  new URL(
    ((await screen.findByLabelText('The URL you need to call the REST API')) as HTMLTextAreaElement).value,
  );

test("is a page of its own, below 'Campaign Editor', with a sample number to begin with", async () => {
  show(<ApiPage />, '/campaign/api/12', '/campaign/api/:CID?');
  expect(screen.getByRole('heading', { level: 1, name: 'API Builder' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Campaign Editor' }).getAttribute('href')).toBe(
    '/campaign/editor/12',
  );
  await build();
  const url = await result();
  expect(url.pathname).toMatch(/\/triggerSMS$/);
  expect(url.searchParams.get('inpContactString')).toBe('2125550100');
  expect(url.searchParams.get('inpBatchId')).toBe('12');
});

test('says that the campaigns to choose from could not be loaded, and tries again', async () => {
  answerCalls(server, { 'campaign/campaignlist': () => ({ RESULT: 0, MESSAGE: 'Something went wrong.' }) });
  show(<ApiPage />, '/campaign/api', '/campaign/api/:CID?');
  await screen.findByText('Couldn’t load your campaigns');
  answerCalls(server, { 'campaign/campaignlist': () => ({ CAMPAIGNS: '[]' }) });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByPlaceholderText('No campaigns yet');
});

test('works without a route when a batch id is given, with the first stored credential, url-encoded', async () => {
  show(<ApiBuilder campaign={7} />, '/somewhere');
  await build('(212) 555-0177');
  const url = await result();
  expect([...url.searchParams]).toEqual([
    ['inpContactString', '(212) 555-0177'],
    ['inpBatchId', '7'],
    ['inpUserName', 'key+1'],
    ['inpPassword', 'secret&1'],
  ]);
  expect(url.search).toContain('inpUserName=key%2B1&inpPassword=secret%261');
});

test('each Copy button says what it copies, and the label of a field names nothing else', async () => {
  show(<ApiBuilder campaign={7} />, '/somewhere');
  await build();
  await result();
  screen.getByRole('button', { name: 'Copy the URL' });
  screen.getByRole('button', { name: 'Copy the example' });
  screen.getByLabelText('The URL you need to call the REST API', { exact: false });
});

test('zeros stand where there are no credentials', async () => {
  stored = [];
  show(<ApiBuilder campaign={7} />, '/somewhere');
  await build();
  const url = await result();
  expect(url.searchParams.get('inpUserName')).toMatch(/^0+$/);
  expect(url.searchParams.get('inpPassword')).toMatch(/^0+$/);
});

const signedInAs = (role: string) => ({ 'account/loadAccount': () => accountReply(role) });

test('an owner who has not confirmed for a while gets the secret when they have', async () => {
  const pair = { ID: 1, NAME: '', AccessKey_vch: 'key1', SecretKey_vch: '' };
  stored = [pair];
  answerCalls(server, {
    ...signedInAs('owner'),
    'authentication/confirmation': () => {
      stored = [{ ...pair, SecretKey_vch: 'secret1' }];
      return { ISCONFIRMED: 1 };
    },
    'credentials/Credentialslist': () => ({ CREDENTIALS: JSON.stringify(stored) }),
  });
  show(<ApiBuilder campaign={7} />, '/somewhere');
  await build();
  expect((await result()).searchParams.get('inpPassword')).toMatch(/^0+$/);
  fireEvent.click(await screen.findByRole('button', { name: 'Show the Client Secret' }));
  await waitFor(async () => expect((await result()).searchParams.get('inpPassword')).toBe('secret1'));
  expect(screen.queryByRole('button', { name: 'Show the Client Secret' })).toBeNull();
});

test('to a member, who sees no secret, zeros stand in its place and who has it is said', async () => {
  stored = [{ ID: 1, NAME: '', AccessKey_vch: 'key1', SecretKey_vch: '' }];
  answerCalls(server, {
    ...signedInAs('member'),
    'credentials/Credentialslist': () => ({ CREDENTIALS: JSON.stringify(stored) }),
  });
  show(<ApiBuilder campaign={7} />, '/somewhere');
  await build();
  const url = await result();
  expect(url.searchParams.get('inpUserName')).toBe('key1');
  expect(url.searchParams.get('inpPassword')).toMatch(/^0+$/);
  await screen.findByText(/Only account owners can see/);
});

test('what is no phone number is said, and no URL is built', async () => {
  show(<ApiBuilder campaign={7} />, '/somewhere');
  await build('12');
  await screen.findByText(/Enter a phone number/);
  expect(screen.queryByLabelText('The URL you need to call the REST API')).toBeNull();
});

test('of a campaign that does not exist there is nothing to build, but a way to the others', async () => {
  server.answer(() => ({ status: 404, body: reply({ RESULT: 0, MESSAGE: 'That was not found.' }) }));
  show(<ApiPage />, '/campaign/api/999', '/campaign/api/:CID?');
  await screen.findByText('This campaign doesn’t exist');
  screen.getByRole('link', { name: 'Show all campaigns' });
});
