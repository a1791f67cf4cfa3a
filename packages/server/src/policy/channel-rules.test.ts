/** The rules that owners give a channel and the account: what is left out stays, and all hold at once. */
import { calls, type FormOf, type LiveMessage } from '@parley/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { useHarness } from '../testing/harness.ts';
import { sendPolicyOf } from './send-policy.ts';

const harness = useHarness();
const { gate, channels, lists, members } = calls;
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
const UNKNOWN = 999_999_999;
let user: User;
let channel = 0;

beforeEach(async () => {
  user = await harness().newUser();
  channel = (await firstChannel(harness().services.db, user.accountId))?.id ?? 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const rules = async (id = channel) => (await user.ask(gate.channelRules, { channel: id })).values;
const save = (change: Partial<FormOf<typeof gate.saveChannelRules>>) =>
  user.ask(gate.saveChannelRules, { channel, ...change });

test('a channel has the usual hours until it is given its own, and keeps what a change leaves out', async () => {
  expect(await rules()).toMatchObject({ usual: true, quiet: false, from: 8, to: 21 });
  await save({ from: 9, to: 18, byState: true, disclosure: '  Reply STOP to end  ', startHint: true });
  const nine = {
    usual: false,
    quiet: true,
    from: 9,
    to: 18,
    byState: true,
    disclosure: 'Reply STOP to end',
    startHint: true,
  };
  expect(await rules()).toMatchObject(nine);
  await save({ to: 20 });
  expect(await rules()).toMatchObject({ ...nine, to: 20 });
  await save({ from: 10 });
  expect(await rules()).toMatchObject({ ...nine, from: 10, to: 20 });
  await save({ byState: false, startHint: false });
  const ten = { usual: false, quiet: true, from: 10, to: 20, byState: false, startHint: false };
  expect(await rules()).toMatchObject({ ...ten, disclosure: 'Reply STOP to end' });
  await save({ disclosure: '' });
  expect(await rules()).toMatchObject({ ...ten, disclosure: '' });
  await save({ quiet: false });
  expect(await rules()).toMatchObject({ usual: false, quiet: false });
  await save({ disclosure: 'Hi' });
  expect(await rules()).toMatchObject({ usual: false, quiet: false, disclosure: 'Hi' });
  await save({ quiet: true });
  expect(await rules()).toMatchObject({ usual: false, quiet: true, from: 8, to: 21 });
  await save({ usual: true });
  expect(await rules()).toMatchObject({ usual: true, quiet: false, disclosure: 'Hi' });
});

test.each([
  [{ from: 9 }, { quiet: true, from: 9, to: 21 }],
  [{ to: 20 }, { quiet: true, from: 8, to: 20 }],
  [{ quiet: true }, { quiet: true, from: 8, to: 21 }],
  [{ quiet: false }, { quiet: false }],
])('whoever gives a channel %o leaves the usual hours', async (change, hours) => {
  await save(change);
  expect(await rules()).toMatchObject({ usual: false, ...hours });
});

test('hours that allow nothing are refused and change nothing, an hour is enough', async () => {
  await save({ from: 9, to: 18 });
  for (const hours of [{ from: 18 }, { to: 9 }, { from: 20, to: 10 }])
    expect(await save(hours)).toMatchObject({ RESULT: 0, DETAIL: 'inpQuietTo' });
  expect(await rules()).toMatchObject({ from: 9, to: 18 });
  expect((await save({ from: 17 })).RESULT).toBe(1);
  // Without hours of its own it does not matter what they would be.
  expect((await save({ usual: true, from: 20, to: 10 })).RESULT).toBe(1);
});

test('a change holds at once for what is sent here, and open screens are told', async () => {
  const { services } = harness();
  const now = performance.now() + 60_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const told: LiveMessage[] = [];
  services.live.listen(user.accountId, (message) => told.push(message));
  const held = async () => {
    const { hours, frequency } = await sendPolicyOf(services, user.accountId, channel);
    return [hours.hours, frequency];
  };
  expect(await held()).toEqual([null, null]);
  await save({ from: 9, to: 18 });
  expect(await held()).toEqual([[9, 18], null]);
  await user.ask(gate.saveFrequency, { sends: 2, days: 7 });
  expect(await held()).toEqual([[9, 18], { sends: 2, days: 7 }]);
  expect(told).toEqual([
    { type: 'settings', channelId: channel },
    { type: 'settings', channelId: 0 },
  ]);
});

test('a limit of sends keeps what a change leaves out, and says what it lacks', async () => {
  const stored = async () => (await user.ask(gate.frequency, {})).values;
  const limit = (given: { sends?: number; days?: number }) => user.ask(gate.saveFrequency, given);
  for (const given of [{ sends: 1 }, { sends: 1, days: 0 }])
    expect(await limit(given)).toMatchObject({ RESULT: 0, DETAIL: 'inpMostSendsDays' });
  expect((await limit({ days: 7 })).RESULT).toBe(1);
  expect(await stored()).toEqual({ sends: 0, days: 0 });
  await limit({ sends: 1, days: 1 });
  await limit({ sends: 4 });
  expect(await stored()).toEqual({ sends: 4, days: 1 });
  await limit({ days: 30 });
  expect(await stored()).toEqual({ sends: 4, days: 30 });
  const other = await harness().newUser();
  expect((await other.ask(gate.frequency, {})).values).toEqual({ sends: 0, days: 0 });
  expect((await limit({ sends: 0 })).RESULT).toBe(1);
  expect(await stored()).toEqual({ sends: 0, days: 0 });
});

test('another account’s channel, list and contact are not found, nor is what nobody has or what was deleted', async () => {
  const other = await harness().newUser();
  const list = (await user.ask(lists.add, { name: 'News' })).values.id;
  const contact = (await user.ask(members.add, { phone: '+12125550100', list })).values.contactId;
  const askAll = (whom: User, channelId: number, listId: number, contactId: number) =>
    Promise.all([
      whom.ask(gate.channelRules, { channel: channelId }),
      whom.ask(gate.saveChannelRules, { channel: channelId, disclosure: 'Mine' }),
      whom.ask(gate.listRules, { list: listId }),
      whom.ask(gate.saveListRules, { list: listId, doubleOptIn: true }),
      whom.ask(gate.contact, { contact: contactId }),
      whom.ask(gate.consents, { contact: contactId }),
    ]);
  for (const answers of [
    await askAll(other, channel, list, contact),
    await askAll(user, UNKNOWN, UNKNOWN, UNKNOWN),
  ])
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
  expect((await rules()).disclosure).toBe('');
  expect((await user.ask(gate.listRules, { list })).values).toEqual({ doubleOptIn: false, pending: 0 });
  expect((await askAll(user, channel, list, contact)).map(({ status, RESULT }) => [status, RESULT])).toEqual(
    Array(6).fill([200, 1]),
  );
  const second = (await user.ask(channels.add, { name: 'Second' })).values.id;
  await user.ask(channels.remove, { channel: second });
  for (const ask of [gate.channelRules, gate.saveChannelRules])
    expect((await user.ask(ask, { channel: second })).status).toBe(404);
});

test('a list’s rule and how many wait are its own', async () => {
  const [one, other] = await Promise.all(
    ['News', 'Offers'].map(async (name) => (await user.ask(lists.add, { name })).values.id),
  );
  await user.ask(gate.saveListRules, { list: one, doubleOptIn: true });
  for (const phone of ['+12125550100', '+12125550101']) await user.ask(members.add, { phone, list: one });
  await user.ask(members.add, { phone: '+12125550102', list: other });
  const listRules = async (list = 0) => (await user.ask(gate.listRules, { list })).values;
  expect(await listRules(one)).toEqual({ doubleOptIn: true, pending: 2 });
  expect(await listRules(other)).toEqual({ doubleOptIn: false, pending: 0 });
  const audience = (await user.ask(channels.list, { search: '' })).values.channels[0]?.audience ?? 0;
  expect((await user.ask(gate.saveListRules, { list: audience, doubleOptIn: true })).RESULT).toBe(0);
  expect((await user.ask(gate.saveListRules, { list: audience, doubleOptIn: false })).RESULT).toBe(1);
});
