/**
 * Two people have the same settings open: each saves what was changed there, and nothing that is only old.
 */
import { calls } from '@parley/contract';
import { RATE_LIMIT_PRESETS } from '@parley/rules/rate-limit-presets.ts';
import { expect, it } from 'vitest';
import { type Client, useHarness } from './harness.ts';

const harness = useHarness({ config: { publicUrl: 'https://sms.example.com', privateCarriers: false } });
const SECRETS = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'the token of the carrier' };

const channelOf = async (user: Client) =>
  (await user.ask(calls.channels.list, {})).values.channels[0]?.id ?? 0;

it('the account keeps what a form leaves out', async () => {
  const user = await harness().newUser();
  const before = (await user.ask(calls.account.load, {})).values;
  expect((await user.ask(calls.account.save, { contactInfo: '1 Main St' })).RESULT).toBe(1);
  expect((await user.ask(calls.account.save, { accountName: 'Corner shop' })).RESULT).toBe(1);
  expect((await user.ask(calls.account.load, {})).values).toEqual({
    ...before,
    accountName: 'Corner shop',
    contactInfo: '1 Main St',
  });
  expect((await user.ask(calls.account.save, { contactInfo: '' })).RESULT).toBe(1);
  expect((await user.ask(calls.account.load, {})).values.contactInfo).toBe('');
});

it('the sending rules of a channel keep what a form leaves out; hours that are given stand instead of the usual ones', async () => {
  const user = await harness().newUser();
  const channel = await channelOf(user);
  const rules = async () => (await user.ask(calls.gate.channelRules, { channel })).values;
  const save = (change: object) => user.ask(calls.gate.saveChannelRules, { channel, ...change });
  const before = await rules();
  expect(before.usual).toBe(true);
  expect((await save({ disclosure: 'Reply STOP to opt out.' })).RESULT).toBe(1);
  expect((await save({ startHint: true })).RESULT).toBe(1);
  expect(await rules()).toEqual({ ...before, disclosure: 'Reply STOP to opt out.', startHint: true });
  expect((await save({ from: 10, to: 12 })).RESULT).toBe(1);
  expect(await rules()).toMatchObject({ usual: false, quiet: true, from: 10, to: 12, startHint: true });
  expect((await save({ to: 18, disclosure: '' })).RESULT).toBe(1);
  expect(await rules()).toMatchObject({ usual: false, quiet: true, from: 10, to: 18, disclosure: '' });
  expect(await save({ to: 9 })).toMatchObject({ RESULT: 0, DETAIL: 'inpQuietTo' });
  expect((await save({ quiet: false })).RESULT).toBe(1);
  expect(await rules()).toMatchObject({ usual: false, quiet: false, startHint: true });
  expect((await save({ byState: !before.byState })).RESULT).toBe(1);
  expect(await rules()).toMatchObject({ usual: false, quiet: false, byState: !before.byState });
});

it('the pace of a channel keeps what a form leaves out', async () => {
  const user = await harness().newUser();
  const channel = await channelOf(user);
  const pace = async () => (await user.ask(calls.delivery.loadPace, { channel })).values;
  const before = await pace();
  await user.ask(calls.delivery.savePace, { channel, perSecond: 7 });
  await user.ask(calls.delivery.savePace, { channel, timeToLiveMinutes: 60 });
  expect(await pace()).toEqual({ ...before, perSecond: 7, timeToLiveMinutes: 60 });
  await user.ask(calls.delivery.savePace, { channel, perSecond: 0, dayZone: 'UTC' });
  expect(await pace()).toEqual({ ...before, timeToLiveMinutes: 60, dayZone: 'UTC' });
  const preset = RATE_LIMIT_PRESETS[0]?.key ?? '';
  await user.ask(calls.delivery.savePace, { channel, preset });
  await user.ask(calls.delivery.savePace, { channel, timeToLiveMinutes: 90 });
  expect((await pace()).preset).toBe(preset);
  await user.ask(calls.delivery.savePace, { channel, perDay: 12 });
  expect(await pace()).toMatchObject({ preset: '', perDay: 12 });
});

it('the connection of a channel keeps what a form leaves out, the backup too', async () => {
  const user = await harness().newUser();
  const channel = await channelOf(user);
  const stored = async () => (await user.ask(calls.connections.load, { channel })).values;
  const save = (change: object) => user.ask(calls.connections.save, { channel, ...change });
  const number = '+12025550147';
  expect((await save({ kind: 'twilio', number, values: SECRETS, sendsMedia: true })).RESULT).toBe(1);
  expect((await save({ backupKind: 'twilio', backupValues: SECRETS })).RESULT).toBe(1);
  const before = await stored();
  expect(before).toMatchObject({
    kind: 'twilio',
    sendsMedia: true,
    backupKind: 'twilio',
    secrets: ['authToken'],
  });
  expect((await save({ number: '+12025550148' })).RESULT).toBe(1);
  expect(await stored()).toEqual({ ...before, number: '+12025550148' });
  expect((await save({ backupKind: null })).RESULT).toBe(1);
  expect(await stored()).toMatchObject({ kind: 'twilio', backupKind: null, sendsMedia: true });
});

it('a canned answer keeps what a form leaves out', async () => {
  const user = await harness().newUser();
  const { answers } = calls;
  const answer = (await user.ask(answers.add, { name: 'hours', text: 'Nine to five' })).values.id;
  const stored = async () => (await user.ask(answers.list, {})).values.answers;
  expect((await user.ask(answers.save, { answer, name: 'Opening' })).RESULT).toBe(1);
  expect((await user.ask(answers.save, { answer, text: 'Nine to six' })).RESULT).toBe(1);
  expect(await stored()).toEqual([{ id: answer, name: 'Opening', text: 'Nine to six' }]);
  expect(await user.ask(answers.save, { answer, text: ' ' })).toMatchObject({ RESULT: 0, DETAIL: 'inpText' });
  expect(await stored()).toEqual([{ id: answer, name: 'Opening', text: 'Nine to six' }]);
});

it('the limit of sends keeps what a form leaves out', async () => {
  const user = await harness().newUser();
  const { frequency, saveFrequency } = calls.gate;
  const stored = async () => (await user.ask(frequency, {})).values;
  expect(await user.ask(saveFrequency, { sends: 3 })).toMatchObject({
    RESULT: 0,
    DETAIL: 'inpMostSendsDays',
  });
  expect((await user.ask(saveFrequency, { sends: 3, days: 7 })).RESULT).toBe(1);
  expect((await user.ask(saveFrequency, { days: 14 })).RESULT).toBe(1);
  expect((await user.ask(saveFrequency, { sends: 2 })).RESULT).toBe(1);
  expect(await stored()).toEqual({ sends: 2, days: 14 });
  expect((await user.ask(saveFrequency, { sends: 0 })).RESULT).toBe(1);
  expect(await stored()).toEqual({ sends: 0, days: 0 });
});

it('another tab hears of settings that were saved', async () => {
  const user = await harness().newUser();
  const channel = await channelOf(user);
  const told: unknown[] = [];
  const leave = harness().services.live.listen(user.accountId, (message) => told.push(message));
  await user.ask(calls.account.save, { contactInfo: '1 Main St' });
  await user.ask(calls.delivery.savePace, { channel, perSecond: 7 });
  leave();
  expect(told).toEqual([
    { type: 'settings', channelId: 0 },
    { type: 'settings', channelId: channel },
  ]);
});
