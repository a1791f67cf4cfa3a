import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { PretendNotice } from './pretend.tsx';

beforeAll(() => {
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
});
afterEach(cleanup);

const show = (connection: string) =>
  render(
    <MantineProvider>
      <MemoryRouter>
        <PretendNotice sender={{ id: 7, name: 'Shop', connection }} />
      </MemoryRouter>
    </MantineProvider>,
  );

test('who sends over a simulated channel is told that nobody gets it, and how to reach people', () => {
  show('simulator');
  expect(screen.getByText('“Shop” reaches test phones only')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'connect it to a carrier' });
  expect(link.getAttribute('href')).toBe('/channels/settings/7');
});

test('a channel with a carrier needs no such words', () => {
  show('twilio');
  expect(screen.queryByText(/test phones/)).toBeNull();
});
