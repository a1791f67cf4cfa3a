/**
 * The guard against two machines that talk: whoever answers like one is muted, whoever answers a survey never
 * is.
 */
import { calls } from '@parley/contract';
import type { StepShorthand } from '@parley/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { talks } from './testing/talks.ts';

const DAY = '2026-03-02T15:00:00Z'; // 10:00 in New York
const clock = manualClock(DAY);
const harness = useHarness({ clock });
let user: Client & { accountId: number };
let channelId = 0;
let numbers = 0;
let next = 100;
const services = () => harness().services;
const db = () => services().db;

const newPhone = () => `+1212555${String(3000 + numbers++)}`;

beforeEach(async () => {
  clock.set(DAY);
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
});

async function sketch(steps: Record<string, unknown>[], keyword = ''): Promise<number> {
  next += 1;
  const numbered = steps.map((step, n) => ({ ...step, id: next * 10 + n }));
  await storeSketch(db(), user.accountId, next, numbered as never, keyword);
  return next;
}

const { text, messagesTo, balanceAddsUp } = talks(() => ({
  services: services(),
  accountId: user.accountId,
  channelId,
}));

describe('the guard against two machines', () => {
  const said = async (phone: string) =>
    (await messagesTo(phone)).filter(({ status }) => status !== 'skipped').length;
  const muted = async () => (await user.ask(calls.optouts.muted, {})).values;
  /** Seconds before each text of somebody who reads and types. */
  const HUMAN_GAPS = [4, 9, 3, 6, 14, 5, 8, 3, 11, 7];

  test('answers 20 messages of an hour to a machine, then mutes it for a day', async () => {
    await sketch([{ type: 'final-message', text: 'Hello, machine.' }], 'BOT');
    const phone = newPhone();
    for (let n = 0; n < 22; n++) await text(phone, 'BOT');
    expect(await said(phone)).toBe(20);
    const mutedAt = clock.now().getTime();
    const listed = await muted();
    expect(listed).toMatchObject({ total: 1, muted: [{ phone, channel: channelId, messages: 20 }] });
    expect(listed.muted[0]?.until).toBe(new Date(mutedAt + 24 * 3_600_000).toISOString());
    clock.set(new Date(mutedAt + 24 * 3_600_000 - 1));
    await text(phone, 'BOT');
    expect(await said(phone)).toBe(20);
    clock.advance(1);
    await text(phone, 'BOT');
    expect(await said(phone)).toBe(21);
    await balanceAddsUp();
  });

  test('whoever is unmuted is answered as if nothing had been said before', async () => {
    await sketch([{ type: 'final-message', text: 'Hello, machine.' }], 'BOT');
    const phone = newPhone();
    for (let n = 0; n < 22; n++) await text(phone, 'BOT');
    const contact = (await muted()).muted[0]?.contact ?? 0;
    clock.advance(1_000);
    await user.ask(calls.optouts.unmute, { contact, channel: channelId });
    expect((await muted()).total).toBe(0);
    clock.advance(1_000);
    for (let n = 0; n < 22; n++) await text(phone, 'BOT');
    expect(await said(phone)).toBe(40);
    expect((await muted()).total).toBe(1);
  });

  test('whoever is unmuted is that one alone', async () => {
    await sketch([{ type: 'final-message', text: 'Hello, machine.' }], 'BOT');
    const [one, other] = [newPhone(), newPhone()];
    for (let n = 0; n < 22; n++) for (const phone of [one, other]) await text(phone, 'BOT');
    const contact = (await muted()).muted.find(({ phone }) => phone === one)?.contact ?? 0;
    await user.ask(calls.optouts.unmute, { contact, channel: channelId });
    expect((await muted()).muted.map(({ phone }) => phone)).toEqual([other]);
  });

  test('HELP, START and STOP are answered as often as they are sent, and to somebody muted', async () => {
    await sketch([{ type: 'final-message', text: 'Hello, machine.' }], 'BOT');
    const phone = newPhone();
    for (let n = 0; n < 21; n++) await text(phone, 'BOT');
    for (let n = 0; n < 23; n++) await text(phone, 'HELP');
    await text(phone, 'STOP');
    await text(phone, 'START');
    const answers = await rows(
      db(),
      sql<{ status: string; body: string }>`
        select m.status, m.body from messages m join contacts c on c.account_id = ${user.accountId} and c.id = m.contact_id
        where m.account_id = ${user.accountId} and c.phone = ${phone} and m.origin = 'system' order by m.id`,
    );
    expect(answers.filter(({ status }) => status !== 'skipped')).toHaveLength(25);
    expect(answers.slice(-2).map(({ body }) => body)).toEqual([
      expect.stringContaining("You're opted out"),
      expect.stringContaining("You're opted back in"),
    ]);
    expect((await muted()).total).toBe(1);
  });

  test.each([11, 40])(
    'a person who answers a survey of %i questions quickly gets to its end',
    async (questions) => {
      await sketch(
        [
          ...Array.from({ length: questions }, (_, n) => ({
            type: 'choice-question',
            text: `Question ${n + 1}: 1 to 5?`,
            intents: [1, 2, 3, 4, 5].map((score) => ({ text: String(score), response: 'Thank you!' })),
          })),
          { type: 'final-message', text: 'Here is your prize.' },
        ] as StepShorthand[],
        'SURVEY',
      );
      for (const [answer, gaps] of [
        ['5', HUMAN_GAPS],
        ['any', [2]],
      ] as const) {
        const phone = newPhone();
        await text(phone, 'SURVEY');
        for (let n = 0; n < questions; n++) {
          clock.advance((gaps[n % gaps.length] ?? 0) * 1_000);
          await text(phone, answer === 'any' ? String(1 + (n % 5)) : answer);
        }
        expect((await messagesTo(phone)).at(-1)).toMatchObject({ body: 'Here is your prize.', reason: null });
      }
      expect((await muted()).total).toBe(0);
    },
  );

  test('an auto-reply to a question that comes again and again is muted, a person at the same menu is not', async () => {
    await sketch(
      [
        {
          type: 'choice-question',
          text: 'Menu: 1 hours, 2 address, 3 more',
          intents: ['1', '2', '3'].map((each) => ({ text: each })),
        },
        { type: 'message', text: 'We are open all day.', next: (next + 1) * 10 },
      ] as StepShorthand[],
      'MENU',
    );
    const [bot, person] = [newPhone(), newPhone()];
    for (const phone of [bot, person]) await text(phone, 'MENU');
    for (let n = 0; n < 40; n++) {
      clock.advance((HUMAN_GAPS[n % HUMAN_GAPS.length] ?? 0) * 1_000);
      await text(bot, `I am away. Ticket ${n}.`);
      await text(person, ['1', '2', '3', 'hours', 'where are you?'][n % 5] ?? '');
    }
    expect((await muted()).muted.map(({ phone }) => phone)).toEqual([bot]);
    expect(await said(bot)).toBeLessThanOrEqual(22);
    expect(await said(person)).toBe(81);
  });

  const rowsOf = async () => (await muted()).muted.map(({ phone, channel }) => [phone, channel]);

  test('hears what was said last: somebody who wrote like a person and then like a machine is muted', async () => {
    await sketch([{ type: 'final-message', text: 'Hello, machine.' }], 'BOT');
    const phone = newPhone();
    for (let n = 0; n < 14; n++) {
      clock.advance((HUMAN_GAPS[n % HUMAN_GAPS.length] ?? 0) * 1_000);
      await text(phone, `Is anybody there? ${'Please. '.repeat(n)}`);
    }
    for (let n = 0; n < 21; n++) {
      clock.advance(1_000);
      await text(phone, 'BOT');
    }
    expect(await said(phone)).toBe(20);
    expect(await rowsOf()).toEqual([[phone, channelId]]);
  });

  test('begins when ten messages of twenty say again what was said, and not at nine', async () => {
    const steps = Array.from({ length: 11 }, (_, n) => ({
      type: 'open-question',
      text: `Question ${'?'.repeat(n)} ${'x'.repeat(n)}`,
    }));
    const end = [{ type: 'final-message', text: 'That is all.' }];
    await sketch([...steps.slice(0, 9), ...end], 'TEN');
    await sketch([...steps.slice(0, 10), ...end], 'ELEVEN');
    const [ten, eleven] = [newPhone(), newPhone()];
    // Ten texts of a campaign, twice: ten of twenty are repeats. Eleven and nine of them: nine are.
    const play = async (phone: string, keyword: string, messages: number) => {
      for (let n = 0; n < messages; n++)
        await text(phone, n % (keyword === 'TEN' ? 10 : 11) === 0 ? keyword : 'ok');
      expect(await said(phone)).toBe(messages);
    };
    await play(ten, 'TEN', 20);
    await text(ten, 'TEN');
    await play(eleven, 'ELEVEN', 20);
    await text(eleven, 'ok');
    expect([await said(ten), await said(eleven)]).toEqual([20, 21]);
    expect(await rowsOf()).toEqual([[ten, channelId]]);
  });

  test('forgets what was said an hour ago', async () => {
    await sketch([{ type: 'final-message', text: 'Hello, machine.' }], 'BOT');
    const phone = newPhone();
    for (let n = 0; n < 20; n++) await text(phone, 'BOT');
    clock.advance(3_600_000);
    for (let n = 0; n < 20; n++) await text(phone, 'BOT');
    expect(await said(phone)).toBe(40);
    await text(phone, 'BOT');
    expect(await said(phone)).toBe(40);
  });

  test('listens on each channel by itself, and mutes there alone; whoever unmutes, unmutes there alone', async () => {
    await sketch([{ type: 'final-message', text: 'Hello, machine.' }], 'BOT');
    const first = channelId;
    const other = (await user.ask(calls.channels.add, { name: 'Second' })).values.id;
    await sql`
      insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id)
      select account_id, ${other}, keyword_key, keyword, campaign_id from keywords where account_id = ${user.accountId}`.execute(
      db(),
    );
    const phone = newPhone();
    // Nineteen on each are many on none.
    for (const channel of [first, other]) {
      channelId = channel;
      for (let n = 0; n < 19; n++) await text(phone, 'BOT');
    }
    expect([await said(phone), await rowsOf()]).toEqual([38, []]);
    for (let n = 0; n < 2; n++) await text(phone, 'BOT');
    expect([await said(phone), await rowsOf()]).toEqual([39, [[phone, other]]]);
    channelId = first;
    await text(phone, 'BOT');
    expect(await said(phone)).toBe(40);
    await text(phone, 'BOT');
    expect((await rowsOf()).toSorted()).toEqual(
      [
        [phone, first],
        [phone, other],
      ].toSorted(),
    );
    const contact = (await muted()).muted[0]?.contact ?? 0;
    await user.ask(calls.optouts.unmute, { contact, channel: other });
    expect(await rowsOf()).toEqual([[phone, first]]);
    const stranger = await harness().newUser();
    expect((await stranger.ask(calls.optouts.unmute, { contact, channel: first })).status).toBe(404);
    expect(await rowsOf()).toEqual([[phone, first]]);
  });

  test('counts each campaign by itself: who has had 20 messages of one is answered by another, beside people it hardly knows', async () => {
    await sketch([{ type: 'final-message', text: 'Once more.' }], 'AGAIN');
    await sketch([{ type: 'final-message', text: 'Something else.' }], 'ELSE');
    const [talker, other] = [newPhone(), newPhone()];
    for (let n = 0; n < 20; n++) await text(talker, 'AGAIN');
    await Promise.all([text(talker, 'ELSE'), text(other, 'ELSE')]);
    for (const phone of [talker, other])
      expect((await messagesTo(phone)).at(-1)).toMatchObject({ body: 'Something else.', reason: null });
    await Promise.all([text(talker, 'AGAIN'), text(other, 'AGAIN')]);
    expect((await messagesTo(talker)).at(-1)).toMatchObject({ body: 'Something else.' });
    expect((await user.ask(calls.optouts.muted, {})).values).toMatchObject({
      total: 1,
      muted: [{ phone: talker }],
    });
    expect((await messagesTo(other)).at(-1)).toMatchObject({ body: 'Once more.', reason: null });
    await balanceAddsUp();
  });
});
