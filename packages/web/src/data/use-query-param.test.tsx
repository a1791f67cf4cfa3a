import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { completeDom, show } from '../testing/show.tsx';
import { useQueryParam } from './use-query-param.ts';

completeDom();
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let set: ReturnType<typeof useQueryParam>[1];
function Shown() {
  const [value, setValue] = useQueryParam('show');
  set = setValue;
  return <p>shows {value}</p>;
}

test('a value stands in the address, and the same again is no new address', () => {
  show(<Shown />, '/lists?show=all&q=coat', '/lists');
  const named = vi.spyOn(window.history, 'replaceState');
  act(() => set('all'));
  expect(named).not.toHaveBeenCalled();
  act(() => set('mine'));
  screen.getByText('shows mine');
  expect(location.search).toBe('?show=mine&q=coat');
  expect(named).toHaveBeenCalledTimes(1);
});

test('nothing is no part of the address, and what was set and taken back at once is gone', () => {
  show(<Shown />, '/lists');
  const named = vi.spyOn(window.history, 'replaceState');
  act(() => set(''));
  expect(named).not.toHaveBeenCalled();
  act(() => {
    set('mine');
    set('');
  });
  screen.getByText('shows');
  expect(location.search).toBe('');
});
