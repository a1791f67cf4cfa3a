import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, completeDom, show } from '../testing/show.tsx';
import { AddMetric } from './add-metric.tsx';

completeDom();
let server: AnsweringServer;
beforeEach(async () => {
  server = await startAnsweringServer();
  const names = [
    'Walkers',
    'Café crème',
    'Élèves',
    ...Array.from({ length: 300 }, (_, n) => `Campaign ${n}`),
  ];
  answerCalls(server, {
    'campaign/reportCampaignList': () => ({ DATA: names.map((Desc, n) => ({ Id: n + 1, Desc })) }),
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

test('of many campaigns one is found without its accents, in a group that is one stop for Tab', async () => {
  show(<AddMetric opened onClose={() => undefined} onAdd={() => undefined} />, '/report-builder');
  fireEvent.click(await screen.findByRole('radio', { name: /^Campaign Responses A table/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  const search = await screen.findByRole('textbox', { name: 'Search' });
  const shown = () => screen.getAllByRole('radio').map(({ textContent }) => textContent);
  await waitFor(() => expect(shown()).toHaveLength(100));
  expect(screen.getAllByRole('radio').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  fireEvent.change(search, { target: { value: 'creme' } });
  await waitFor(() => expect(shown()).toEqual(['Café crème']));
  fireEvent.change(search, { target: { value: '' } });
  const walkers = screen.getByRole('radio', { name: 'Walkers' });
  walkers.focus();
  fireEvent.keyDown(walkers, { key: 'ArrowDown', code: 'ArrowDown' });
  const next = screen.getByRole('radio', { name: 'Café crème' });
  expect([document.activeElement, next.getAttribute('aria-checked'), next.tabIndex]).toEqual([
    next,
    'true',
    0,
  ]);
});

test('words and Enter pick the campaign that has them; Enter again goes on with it', async () => {
  show(<AddMetric opened onClose={() => undefined} onAdd={() => undefined} />, '/report-builder');
  fireEvent.click(await screen.findByRole('radio', { name: /^Campaign Responses A table/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  const search = await screen.findByRole('textbox', { name: 'Search' });
  const enter = () => fireEvent.keyDown(search, { key: 'Enter', code: 'Enter' });
  fireEvent.change(search, { target: { value: 'zebra' } });
  await screen.findByText('Nothing matches.');
  expect(enter()).toBe(false);
  fireEvent.change(search, { target: { value: 'eleves' } });
  const found = await screen.findByRole('radio', { name: 'Élèves' });
  expect([enter(), found.getAttribute('aria-checked')]).toEqual([false, 'true']);
  expect(enter()).toBe(true);
});
