import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSession } from '../data/session.ts';
import { accountReply } from '../testing/account-reply.ts';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, completeDom, show } from '../testing/show.tsx';
import { ConsentRecord } from './consent-record.tsx';

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

test('the record shows what was shown, said, when in the zone of that day, and what is not known is left out', async () => {
  const consent = {
    KIND: 'opt-in',
    AT: '2026-07-01T15:00:00.000Z',
    SOURCE: 'flow',
    WORDS: 'Ann',
    SHOWN: 'Reply with your name to join.',
    ADDRESS: '+12125550100',
    NOTE: '',
    CHANNEL: 'Shop',
    CHANNELNUMBER: '+12125550111',
    LIST: 'News',
    BATCHID: 7,
    CAMPAIGN: 'Join us',
    VERSION: 3,
    USER: '',
  };
  answerCalls(server, {
    'members/consentRecord': () => ({
      ACCOUNT: 'Blue Door',
      CONTACTSTRING: '+12125550100',
      CREATED_DT: '2026-01-05T15:00:00.000Z',
      CONSENTS: JSON.stringify([consent]),
    }),
    'account/loadAccount': () => accountReply('owner'),
  });
  useSession.setState({ status: 'in', user: 7 }, true);
  show(<ConsentRecord />, '/lists/member/consent/7', '/lists/member/consent/:CID');
  expect(await screen.findByText('Reply with your name to join.')).toBeTruthy();
  expect(screen.getByText('“Ann”')).toBeTruthy();
  expect(screen.getByText('Join us (id 7, version 3)')).toBeTruthy();
  expect(screen.queryByText('Note')).toBeNull();
  const times = () => [...document.querySelectorAll('time')].map((time) => time.textContent ?? '');
  await waitFor(() => expect(times()).toContain('Jul 1, 2026, 11:00 AM EDT'));
  expect(times()).toContain('Jan 5, 2026, 10:00 AM EST');
});
