import { notifications, notificationsStore } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AnsweringServer,
  type Heard,
  reply,
  startAnsweringServer,
} from '../testing/answering-server.ts';
import { useMembers } from './use-members.ts';

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.heard.length = 0;
  notifications.clean();
});
afterEach(cleanup);

const row = (contact: number) => ({
  ContactAddressId_bi: contact,
  ContactString_vch: `+1212555${1000 + contact}`,
  ContactId_bi: contact,
  GroupId_bi: 3,
  ContactType_int: 3,
  ContactTypeId: 3,
  OPTEDOUT: 0,
  KNOWNAS: '',
});
/** A list of `size` people, as the server pages it; adding answers these ids. */
function listOf(size: number, added = { CONTACTADDRESSID: 900, CONTACTID: 900 }) {
  server.answer((request: Heard) => {
    if (request.url.endsWith('addMemberToList'))
      return {
        body: reply({ LISTID: 3, CONTACTSTRING: '+12125559999', CONTACTTYPEID: 3, ...added }),
      };
    const start = Number(/iDisplayStart"?[\s=]*(\d+)/.exec(request.body)?.[1] ?? 0);
    const length = Number(/iDisplayLength"?[\s=]*(\d+)/.exec(request.body)?.[1] ?? 0);
    const people = Array.from({ length: size }, (_, n) => row(n + 1)).slice(start, start + length);
    return { body: reply({ START: start, MEMBERS: JSON.stringify(people) }) };
  });
}

function show(search = '', total: number | undefined = undefined) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useMembers(3, search, total), { wrapper }).result;
}

const contacts = (members: ReturnType<typeof show>) => members.current.loaded.map((one) => one.contact);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

const starts = () =>
  server.heard.map(({ body }) => Number(/iDisplayStart"?[\s=]*(\d+)/.exec(body)?.[1] ?? 0));

test('offset 0 replaces, later offsets append, an empty page ends the list', async () => {
  listOf(30);
  const members = show();
  await waitFor(() => expect(contacts(members)).toEqual(upTo(15)));
  act(() => members.current.onShown(0, 16, null));
  await waitFor(() => expect(contacts(members)).toEqual(upTo(30)));
  // Two full pages: only an empty third one says that there is no more.
  expect(members.current.count).toBe(45);
  act(() => members.current.onShown(10, 31, null));
  await waitFor(() => expect(members.current.count).toBe(30));
  expect(contacts(members)).toEqual(upTo(30));
  act(() => members.current.onShown(0, 3, null));
  await waitFor(() => expect(contacts(members)).toEqual(upTo(15)));
  // What is out of sight is let go; the length of the list stays known.
  expect(members.current.count).toBe(30);
});

test('of a list whose length is known any row is loaded at once, and those that are only passed are not asked for', async () => {
  listOf(5_000);
  const members = show('', 5_000);
  await waitFor(() => expect(members.current.count).toBe(5_000));
  for (let row = 100; row <= 4_900; row += 100) act(() => members.current.onShown(row, row + 20, null));
  act(() => members.current.onShown(4_980, 4_999, null));
  await waitFor(() => expect(members.current.rowAt(4_999)?.contact).toBe(5_000));
  expect(members.current.rowAt(2_000)).toBeUndefined();
  expect(starts().toSorted((one, other) => one - other)).toEqual([0, 4_980, 4_995]);
});

test('the row that has the focus keeps its page, and those between it and the window are not asked for', async () => {
  listOf(5_000);
  const members = show('', 5_000);
  await waitFor(() => expect(members.current.count).toBe(5_000));
  act(() => members.current.onShown(1_000, 1_020, 1_005));
  await waitFor(() => expect(members.current.rowAt(1_005)?.contact).toBe(1_006));
  act(() => members.current.onShown(4_980, 4_999, 1_005));
  await waitFor(() => expect(members.current.rowAt(4_999)?.contact).toBe(5_000));
  expect(members.current.rowAt(1_005)?.contact).toBe(1_006);
  expect(starts().length).toBeLessThan(8);
});

test('a list that others shorten ends where its rows end', async () => {
  listOf(32);
  const members = show('', 5_000);
  await waitFor(() => expect(members.current.count).toBe(5_000));
  act(() => members.current.onShown(0, 40, null));
  await waitFor(() => expect(members.current.count).toBe(32));
});

test('an added member is appended when both ids are above 0', async () => {
  listOf(30);
  const members = show();
  await waitFor(() => expect(contacts(members)).toEqual(upTo(15)));
  act(() => members.current.adding.dialog.onConfirm('212 555 9999'));
  await waitFor(() => expect(contacts(members)).toEqual([...upTo(15), 900]));
});

test.each([
  { CONTACTADDRESSID: 0, CONTACTID: 900 },
  { CONTACTADDRESSID: 900, CONTACTID: 0 },
])('and not when one is not: %j', async (ids) => {
  listOf(30, ids);
  const members = show();
  await waitFor(() => expect(contacts(members)).toEqual(upTo(15)));
  act(() => members.current.adding.dialog.onConfirm('212 555 9999'));
  await waitFor(() => expect(server.heard.some(({ url }) => url.endsWith('addMemberToList'))).toBe(true));
  await waitFor(() => expect(members.current.adding.dialog.busy).toBe(false));
  expect(contacts(members)).toEqual(upTo(15));
});

test('adding to a list that was deleted meanwhile says so outside the dialog, and asks for the list again', async () => {
  listOf(3);
  const members = show();
  await waitFor(() => expect(contacts(members)).toEqual(upTo(3)));
  act(() => members.current.adding.open());
  server.heard.length = 0;
  server.answer(() => ({ status: 404, body: reply({ RESULT: 0, MESSAGE: 'That was not found.' }) }));
  act(() => members.current.adding.dialog.onConfirm('212 555 9999'));
  await waitFor(() => expect(members.current.adding.dialog.opened).toBe(false));
  expect(notificationsStore.getState().notifications.map(({ message }) => message)).toEqual([
    'That was not found. It may have been deleted in the meantime.',
  ]);
  await waitFor(() => expect(server.heard.some(({ url }) => url.endsWith('ListMembers'))).toBe(true));
});
