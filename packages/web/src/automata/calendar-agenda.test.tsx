import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { completeDom } from '../testing/show.tsx';
import { CalendarAgenda } from './calendar-agenda.tsx';
import type { CalendarView } from './calendar-days.ts';
import { CalendarHead } from './calendar-head.tsx';
import type { CalendarEvent } from './calendar-send.ts';

completeDom();
afterEach(cleanup);

const send = (start: string, title: string, to: string): CalendarEvent => ({
  id: `${title} ${start}`,
  title,
  start,
  kind: to === '' ? 'demo' : to.startsWith('/blast') ? 'planned' : 'run',
  to,
  times: 1,
  last: start,
});
const EVENTS = [
  send('2026-11-26 11:00:00', 'Tasting evening', '/blast/7/live/9'),
  send('2026-11-27 10:00:00', 'Friday sale', '/automata/editor/4'),
  send('2026-12-04 10:00:00', 'Friday sale', '/automata/editor/4'),
];

function Phone() {
  const [day, setDay] = useState('2026-11-21');
  const [view, setView] = useState<CalendarView>('month');
  return (
    <MantineProvider>
      <MemoryRouter>
        <CalendarHead view={view} day={day} today="2026-11-21" onView={setView} onDay={setDay} />
        <CalendarAgenda events={EVENTS} view={view} day={day} today="2026-11-21" onDay={setDay} />
      </MemoryRouter>
    </MantineProvider>
  );
}

const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const days = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('a phone lists what is sent from today on, each with its time, its kind and a link', () => {
  render(<Phone />);
  expect(days()).toEqual(['Thursday, November 26', 'Friday, November 27', 'Friday, December 4']);
  expect(rows()).toEqual([
    '11:00 AMTasting eveningScheduled blast',
    '10:00 AMFriday saleAutomata',
    '10:00 AMFriday saleAutomata',
  ]);
  expect(screen.getByRole('link', { name: /Tasting/ }).getAttribute('href')).toBe('/blast/7/live/9');
});

test('a tapped day of the month says how much is sent on it, and begins the list; Today goes back', () => {
  render(<Phone />);
  expect(screen.queryByRole('button', { name: 'Today' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Friday, November 27, one send' }));
  expect(days()[0]).toBe('Friday, November 27');
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
  expect(screen.getByRole('heading', { level: 2, name: 'December 2026' })).toBeTruthy();
  expect(days()).toEqual(['Friday, December 4']);
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
  expect(screen.getByText('Nothing in the four weeks from Jan 1.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Today' }));
  expect(screen.getByRole('heading', { level: 2, name: 'November 2026' })).toBeTruthy();
});

test('a week shows its seven days, a day what is sent on it', () => {
  render(<Phone />);
  fireEvent.click(screen.getByRole('radio', { name: 'Week' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
  expect(days()).toHaveLength(7);
  expect(screen.getByRole('heading', { level: 2, name: 'Nov 22 – Nov 28' })).toBeTruthy();
  const thursday = screen.getByRole('region', { name: 'Thursday, November 26' });
  expect(within(thursday).getByText('11:00 AM')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
  expect(screen.getByText('Nothing on this day.')).toBeTruthy();
});
