import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../data/session.ts';
import { useUnsaved } from '../data/unsaved.ts';
import { show } from '../testing/show.tsx';
import { AskBeforeLeaving } from './ask-before-leaving.tsx';

const listens = vi.spyOn(window, 'addEventListener');
afterEach(() => {
  cleanup();
  listens.mockClear();
});
afterAll(() => listens.mockRestore());
beforeEach(() => useSession.setState({ status: 'in', user: 1 }, true));

function Screen() {
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Link to="/lists">Lists</Link>
      <Link to="?tab=2">Tab</Link>
      <AskBeforeLeaving />
    </>
  );
}
const type = (value: string) => fireEvent.change(screen.getByLabelText('Text'), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByText(name));

/** Whether a reload just happens, as far as this part has a say: others of the app listen, too. */
function reload(): boolean {
  const own = listens.mock.calls.findLast(([name]) => name === 'beforeunload')?.[1];
  const event = new Event('beforeunload', { cancelable: true });
  (own as (event: Event) => void)(event);
  return !event.defaultPrevented;
}

test('whoever typed is asked before a link or a reload takes it, stays with it, and leaves when they say so', async () => {
  show(<Screen />, '/account');
  type('half a');
  expect(reload()).toBe(false);
  press('Tab');
  await waitFor(() => expect(location.search).toBe('?tab=2'));
  press('Lists');
  await screen.findByText('Leave without saving?');
  press('Keep editing');
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  expect((screen.getByLabelText('Text') as HTMLInputElement).value).toBe('half a');
  press('Lists');
  await screen.findByText('Leave without saving?');
  press('Leave');
  await screen.findByText('elsewhere');
});

test('nobody is asked who typed nothing, took it back, or is signed out', async () => {
  show(<Screen />, '/account');
  expect(reload()).toBe(true);
  type('half a');
  type('');
  expect(reload()).toBe(true);
  type('half a');
  useSession.setState({ status: 'out', user: 0, expired: false }, true);
  expect(reload()).toBe(true);
  press('Lists');
  await screen.findByText('elsewhere');
});
