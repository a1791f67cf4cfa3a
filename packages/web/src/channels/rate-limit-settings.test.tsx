import { RATE_LIMIT_PRESETS } from '@parley/rules/rate-limit-presets.ts';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, askedFor, completeDom, show, WithNews } from '../testing/show.tsx';
import { RateLimitSettings } from './rate-limit-settings.tsx';

configure({ asyncUtilTimeout: 60_000 });
completeDom();
let server: AnsweringServer;
let stored: Record<string, unknown> = {};

beforeEach(async () => {
  server = await startAnsweringServer();
  stored = {
    PRESET: '',
    SEGMENTSPERSECOND: 3,
    SEGMENTSPERMINUTE: 0,
    SEGMENTSPERDAY: 0,
    DAYZONE: 'America/New_York',
    TIMETOLIVEMINUTES: 0,
  };
  answerCalls(server, {
    'channels/loadPace': () => stored,
    'channels/savePace': (form) => {
      stored = { ...stored, ...Object.fromEntries(form) };
      return {};
    },
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

/** A list of choices has its box's label too. */
const box = (label: string) =>
  screen.getAllByLabelText(label).find((each) => each.tagName === 'INPUT') as HTMLInputElement;
const shown = (label: string) => box(label).value;
const isDisabled = () => (screen.getByRole('button', { name: 'Save speed' }) as HTMLButtonElement).disabled;

test('a preset fills every figure in and names its source; changing one makes it a pace of one’s own', async () => {
  show(<RateLimitSettings channel={7} />, '/channels/settings/7');
  await screen.findByLabelText('Message parts per second');
  expect([shown('Message parts per second'), shown('Message parts per minute'), isDisabled()]).toEqual([
    '3',
    '',
    true,
  ]);

  fireEvent.click(box('Sender type'));
  const { name, source } = RATE_LIMIT_PRESETS[3] as (typeof RATE_LIMIT_PRESETS)[0];
  fireEvent.click(await screen.findByRole('option', { name, hidden: true }));
  await waitFor(() => expect(shown('Message parts per day')).toBe('2,000'));
  expect([shown('Message parts per second'), shown('Message parts per minute')]).toEqual(['2', '75']);
  expect(shown('The day starts at midnight')).toBe('Pacific time');
  expect(screen.getByText((words) => words.includes(source))).toBeTruthy();

  fireEvent.change(box('Message parts per minute'), { target: { value: '60' } });
  await waitFor(() => expect(shown('Sender type')).toBe('Custom'));
  fireEvent.click(screen.getByRole('button', { name: 'Save speed' }));
  await waitFor(() => expect(askedFor(server, 'savePace')).toHaveLength(1));
  expect(Object.fromEntries(askedFor(server, 'savePace')[0] ?? [])).toMatchObject({
    ChannelId: '7',
    SEGMENTSPERSECOND: '2',
    SEGMENTSPERMINUTE: '60',
    SEGMENTSPERDAY: '2000',
    DAYZONE: 'America/Los_Angeles',
  });
  await waitFor(() => expect(isDisabled()).toBe(true));
});

test('a save sends what was changed here; what somebody else saved meanwhile is shown and kept', async () => {
  show(<WithNews of={<RateLimitSettings channel={7} />} />, '/channels/settings/7');
  await screen.findByLabelText('Message parts per second');
  fireEvent.change(box('Message parts per minute'), { target: { value: '60' } });
  stored = { ...stored, DAYZONE: 'UTC', SEGMENTSPERSECOND: 9 };
  fireEvent.click(screen.getByText('News'));
  await waitFor(() =>
    expect([shown('Message parts per second'), shown('The day starts at midnight')]).toEqual(['9', 'UTC']),
  );
  expect(shown('Message parts per minute')).toBe('60');
  fireEvent.click(screen.getByRole('button', { name: 'Save speed' }));
  await waitFor(() => expect(askedFor(server, 'savePace')).toHaveLength(1));
  expect(Object.fromEntries(askedFor(server, 'savePace')[0] ?? [])).toEqual({
    ChannelId: '7',
    SEGMENTSPERMINUTE: '60',
  });
});
