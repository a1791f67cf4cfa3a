/** Whoever writes after a blast has answered it, once, whether a conversation waited for them or not. */
import { calls } from '@parley/contract';
import type { StepShorthand } from '@parley/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import type { Background } from '../platform/services.ts';
import { startBlastPump } from '../sending/blast-pump.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { receiveInbound } from './receive-inbound.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
let user: Client & { accountId: number };
let channelId = 0;
let pump: Background;
let next = 0;

beforeAll(async () => {
  const { services } = harness();
  user = await harness().newUser();
  channelId = (await firstChannel(services.db, user.accountId))?.id ?? 0;
  pump = startBlastPump(services);
});
afterAll(() => pump.stop());

async function sketch(steps: Omit<StepShorthand, 'id'>[], keyword = ''): Promise<number> {
  next += 1;
  const numbered = steps.map((step, n) => ({ ...step, id: next * 10 + n }));
  await storeSketch(harness().services.db, user.accountId, next, numbered as StepShorthand[], keyword);
  return next;
}

async function blast(campaign: number, people: readonly string[]): Promise<() => Promise<number>> {
  const { db } = harness().services;
  const all = people.map((phone) => ({ phone }));
  const list = await storeList(db, user.accountId, `List ${campaign}`, all);
  const sent = await user.ask(calls.blast.send, { campaign, lists: [list], schedule: '2020-01-01 00:00:00' });
  const progress = async () => (await user.ask(calls.blast.progress, { blast: sent.values.blast })).values;
  await eventually(async () => (await progress()).state === 'done');
  return async () => (await progress()).replied;
}

function later(): Date {
  clock.advance(1_000);
  return clock.now();
}

async function say(phone: string, text: string, at = later()): Promise<void> {
  const carrierMessageId = at.toISOString();
  await receiveInbound(harness().services, {
    accountId: user.accountId,
    channelId,
    phone,
    text,
    carrierMessageId,
    at,
  });
}

test('an answer to its question counts once, however many follow', async () => {
  const [ann = '', bob = ''] = phones(2, 10_000);
  const asked = await sketch([
    { type: 'open-question', text: 'Which color?' },
    { type: 'open-question', text: 'Which size?' },
    { type: 'final-message', text: 'Thank you.' },
  ] as never);
  const replied = await blast(asked, [ann, bob]);
  expect(await replied()).toBe(0);
  await say(ann, 'Blue');
  expect(await replied()).toBe(1);
  for (const words of ['M', 'Bye']) await say(ann, words);
  expect(await replied()).toBe(1);
  await say(bob, 'Red');
  expect(await replied()).toBe(2);
});

test('a text that was on its way when the blast went out answers the one before, and the next one counts once', async () => {
  const [ann = ''] = phones(1, 15_000);
  const sale = () => sketch([{ type: 'final-message', text: 'Sale!' }] as never);
  const first = await blast(await sale(), [ann]);
  clock.advance(60_000);
  const second = await blast(await sale(), [ann]);
  await say(ann, 'Great', new Date(clock.now().getTime() - 1_000));
  expect([await first(), await second()]).toEqual([1, 0]);
  await say(ann, 'Again');
  await say(ann, 'And again');
  expect([await first(), await second()]).toEqual([1, 1]);
});

test('a text that nothing waits for and a keyword count, a STOP and a stranger do not', async () => {
  const [ann = '', bob = '', cem = '', stranger = ''] = phones(4, 20_000);
  await sketch([{ type: 'final-message', text: 'Open 9 to 5.' }] as never, 'HOURS');
  const replied = await blast(await sketch([{ type: 'final-message', text: 'Sale!' }] as never), [
    ann,
    bob,
    cem,
  ]);
  await say(cem, 'STOP');
  await say(stranger, 'Who is this?');
  expect(await replied()).toBe(0);
  await say(ann, 'Great');
  expect(await replied()).toBe(1);
  await say(bob, 'HOURS');
  expect(await replied()).toBe(2);
});

test('whoever was in a conversation answers a later blast, too', async () => {
  const [ann = ''] = phones(1, 30_000);
  await sketch(
    [
      { type: 'open-question', text: 'Your name?' },
      { type: 'open-question', text: 'Your age?' },
      { type: 'final-message', text: 'Fine.' },
    ] as never,
    'JOIN',
  );
  for (const words of ['JOIN', 'Ann']) await say(ann, words);
  clock.advance(1_000);
  const replied = await blast(await sketch([{ type: 'final-message', text: 'Sale!' }] as never), [ann]);
  await say(ann, 'Great');
  expect(await replied()).toBe(1);
});
