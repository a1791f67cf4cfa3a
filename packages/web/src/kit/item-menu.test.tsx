import { cleanNotifications, Notifications } from '@mantine/notifications';
import { calls } from '@parley/contract';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { reply } from '../testing/answering-server.ts';
import { provideServer, server } from '../testing/serve.ts';
import { show } from '../testing/show.tsx';
import { ItemMenu } from './item-menu.tsx';
import { useNameAction } from './use-name-action.ts';

provideServer();
afterEach(() => cleanNotifications());

function Item({ name }: { name: string }) {
  const action = useNameAction(calls.lists.rename, (typed) => ({ list: 3, name: typed }), { of: name });
  return (
    <ItemMenu
      name={name}
      rename={{ action, title: 'Rename List', label: 'List Name', maxLength: 50 }}
      remove={{
        action: { isPending: false },
        run: () => undefined,
        question: 'Delete it?',
        warning: 'Gone.',
      }}
    />
  );
}

/** A list whose only thing somebody else deletes, and a way to another screen. */
function Things() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <Notifications />
      <button type="button" onClick={() => setThere(false)}>
        Delete elsewhere
      </button>
      <Link to="/tags">Another screen</Link>
      {isThere && <Item name="Shop" />}
    </>
  );
}

async function open(at: string, item: 'Rename' | 'Delete') {
  show(<Things />, at);
  fireEvent.click(await screen.findByRole('button', { name: 'Options for Shop' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  await screen.findByRole('dialog');
}

test.each(['Rename', 'Delete'] as const)(
  '%s: somebody else deletes it while the dialog is open, which says so',
  async (item) => {
    await open('/lists', item);
    fireEvent.click(screen.getByText('Delete elsewhere'));
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain('Someone has deleted “Shop”');
  },
);

test('while something is searched for it may only be found no more', async () => {
  await open('/lists?q=sho', 'Rename');
  fireEvent.click(screen.getByText('Delete elsewhere'));
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('“Shop” is no longer here');
});

test('the same words when the server is the first to say it', async () => {
  server.answer(() => ({ status: 404, body: reply({ RESULT: 0, MESSAGE: 'There is no such list.' }) }));
  await open('/lists', 'Rename');
  fireEvent.change(screen.getByLabelText('List Name'), { target: { value: 'Till' } });
  fireEvent.click(screen.getByRole('button', { name: 'Rename Now' }));
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('Someone has deleted “Shop”');
});

test('nothing is said when the screen is left', async () => {
  await open('/lists', 'Rename');
  fireEvent.click(screen.getByText('Another screen'));
  await screen.findByText('elsewhere');
  expect(screen.queryByRole('alert')).toBeNull();
});
