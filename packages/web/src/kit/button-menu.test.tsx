import { Menu } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { provideServer } from '../testing/serve.ts';
import { show } from '../testing/show.tsx';
import { RowMenu } from './row-menu.tsx';

provideServer();

const button = () => screen.getByRole('button', { name: 'Options for Spring sale' });
const showMenu = (onPick = () => undefined) =>
  show(
    <RowMenu of="Spring sale">
      <Menu.Item onClick={onPick}>Rename</Menu.Item>
    </RowMenu>,
    '/',
  );

it('says what its button opens, before and while that is open', async () => {
  showMenu();
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
  expect(button().getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button());
  const menu = await screen.findByRole('menu');
  expect(button().getAttribute('aria-expanded')).toBe('true');
  expect(button().getAttribute('aria-controls')).toBe(menu.id);
  expect(menu.getAttribute('aria-labelledby')).toBe(button().id);
});

it('an item that is picked closes it, and the button has the focus', async () => {
  const picked = vi.fn();
  showMenu(picked);
  act(() => button().focus());
  fireEvent.click(button());
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  expect(picked).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(button());
});

it('Escape and a press beside it close it', async () => {
  showMenu();
  act(() => button().focus());
  fireEvent.click(button());
  fireEvent.keyDown(await screen.findByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button()));
  fireEvent.click(button());
  await screen.findByRole('menu');
  fireEvent.mouseDown(document.body);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
