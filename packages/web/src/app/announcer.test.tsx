import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Link, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test } from 'vitest';
import { Page } from '../kit/page.tsx';
import { completeDom } from '../testing/show.tsx';
import { Announcer } from './announcer.tsx';

const Frame = () => (
  <>
    <Outlet />
    <Announcer />
  </>
);

const One = () => (
  <Page title="First screen">
    <Link to="/two">On</Link>
  </Page>
);

test('a screen reader hears which screen a link led to, not the one before, and the words go again', async () => {
  completeDom();
  const children = [
    { path: '/', element: <One /> },
    { path: '/two', element: <Page title="Second screen">.</Page> },
  ];
  const router = createMemoryRouter([{ element: <Frame />, children }]);
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  const told = screen.getByRole('status');
  const heard: string[] = [];
  new MutationObserver(() => heard.push(told.textContent ?? '')).observe(told, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'On' })));
  await waitFor(() => expect(heard).toEqual(['Second screen · Parley', '']));
});
