import { NO_TILES } from '@parley/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AskError } from '../data/ask.ts';
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
    <ReportEditor
      saved={{ id: 7, version: 1, title: 'Week by week', description: '', segment: 0, layout: NO_TILES }}
    />,
    '/report/custom/7',
  );
  expect(screen.queryByRole('button', { name: 'Add a metric' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Start editing' }));
  expect(await screen.findByRole('switch', { name: 'Edit Mode On' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add a metric' }));
  expect(await screen.findByRole('dialog', { name: 'Pick A Metric' })).toBeTruthy();
});

test('who is overtaken by a colleague is told, and their tiles become a report of their own', async () => {
  const saved: Record<string, string>[] = [];
  answerCalls(server, {
    'report/saveCustomReport': (form) => {
      saved.push(Object.fromEntries(form));
      return { RESULT: 0, MESSAGE: 'Somebody else saved this report.', DETAIL: 'VERSION' };
    },
    'report/saveNewCustomReport': (form) => {
      saved.push(Object.fromEntries(form));
      return { DATA: 8 };
    },
  });
  show(
    <ReportEditor
      saved={{ id: 7, version: 3, title: 'Weekly', description: '', segment: 0, layout: NO_TILES }}
    />,
    '/report/custom/7',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Start editing' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save Your Report' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Somebody else saved this report.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Save as a new report' }));
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(saved.map(({ inpReportId, inpVersion }) => [inpReportId, inpVersion])).toEqual([
    ['7', '3'],
    [undefined, undefined],
  ]);
});

test('who saves a report that a colleague has deleted meanwhile is told, and saves it as a new one', async () => {
  const saved: Record<string, string>[] = [];
  answerCalls(server, {
    'report/saveNewCustomReport': (form) => {
      saved.push(Object.fromEntries(form));
      return { DATA: 8 };
    },
  });
  show(
    <ReportEditor
      saved={{ id: 7, version: 3, title: 'Weekly', description: '', segment: 0, layout: NO_TILES }}
      error={new AskError('unknown', 'There is no such report.')}
    />,
    '/report/custom/7',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Start editing' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save Your Report' }));
  dialog.getByText('Someone has deleted this report');
  expect(dialog.queryByRole('button', { name: 'Replace theirs' })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Save as a new report' }));
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(saved).toHaveLength(1);
});
