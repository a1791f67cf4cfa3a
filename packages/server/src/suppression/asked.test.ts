import { calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { campaigns, gate, optouts } = calls;
const PHONE = '+12125553301';
const MINUTE = 60_000;
let user: Client & { accountId: number };
let channel = 0;
let texts = 0;

beforeAll(async () => {
  user = await harness().newUser();
  const { db } = harness().services;
  channel = (await firstChannel(db, user.accountId))?.id ?? 0;
  await storeSketch(db, user.accountId, 1, [{ id: 1, type: 'final-message', text: 'Welcome!' }], 'JOIN');
});

async function text(words: string): Promise<void> {
  clock.advance(MINUTE);
  const { services } = harness();
  const { accountId } = user;
  const incoming = { accountId, channelId: channel, phone: PHONE, text: words, at: clock.now() };
  await receiveInbound(services, { ...incoming, carrierMessageId: `k${texts++}` });
}

const sent = () => textsTo(harness().services.db, user.accountId, PHONE);
const asked = async () => {
  const [row] = (await user.ask(optouts.list, { search: '', start: 0, length: 10 })).values.optOuts;
  return row && [row.askedWords, row.askedCampaign, row.askedAt];
};
const counted = async () =>
  (await user.ask(campaigns.list, {})).values.campaigns.find(({ id }) => id === 1)?.askedAfterStop;

test('a keyword of somebody who opted out is answered with nothing, listed beside the opt-out, and counted at its campaign', async () => {
  await text('STOP');
  const before = await sent();
  expect([await asked(), await counted()]).toEqual([['', 0, ''], 0]);
  await text('what is this');
  expect(await asked()).toEqual(['', 0, '']);
  await text(' join ');
  expect(await asked()).toEqual([' join ', 1, clock.now().toISOString()]);
  await text('JOIN');
  expect([await counted(), await sent()]).toEqual([1, before]);
  const [head, row] = (await user.get(optouts.exportAll.path)).text.trim().split('\r\n');
  expect(head).toMatch(/"Texted since","Texted since at","Texted since to campaign"$/);
  expect(row).toContain(`,"JOIN","${clock.now().toISOString()}","`);
});

test('where the channel is set so, it is answered with how to opt in again, at most once a day', async () => {
  const rules = { channel, usual: true, quiet: false, from: 8, to: 21, byState: true, disclosure: '' };
  expect((await user.ask(gate.channelRules, { channel })).values.startHint).toBe(false);
  await user.ask(gate.saveChannelRules, { ...rules, startHint: true });
  await user.ask(gate.saveChannelRules, rules);
  expect((await user.ask(gate.channelRules, { channel })).values.startHint).toBe(true);
  const before = (await sent()).length;
  clock.advance(24 * 60 * MINUTE);
  await text('JOIN');
  await text('JOIN');
  const hints = (await sent()).slice(before);
  expect(hints).toEqual([expect.stringMatching(/opted out, so we didn't send anything\. Reply START/)]);
});

test('it is forgotten when the person opts in again', async () => {
  await text('START');
  expect(
    await harness().services.pool.query('select 1 from suppressions where phone = $1', [PHONE]),
  ).toMatchObject({
    rowCount: 0,
  });
  await text('JOIN');
  expect((await sent()).at(-1)).toBe('Welcome!');
});
