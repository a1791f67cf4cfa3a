import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, completeDom, show } from '../testing/show.tsx';
import { KeptNotice } from './kept-notice.tsx';

completeDom();
let server: AnsweringServer;
beforeEach(async () => {
  server = await startAnsweringServer();
  const kind = (KIND: string, SINCE: string) => ({ KIND, MONTHS: 6, LEAST: 3, SINCE });
  answerCalls(server, {
    'account/dataKept': () => ({
      KINDS: [
        kind('answers', '2026-03-15T00:00:00.000Z'),
        kind('clicks', '2026-02-01T00:00:00.000Z'),
        kind('pictures', '2026-05-01T00:00:00.000Z'),
      ],
    }),
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

test('a report of days that begin before what is kept says since when its lists have all', async () => {
  show(<KeptNotice scope={{ from: '2026-01-01', to: '2026-04-01', segment: 0 }} />, '/report/custom/7');
  expect(await screen.findByText(/^Lists and answers begin on .*15.*2026/)).toBeTruthy();
});

test('the figures of a segment are counted from what is kept: nothing says that they have the days before', async () => {
  show(<KeptNotice scope={{ from: '2026-01-01', to: '2026-04-01', segment: 3 }} />, '/report/custom/7');
  expect(await screen.findByText(/^These figures begin on .*15.*2026/)).toBeTruthy();
  expect(screen.queryByText(/Counts by day still have them/)).toBeNull();
});

test('one whose days are all kept says nothing', async () => {
  show(<KeptNotice scope={{ from: '2026-03-15', to: '2026-04-01', segment: 0 }} />, '/report/custom/7');
  await expect.poll(() => server.heard.length).toBeGreaterThan(0);
  expect(screen.queryByText(/Lists and answers begin/)).toBeNull();
});
