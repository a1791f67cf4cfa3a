import { randomUUID } from 'node:crypto';
import { calls } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { changed, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';

const harness = useHarness();
const phone = '+12125550100';
let owner: Client & { accountId: number };
let number = '';

beforeAll(async () => {
  owner = await harness().newUser();
  const { db } = harness().services;
  number = (await firstChannel(db, owner.accountId))?.number ?? '';
  await storeSketch(
    db,
    owner.accountId,
    1,
    [
      { id: 1, type: 'open-question', text: 'Your name?' },
      { id: 2, type: 'final-message', text: 'Hello {%answer:1%}!' },
    ],
    'JOIN',
  );
  harness().startBackground();
});

const send = (text: string, form: { phone?: string; messageId?: string; channel?: string } = {}) =>
  owner.ask(calls.simulator.phoneSend, { phone, text, ...form });
const read = async (since = 0, of = phone) =>
  (await owner.ask(calls.simulator.phoneMessages, { phone: of, since })).values.messages;

describe('a pretend phone', () => {
  test('texts a keyword and sees the conversation with status, price and campaign', async () => {
    expect((await send('JOIN', { channel: number })).RESULT).toBe(1);
    await eventually(
      () => read(),
      (seen) => seen.length === 2,
    );
    await send('Ada');
    const messages = await eventually(async () => {
      const found = await read();
      return found.filter(({ status }) => status === 'delivered').length === 2 ? found : null;
    });
    expect(messages.map(({ direction, text, campaign }) => [direction, text, campaign])).toEqual([
      ['MO', 'JOIN', 1],
      ['MT', 'Your name?', 1],
      ['MO', 'Ada', 1],
      ['MT', 'Hello Ada!', 1],
    ]);
    expect(messages[1]).toMatchObject({ credits: 1, segments: 1 });
    const since = messages[2]?.id ?? 0;
    expect((await read(since)).map(({ text }) => text)).toEqual(['Hello Ada!']);
  });

  test('counts the same message id once and answers the same ID', async () => {
    const of = '+12125550101';
    const [one, other] = await Promise.all([
      send('JOIN', { phone: of, messageId: 'm1' }),
      send('JOIN', { phone: of, messageId: 'm1' }),
    ]);
    const third = await send('JOIN', { phone: of, messageId: 'm1' });
    expect(new Set([one.values.id, other.values.id, third.values.id]).size).toBe(1);
    await eventually(
      () => read(0, of),
      (seen) => seen.length === 2,
    );
    const list = await owner.ask(calls.inbox.list, { search: '555-0101' });
    expect(list.values.messages).toHaveLength(1);
  });

  test('keeps the text as it was typed', async () => {
    const of = '+12125550102';
    await send('  Grüße 👋\n<b>{%Name%}</b> ', { phone: of });
    expect((await read(0, of))[0]?.text).toBe('  Grüße 👋\n<b>{%Name%}</b> ');
  });
});

test('a stopped phone gets the one confirmation and help, and nothing else', async () => {
  const of = '+12125550103';
  for (const text of ['STOP', 'JOIN', 'STOP', 'HELP']) await send(text, { phone: of });
  const got = await eventually(async () => {
    const messages = (await read(0, of)).filter(({ direction }) => direction === 'MT');
    return messages.length === 2 ? messages : null;
  });
  expect(got.map(({ credits }) => credits)).toEqual([0, 0]);
  expect(got[0]?.text).toMatch(/opted out/);
  await send('START', { phone: of });
  await send('JOIN', { phone: of });
  await eventually(async () => (await read(0, of)).some(({ text }) => text === 'Your name?'));
});

describe('refused are', () => {
  test('bad numbers', async () => {
    for (const bad of ['', '12', 'abc'])
      expect(await send('JOIN', { phone: bad })).toMatchObject({ status: 400, RESULT: 0 });
    expect(await owner.post('simulator/phoneMessages', { inpContactString: 'x' })).toMatchObject({
      status: 400,
      DETAIL: 'inpContactString',
    });
  });

  test('blank texts', async () => {
    expect(await send('  ')).toMatchObject({ status: 200, RESULT: 0 });
    expect(await owner.post('simulator/phoneSend', { inpContactString: phone })).toMatchObject({
      status: 400,
    });
  });

  test('foreign and unknown channels, with the same bytes', async () => {
    const other = await harness().newUser();
    const foreign = await firstChannel(harness().services.db, other.accountId);
    const answers = await Promise.all(
      [foreign?.number ?? '', '+15559999999'].map((inpShortCode) =>
        owner.post('simulator/phoneSend', { inpContactString: phone, inpText: 'JOIN', inpShortCode }),
      ),
    );
    expect(answers[0]).toMatchObject({ status: 404, RESULT: 0 });
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  test('channels with a real carrier', async () => {
    const { db } = harness().services;
    const other = await harness().newUser();
    await changed(
      db,
      sql`update channels set connection_kind = 'twilio' where account_id = ${other.accountId}`,
    );
    const answer = await other.ask(calls.simulator.phoneSend, { phone, text: 'JOIN' });
    expect(answer).toMatchObject({ status: 200, RESULT: 0 });
  });
});

test('nobody sees another account’s phones', async () => {
  const other = await harness().newUser();
  const { values } = await other.ask(calls.simulator.phoneMessages, { phone });
  expect(values.messages).toEqual([]);
});

describe('a test phone with somebody’s number', () => {
  const [of, asked] = ['+12125550108', '+12125550109'];
  let list = 0;
  /**
   * What a colleague makes of the phone on a simulated channel beside the first one, which the person texts.
   */
  const pretend = async (text: string, as = of) => {
    const all = (await owner.ask(calls.channels.list, { search: 'Beside' })).values.channels;
    return send(text, { phone: as, channel: all[0]?.number ?? '' });
  };
  const own = async (text: string, as = of) => {
    const channelId = (await firstChannel(harness().services.db, owner.accountId))?.id ?? 0;
    const letter = { accountId: owner.accountId, channelId, phone: as, text };
    await receiveInbound(harness().services, { ...letter, carrierMessageId: randomUUID(), at: new Date() });
  };
  const isOut = async () => {
    const found = await owner.ask(calls.optouts.list, { search: of });
    return found.values.total === 1;
  };

  beforeAll(async () => {
    await owner.ask(calls.channels.add, { name: 'Beside' });
    list = (await owner.ask(calls.lists.add, { name: 'Asked' })).values.id;
    await owner.ask(calls.gate.saveListRules, { list, doubleOptIn: true });
  });

  test('lifts no opt-out that came over another channel or was recorded by hand', async () => {
    await own('STOP');
    for (const word of ['START', 'UNSTOP', 'YES']) await pretend(word);
    expect(await isOut()).toBe(true);
    await own('START');
    expect(await isOut()).toBe(false);
    await owner.ask(calls.optouts.record, { phone: of });
    await pretend('START');
    expect(await isOut()).toBe(true);
    await own('UNSTOP');
    await pretend('STOP');
    await pretend('START');
    expect(await isOut()).toBe(false);
  });

  test('lifts what was said on the test phone of another channel', async () => {
    for (const word of ['START', 'UNSTOP', 'yes']) {
      await pretend('STOP');
      expect(await isOut()).toBe(true);
      await send(word, { phone: of, channel: number });
      expect(await isOut()).toBe(false);
    }
  });

  test('says no YES to a question that went to the person', async () => {
    const count = async () => (await owner.ask(calls.lists.info, { list })).values.info.count;
    await owner.ask(calls.members.add, { phone: asked, list });
    await eventually(async () => {
      const { values } = await owner.ask(calls.simulator.phoneMessages, { phone: asked, since: 0 });
      return values.messages.some(({ text }) => text.includes('Reply YES'));
    });
    for (const word of ['HELP', 'YES']) await pretend(word, asked);
    expect(await count()).toBe(0);
    await own('YES', asked);
    expect(await count()).toBe(1);
  });
});
