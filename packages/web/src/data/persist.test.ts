import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_BLAST, storedPart, storeFor, throttledStorage, useStored } from './persist.ts';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

test('writes at most once a second, the last value', () => {
  const storage = throttledStorage(localStorage);
  for (let count = 1; count <= 5; count += 1) {
    storage.setItem('key', String(count));
    vi.advanceTimersByTime(150);
  }
  expect(localStorage.getItem('key')).toBeNull();
  vi.advanceTimersByTime(250);
  expect(localStorage.getItem('key')).toBe('5');
  storage.setItem('key', '6');
  vi.advanceTimersByTime(999);
  expect(localStorage.getItem('key')).toBe('5');
  vi.advanceTimersByTime(1);
  expect(localStorage.getItem('key')).toBe('6');
});

test('leaving the page writes at once', () => {
  const storage = throttledStorage(localStorage);
  storage.setItem('key', 'last words');
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('key')).toBe('last words');
});

test('the chosen start moment is never stored, all other choices are', () => {
  const draft = { ...EMPTY_BLAST, lists: [3, 4], startAt: '2026-12-01 09:00:00' };
  const stored = storedPart({
    user: 1,
    blast: { 17: draft },
    startPutAway: false,
    common: { from: '', to: '' },
  });
  expect(stored.blast[17]).toEqual({ ...draft, startAt: '' });
});

test('another user starts without the choices of the one before', () => {
  storeFor(1);
  useStored.setState({ blast: { 17: { ...EMPTY_BLAST, lists: [3] } } });
  storeFor(1);
  expect(useStored.getState().blast[17]?.lists).toEqual([3]);
  storeFor(2);
  expect(useStored.getState()).toMatchObject({ user: 2, blast: {} });
});
