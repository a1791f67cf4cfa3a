import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runShortcut, useShortcut, useShortcutList } from './shortcuts.ts';

const ran: string[] = [];
beforeEach(() => {
  ran.length = 0;
  document.addEventListener('keydown', runShortcut);
});
afterEach(() => {
  cleanup();
  document.removeEventListener('keydown', runShortcut);
});

function General() {
  useShortcut('g c', 'Go to Campaigns', () => ran.push('go to campaigns'), true);
  useShortcut('/', 'Search', () => ran.push('search'), true);
  return null;
}

function OfScreen() {
  useShortcut('c', 'Add Campaign', () => ran.push('add'));
  useShortcut('/', 'Add a step', () => ran.push('add a step'));
  return null;
}

const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
};

test('two keys in a row are one wish, also where the second is a shortcut of the screen', () => {
  render(
    <>
      <OfScreen />
      <General />
    </>,
  );
  press('g', 'c');
  expect(ran).toEqual(['go to campaigns']);
  press('c');
  expect(ran).toEqual(['go to campaigns', 'add']);
});

test('a shortcut of the screen goes before a general one, whichever came first; the list keeps the order of places', () => {
  render(
    <>
      <OfScreen />
      <General />
    </>,
  );
  press('/');
  expect(ran).toEqual(['add a step']);
  expect(useShortcutList.getState().shortcuts.map(({ label }) => label)).toEqual([
    'Go to Campaigns',
    'Search',
    'Add Campaign',
    'Add a step',
  ]);
});
