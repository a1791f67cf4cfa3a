import { Button, TextInput } from '@mantine/core';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { AskBeforeLeaving } from '../app/ask-before-leaving.tsx';
import { useSession } from '../data/session.ts';
import { watchTyping } from '../data/typed.ts';
import { completeDom, show } from '../testing/show.tsx';
import { TextDialog } from './text-dialog.tsx';

beforeAll(() => {
  completeDom();
  watchTyping();
});
beforeEach(() => useSession.setState({ status: 'in', user: 1 }, true));
afterEach(cleanup);

/** What it says of a name that is taken already. */
const TAKEN = 'This name is taken.';

function Screen() {
  const [error, setError] = useState('');
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('a stored name');
  const navigate = useNavigate();
  const close = () => setOpened(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>Open</Button>
      <TextDialog opened={opened} onClose={close} title="Rename">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text === 'taken') setError(TAKEN);
            else void navigate('/lists');
          }}
        >
          <TextInput
            label="Name"
            value={text}
            error={error}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button onClick={close}>Cancel</Button>
          <Button type="submit">Save</Button>
        </form>
      </TextDialog>
      <AskBeforeLeaving />
    </>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' });
const isOpen = () => screen.queryByRole('dialog', { name: 'Rename' }) !== null;
const isAsked = () => screen.queryByText('Leave without saving?') !== null;

async function openIt(): Promise<HTMLInputElement> {
  press('Open');
  const field = (await screen.findByLabelText('Name')) as HTMLInputElement;
  field.focus();
  return field;
}
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });

test('Escape takes nothing that was typed without a question, and Keep editing goes back to it', async () => {
  show(<Screen />, '/account');
  const field = await openIt();
  type(field, 'half a');
  pressEscape();
  await waitFor(() => expect(isAsked()).toBe(true));
  expect(isOpen()).toBe(true);
  pressEscape();
  await waitFor(() => expect(isAsked()).toBe(false));
  expect(field.value).toBe('half a');
  await waitFor(() => expect(document.activeElement).toBe(field));
  pressEscape();
  await waitFor(() => expect(isAsked()).toBe(true));
  press('Leave');
  await waitFor(() => expect(isOpen()).toBe(false));
});

test('after a click beside the dialog, too, Keep editing goes back to the field', async () => {
  show(<Screen />, '/account');
  const field = await openIt();
  type(field, 'half a');
  field.blur();
  pressEscape();
  await waitFor(() => expect(isAsked()).toBe(true));
  press('Keep editing');
  await waitFor(() => expect(isAsked()).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('nobody is asked who typed nothing or took it back, by Cancel, and when it is sent', async () => {
  show(<Screen />, '/account');
  const field = await openIt();
  type(field, 'half a');
  type(field, 'a stored name');
  pressEscape();
  await waitFor(() => expect(isOpen()).toBe(false));
  type(await openIt(), 'half a');
  press('Cancel');
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(isAsked()).toBe(false);
  type(await openIt(), 'the whole of it');
  press('Save');
  await screen.findByText('elsewhere');
});

test('Back with a text typed in a dialog asks first', async () => {
  const router = show(<Screen />, '/account');
  type(await openIt(), 'half a');
  void router.navigate('/lists');
  await waitFor(() => expect(isAsked()).toBe(true));
  press('Leave');
  await screen.findByText('elsewhere');
});

test('what was sent and refused is asked about as before', async () => {
  const router = show(<Screen />, '/account');
  type(await openIt(), 'taken');
  press('Save');
  await screen.findByText(TAKEN);
  void router.navigate('/lists');
  await waitFor(() => expect(isAsked()).toBe(true));
  press('Leave');
  await screen.findByText('elsewhere');
});
