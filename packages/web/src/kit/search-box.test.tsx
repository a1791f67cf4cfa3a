import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SearchBox } from './search-box.tsx';

beforeAll(() => {
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
});
beforeEach(() => {
  vi.useFakeTimers();
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    'http://localhost/lists',
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const router = createBrowserRouter([
    { path: '/lists', element: <SearchBox placeholder="Search Lists..." /> },
  ]);
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return { router, box: screen.getByPlaceholderText('Search Lists...') };
}

test('what is typed is searched for 300 ms after the last letter; Clear acts at once', async () => {
  const { router, box } = show();
  for (const text of ['s', 'su', 'sun']) {
    fireEvent.change(box, { target: { value: text } });
    await act(() => vi.advanceTimersByTimeAsync(200));
  }
  await act(() => vi.advanceTimersByTimeAsync(99));
  expect(router.state.location.search).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(router.state.location.search).toBe('?q=sun');
  await act(async () => fireEvent.click(screen.getByLabelText('Clear search')));
  expect(router.state.location.search).toBe('');
});
