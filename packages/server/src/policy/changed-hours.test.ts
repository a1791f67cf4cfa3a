/** What the hours of a channel hold, when the hours or the person's mind change meanwhile. */
import { calls } from '@parley/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { startConversation } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, sql } from '../platform/db/database.ts';
import type { Background } from '../platform/services.ts';
import { startBlastPump } from '../sending/blast-pump.ts';
import { startOutboxPump } from '../sending/outbox-pump.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { forgetRules } from './send-policy.ts';
import { talks } from './testing/talks.ts';

const EVENING = '2026-03-03T02:30:00Z'; // 21:30 in New York
const AT_EIGHT = '2026-03-03T13:00:00.000Z';
const AT_NINE = '2026-03-03T14:00:00.000Z';
const TRIGGERED = '+12125553001';
const IN_BLAST = '+12125553002';
/** A number that tells nothing of where somebody is. */
const NOWHERE = '+18005550123';
const clock = manualClock(EVENING);
const harness = useHarness({ clock, config: { privateCarriers: true } });
const services = () => harness().services;
let user: Client & { accountId: number };
let channelId = 0;
let pumps: Background[] = [];
const { messagesTo, text } = talks(() => ({ services: services(), accountId: user.accountId, channelId }));

beforeEach(async () => {
  clock.set(EVENING);
  user = await harness().newUser();
  channelId = (await firstChannel(services().db, user.accountId))?.id ?? 0;
  pumps = [startOutboxPump(services()), startBlastPump(services())];
});
afterEach(async () => {
  await Promise.all(pumps.map((pump) => pump.stop()));
});

const allow = (change: { usual?: boolean; quiet?: boolean; from?: number; to?: number }) =>
  user.ask(calls.gate.saveChannelRules, { channel: channelId, ...change });

test('held single messages and blasts wait for the new opening, or go when there are no hours any more', async () => {
  const { db } = services();
  await allow({ quiet: true, from: 8, to: 21 });
  const steps = (id: number) => [{ type: 'final-message', id: id * 10, text: 'Hello' }] as never;
  for (const id of [1, 2]) await storeSketch(db, user.accountId, id, steps(id));
  const list = (await user.ask(calls.lists.add, { name: 'All' })).values.id;
  await user.ask(calls.members.add, { phone: IN_BLAST, list });
  await user.ask(calls.blast.send, { campaign: 1, lists: [list], schedule: '2020-01-01 00:00:00' });
  await startConversation(services(), {
    accountId: user.accountId,
    campaignId: 2,
    channelId,
    phone: TRIGGERED,
    variables: {},
    by: 'api',
  });
  const heldUntil = async () => {
    const found = [...(await messagesTo(TRIGGERED)), ...(await messagesTo(IN_BLAST))];
    return found.map(({ status, heldUntil: until }) => [status, until?.toISOString()]);
  };
  const areHeldUntil = (moment: string) =>
    eventually(
      heldUntil,
      (seen) => seen.length === 2 && seen.every(([is, until]) => is === 'held' && until === moment),
    );
  await areHeldUntil(AT_EIGHT);
  await allow({ from: 9, to: 21 });
  clock.advance(1_000);
  await areHeldUntil(AT_NINE);
  await allow({ from: 8, to: 21 });
  clock.advance(1_000);
  await areHeldUntil(AT_EIGHT);
  await allow({ quiet: false });
  clock.advance(1_000);
  await eventually(
    () =>
      rows(
        db,
        sql<{ phone: string }>`
          select phone from simulator_messages
          where account_id = ${user.accountId} and direction = 'MT' order by phone`,
      ),
    (seen) => {
      expect(seen.length).toBeLessThanOrEqual(2);
      return seen.length === 2;
    },
  );
});

test('what is held goes by the account’s own zone and by the kind of connection as they are now', async () => {
  const { db } = services();
  await storeSketch(db, user.accountId, 2, [{ type: 'final-message', id: 20, text: 'Hello' }] as never);
  const list = (await user.ask(calls.lists.add, { name: 'All' })).values.id;
  await user.ask(calls.members.add, { phone: NOWHERE, list });
  await allow({ quiet: true, from: 8, to: 21 });
  await user.ask(calls.blast.send, { campaign: 2, lists: [list], schedule: '2020-01-01 00:00:00' });
  const held = (moment: string) =>
    eventually(
      () => messagesTo(NOWHERE),
      ([seen]) => seen?.status === 'held' && seen.heldUntil?.toISOString() === moment,
    );
  await held(AT_EIGHT);
  // 11:30 in Tokyo.
  await user.ask(calls.account.save, { timeZone: 'Asia/Tokyo' });
  // Rules are kept for a second of the real clock.
  forgetRules(services());
  clock.advance(1_000);
  await eventually(
    () => messagesTo(NOWHERE),
    ([seen]) => seen?.status === 'sent',
  );
  await user.ask(calls.account.save, { timeZone: 'America/New_York' });
  await allow({ usual: true });
  const values = { baseUrl: 'http://127.0.0.1:9', accountSid: 'AC1', authToken: 'secret' };
  const form = { channel: channelId, number: `+1212555${String(user.accountId).padStart(4, '0')}` };
  expect(await user.ask(calls.connections.save, { ...form, kind: 'twilio', values })).toMatchObject({
    RESULT: 1,
  });
  clock.advance(1_000);
  await startConversation(services(), {
    accountId: user.accountId,
    campaignId: 2,
    channelId,
    phone: TRIGGERED,
    variables: {},
    by: 'api',
  });
  await eventually(
    () => messagesTo(TRIGGERED),
    ([seen]) => seen?.status === 'held' && seen.reason === 'quiet-hours',
  );
  await user.ask(calls.connections.save, { channel: channelId, number: '+15551234567', kind: 'simulator' });
  clock.advance(1_000);
  await eventually(
    () => messagesTo(TRIGGERED),
    ([seen]) => seen?.status === 'sent',
  );
});

test('what was held when somebody opted out is not sent to who comes back before the opening', async () => {
  await allow({ quiet: true, from: 8, to: 21 });
  await storeSketch(services().db, user.accountId, 2, [
    { type: 'final-message', id: 20, text: 'Hello' },
  ] as never);
  const start = () =>
    startConversation(services(), {
      accountId: user.accountId,
      campaignId: 2,
      channelId,
      phone: TRIGGERED,
      variables: {},
      by: 'api',
    });
  const states = async () => (await messagesTo(TRIGGERED)).map(({ status, reason }) => [status, reason]);
  await start();
  await eventually(states, (seen) => seen[0]?.[0] === 'held');
  clock.advance(1_000);
  await text(TRIGGERED, 'STOP');
  await text(TRIGGERED, 'START');
  clock.advance(1_000);
  await start();
  await eventually(states, (seen) => seen[1]?.[0] === 'held');
  clock.set(AT_EIGHT);
  services().signals.wake('outbox');
  const isOver = ([status]: readonly (string | null)[]) => status === 'skipped' || status === 'sent';
  await eventually(states, (seen) => seen.every(isOver));
  expect(await states()).toEqual([
    ['skipped', 'opted-out'],
    ['sent', null],
  ]);
});
