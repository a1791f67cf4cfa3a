import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, completeDom, show } from '../testing/show.tsx';
import { RecencyNotice } from './recency-notice.tsx';

completeDom();
afterEach(cleanup);

test('a report whose figures lag says as of when they are, and nothing otherwise', async () => {
  const server = await startAnsweringServer();
  answerCalls(server, { 'report/getRecency': () => ({ ASOF: '' }) });
  show(<RecencyNotice />, '/report/custom/7');
  await expect.poll(() => server.heard.length).toBeGreaterThan(0);
  expect(screen.queryByText(/These figures/)).toBeNull();
  cleanup();
  answerCalls(server, { 'report/getRecency': () => ({ ASOF: '2026-03-15T14:03:00.000Z' }) });
  show(<RecencyNotice />, '/report/custom/7');
  expect((await screen.findByText(/^These figures are as of/)).textContent).toContain('Mar 15, 2026');
  await server.stop();
});
