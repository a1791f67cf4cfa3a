import { calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { receiveInbound } from './receive-inbound.ts';

const harness = useHarness();
const { keyword } = calls;
let user: Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let channelId = 0;
let count = 0;

const QUESTION = 'What is your name?';
beforeAll(async () => {
  user = await harness().newUser();
  const { db } = harness().services;
  channelId = (await firstChannel(db, user.accountId))?.id ?? 0;
  const asks = [
    { id: 1, type: 'open-question', text: QUESTION },
    { id: 2, type: 'final-message', text: 'Hello, {%answer:1%}.' },
  ] as const;
  await storeSketch(db, user.accountId, 1, asks, 'JOIN');
  await storeSketch(db, user.accountId, 2, [{ id: 11, type: 'final-message', text: 'Open.' }], 'Hours');
  await storeSketch(db, user.accountId, 3, [{ id: 21, type: 'final-message', text: 'Asked.' }], 'join us');
  await user.ask(keyword.add, { campaign: 1, channel: '', keywords: 'Jion' });
  await user.ask(keyword.saveFirstWord, { campaign: 1, byFirstWord: true });
});

const newPhone = () => `+1212555${4000 + count++}`;

async function says(phone: string, text: string): Promise<string | undefined> {
  const { services } = harness();
  const { accountId } = user;
  const before = await textsTo(services.db, accountId, phone);
  count += 1;
  const incoming = { accountId, channelId, phone, text, at: services.clock.now() };
  await receiveInbound(services, { ...incoming, carrierMessageId: `first${count}` });
  return (await textsTo(services.db, accountId, phone))[before.length];
}

test.each(['JOIN please', 'jion, now!', '👋 Join\nme', 'ＪＯＩＮ me'])(
  '%j starts the campaign whose keyword it begins with',
  async (text) => {
    expect(await says(newPhone(), text)).toBe(QUESTION);
  },
);

test.each(['please JOIN', 'JOINT me', 'join-me please'])('%j begins with no keyword', async (text) => {
  expect(await says(newPhone(), text)).toBeUndefined();
});

test('only where the campaign is set so, and not after it was switched off', async () => {
  expect(await says(newPhone(), 'Hours please')).toBeUndefined();
  await user.ask(keyword.saveFirstWord, { campaign: 2, byFirstWord: true });
  expect(await says(newPhone(), 'Hours please')).toBe('Open.');
  await user.ask(keyword.saveFirstWord, { campaign: 2, byFirstWord: false });
  expect(await says(newPhone(), 'Hours please')).toBeUndefined();
});

test('a text that is a keyword as a whole goes to its campaign, not to that of its first word', async () => {
  expect(await says(newPhone(), 'Join us!')).toBe('Asked.');
});

test('an answer that begins with a keyword stays an answer; the keyword by itself starts anew', async () => {
  const phone = newPhone();
  expect(await says(phone, 'join')).toBe(QUESTION);
  expect(await says(phone, 'Join Miller')).toBe('Hello, Join Miller.');
  expect(await says(phone, 'Join Miller')).toBe(QUESTION);
  expect(await says(phone, 'JOIN')).toBe(QUESTION);
});

test('reserved words come first, and a person who opted out starts nothing', async () => {
  const phone = newPhone();
  expect(await says(phone, 'stop')).toContain('opted out');
  expect(await says(phone, 'JOIN please')).toBeUndefined();
  const asked = await rows(
    harness().services.db,
    sql<{ campaign: number }>`
      select asked_campaign_id as campaign from suppressions where account_id = ${user.accountId} and phone = ${phone}`,
  );
  expect(asked).toEqual([{ campaign: 1 }]);
});

test.each(['Join who is this', 'JOIN was a mistake, wrong number'])(
  '%j may be an opt-out, and is left to a person',
  async (text) => {
    const phone = newPhone();
    expect(await says(phone, text)).toBeUndefined();
    const consents = await rows(
      harness().services.db,
      sql`select 1 from consents where account_id = ${user.accountId} and phone = ${phone}`,
    );
    expect(consents).toEqual([]);
  },
);

test('a text of one group is looked up for itself', async () => {
  const texts = ['JOIN', 'JOIN please', 'hours', 'nothing'];
  const phones = texts.map(newPhone);
  const answers = await Promise.all(texts.map((text, n) => says(phones[n] ?? '', text)));
  expect(answers).toEqual([QUESTION, QUESTION, 'Open.', undefined]);
});
