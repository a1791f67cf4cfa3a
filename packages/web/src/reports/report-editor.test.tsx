import { NO_TILES } from '@parley/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, completeDom, show } from '../testing/show.tsx';
import { ReportEditor } from './report-editor.tsx';

completeDom();
let server: AnsweringServer;
beforeEach(async () => {
  server = await startAnsweringServer();
  answerCalls(server, {});
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

test('a saved report without a tile leads to its Edit Mode, and from there to the first metric', async () => {
  show(
    <ReportEditor saved={{ id: 7, title: 'Week by week', description: '', layout: NO_TILES }} />,
    '/report/custom/7',
  );
  expect(screen.queryByRole('button', { name: 'Add a metric' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Start editing' }));
  expect(await screen.findByRole('switch', { name: 'Edit Mode On' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add a metric' }));
  expect(await screen.findByRole('dialog', { name: 'Pick A Metric' })).toBeTruthy();
});
