/** Double opt-in: whoever is added to such a list is asked, and is a member only after a YES. */
import { calls } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound, startConversation } from '../conversation/index.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { startBlastPump } from '../sending/blast-pump.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { storeList } from '../testing/people.ts';
import { askDue } from './ask.ts';

const harness = useHarness();
const { lists, members, gate } = calls;
const PHONE = '+12125550100';
let user: Client & { accountId: number };
let list = 0;
let channelId = 0;
let texts = 0;
const db = () => harness().services.db;

beforeEach(async () => {
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
  list = (await user.ask(lists.add, { name: 'News' })).values.id;
  expect((await user.ask(gate.saveListRules, { list, doubleOptIn: true })).RESULT).toBe(1);
});

const text = (words: string, phone = PHONE) =>
  receiveInbound(harness().services, {
    accountId: user.accountId,
    channelId,
    phone,
    text: words,
    carrierMessageId: `text ${texts++}`,
    at: new Date(),
  });
async function askAll() {
  while (await askDue(harness().services, 'test')) {
    // list after list
  }
}
const count = async () => (await user.ask(lists.info, { list })).values.info.count;
const pending = async () => (await user.ask(gate.listRules, { list })).values.pending;
const sentTo = (phone: string) =>
  rows(
    db(),
    sql<{ body: string; credits: number; status: string }>`
      select m.body, m.credits, m.status from messages m
      join contacts c on c.account_id = ${user.accountId} and c.id = m.contact_id
      where m.account_id = ${user.accountId} and c.phone = ${phone} order by m.id`,
  );

test('by hand: asked once, a member on YES, with the proof; nobody else becomes one', async () => {
  await user.ask(members.add, { phone: PHONE, list });
  await user.ask(members.add, { phone: PHONE, list });
  await user.ask(members.add, { phone: '+12125550101', list });
  expect([await count(), await pending()]).toEqual([0, 2]);
  await askAll();
  const asked = await sentTo(PHONE);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.body).toContain('Reply YES');
  expect(asked[0]?.body).toContain('News');
  expect(asked[0]?.credits).toBe(1);
  await text('Yes please');
  expect([await count(), await pending()]).toEqual([1, 1]);
  const proof = await first(
    db(),
    sql`
      select kind, source, words, shown, list_id as list from consents
      where account_id = ${user.accountId} and phone = ${PHONE} order by id desc limit 1`,
  );
  expect(proof).toEqual({
    kind: 'opt-in',
    source: 'double-opt-in',
    words: 'Yes please',
    shown: asked[0]?.body,
    list,
  });
  await text('no', '+12125550101');
  expect(await count()).toBe(1);
});

test('pending people are never targeted, and moving or copying does not get around it', async () => {
  const open = (await user.ask(lists.add, { name: 'Open' })).values.id;
  await user.ask(members.add, { phone: PHONE, list: open });
  await user.ask(members.add, { phone: '+12125550101', list: open });
  await user.ask(members.copy, { phone: PHONE, target: list });
  await user.ask(members.move, { phone: '+12125550101', list: open, target: list });
  expect([await count(), await pending()]).toEqual([0, 2]);
  await storeSketch(db(), user.accountId, 80, [{ type: 'final-message', id: 801, text: 'Hi' }] as never);
  const review = await user.ask(calls.blast.review, { campaign: 80, lists: [list] });
  expect(review.values).toMatchObject({ listCount: 0, eligible: 0 });
});

test('an opt-in step makes a pending member; a question that the flow asks afterwards gets its own YES', async () => {
  await storeSketch(
    db(),
    user.accountId,
    81,
    [
      { type: 'opt-in', id: 811, list },
      { type: 'open-question', id: 812, text: 'Do you like coffee?' },
      { type: 'final-message', id: 813, text: 'Fine.' },
    ] as never,
    'COFFEE',
  );
  await text('COFFEE');
  expect([await count(), await pending()]).toEqual([0, 1]);
  await askAll();
  // The confirmation was asked last: this YES is for the list.
  await text('YES');
  expect([await count(), await pending()]).toEqual([1, 0]);
  await text('YES');
  expect((await sentTo(PHONE)).at(-1)?.body).toBe('Fine.');
});

/** Opt-ins of all campaigns that count, in the figures and in the table of people. */
async function optIns() {
  const today = new Date().toISOString().slice(0, 10);
  const span = { datapoint: 0, from: '2020-01-01', to: today };
  const table = (await user.ask(calls.tiles.subscribers, span)).values.data;
  const events = await rows(
    db(),
    sql<{ raw: string; campaign: number; step: number }>`
      select raw, campaign_id as campaign, step_id as step from events
      where account_id = ${user.accountId} and kind = 'optin' order by id`,
  );
  const consents = await rows(
    db(),
    sql<{ words: string; campaign: number | null }>`
      select words, campaign_id as campaign from consents
      where account_id = ${user.accountId} and list_id = ${list} order by id`,
  );
  return { table, events, consents };
}

test('who joins by keyword is asked last in the turn, counts as nothing until YES, and is told that it worked', async () => {
  await storeSketch(
    db(),
    user.accountId,
    82,
    [
      { type: 'message', id: 821, text: 'Welcome!' },
      { type: 'opt-in', id: 822, list },
      { type: 'open-question', id: 823, text: 'Which size?' },
      { type: 'final-message', id: 824, text: 'Noted.' },
    ] as never,
    'JOIN',
  );
  await text('JOIN');
  const bodies = async () => (await sentTo(PHONE)).map(({ body }) => body);
  expect(await bodies()).toEqual(['Welcome!', 'Which size?', expect.stringContaining('Reply YES')]);
  await askAll();
  expect(await bodies()).toHaveLength(3);
  expect([await count(), await pending()]).toEqual([0, 1]);
  expect(await optIns()).toMatchObject({ table: { records: [] }, events: [], consents: [] });
  await text('yes');
  expect((await bodies()).at(-1)).toMatch(
    /Thanks, you're in \(News\)\. Reply HELP for help, STOP to opt out/,
  );
  expect([await count(), await pending()]).toEqual([1, 0]);
  const confirmed = await optIns();
  expect(confirmed.events).toEqual([{ raw: 'yes', campaign: 82, step: 822 }]);
  expect(confirmed.consents).toEqual([{ words: 'yes', campaign: 82 }]);
  expect(confirmed.table.records).toHaveLength(1);
  await text('M');
  expect((await bodies()).at(-1)).toBe('Noted.');
});

test('a YES to what a conversation asked since is an answer, and makes nobody a member', async () => {
  await user.ask(members.add, { phone: PHONE, list });
  await askAll();
  await storeSketch(
    db(),
    user.accountId,
    87,
    [
      { type: 'open-question', id: 871, text: 'Do you like coffee?' },
      { type: 'final-message', id: 872, text: 'Fine.' },
    ],
    'BEANS',
  );
  await text('BEANS');
  await text('YES');
  expect([await count(), await pending()]).toEqual([0, 1]);
  expect((await sentTo(PHONE)).at(-1)?.body).toBe('Fine.');
});

test('whoever comes without a page is asked in the language of their tag, also of one that they have just chosen', async () => {
  const { accountId } = user;
  const language = (await user.ask(calls.tags.add, { name: 'language' })).values.id;
  await storeList(db(), accountId, 'Known', [{ phone: PHONE, tags: { [language]: 'Français' } }]);
  await user.ask(members.add, { phone: PHONE, list });
  await storeSketch(
    db(),
    accountId,
    88,
    [
      { type: 'open-question', id: 881, text: 'Language?' },
      { type: 'tag', id: 882, tag: 'language', value: '' },
      { type: 'opt-in', id: 883, list },
    ] as never,
    'HALLO',
  );
  const other = '+12125550177';
  for (const words of ['HALLO', 'Deutsch']) await text(words, other);
  await askAll();
  for (const [phone, asked, answer, thanks] of [
    [PHONE, 'Répondez OUI pour recevoir', 'oui', "Merci, c'est confirmé"],
    [other, 'Antworten Sie mit JA', 'ja', 'Danke, Sie sind dabei'],
  ] as const) {
    expect((await sentTo(phone)).at(-1)?.body).toContain(asked);
    await text(answer, phone);
    expect((await sentTo(phone)).at(-1)?.body).toContain(thanks);
  }
  expect([await count(), await pending()]).toEqual([2, 0]);
});

test('an opt-in that a blast led to is the blast’s', async () => {
  const { accountId } = user;
  await storeSketch(db(), accountId, 86, [
    { type: 'open-question', id: 861, text: 'Would you like offers?' },
    { type: 'opt-in', id: 862, list },
  ]);
  const known = await storeList(db(), accountId, 'Known', [{ phone: PHONE }]);
  const form = { campaign: 86, lists: [known], schedule: '2020-01-01 00:00:00' };
  const { blast } = (await user.ask(calls.blast.send, form)).values;
  const pump = startBlastPump(harness().services);
  await eventually(
    () => sentTo(PHONE),
    ([question]) => question?.status === 'sent' || question?.status === 'delivered',
  );
  await pump.stop();
  await text('gladly');
  await text('YES');
  const counted = await rows(
    db(),
    sql`select blast_id as blast from events where account_id = ${accountId} and kind = 'optin'`,
  );
  expect(counted).toEqual([{ blast }]);
});

test('whoever texts the keyword again before saying YES is asked again', async () => {
  await storeSketch(db(), user.accountId, 83, [{ type: 'opt-in', id: 831, list }] as never, 'MORE');
  await text('MORE');
  await text('MORE');
  expect((await sentTo(PHONE)).filter(({ body }) => body.includes('Reply YES'))).toHaveLength(2);
  await text('YES');
  expect([await count(), await pending()]).toEqual([1, 0]);
  expect((await optIns()).events).toHaveLength(1);
});

test('a member who was removed is no subscriber, nor is one from before who has not confirmed', async () => {
  await user.ask(gate.saveListRules, { list, doubleOptIn: false });
  await storeSketch(db(), user.accountId, 84, [{ type: 'opt-in', id: 841, list }] as never, 'PLAIN');
  await text('PLAIN');
  const status = async () => (await optIns()).table.records.map((row) => row.status);
  expect(await status()).toEqual(['Subscribed']);
  await user.ask(members.remove, { phone: PHONE, list });
  expect(await status()).toEqual([]);
  await user.ask(gate.saveListRules, { list, doubleOptIn: true });
  await user.ask(members.add, { phone: PHONE, list });
  expect(await status()).toEqual([]);
});

test('an opt-in before anything was said adds to the list: no consent, no opt-in, not in the audience', async () => {
  await user.ask(gate.saveListRules, { list, doubleOptIn: false });
  await storeSketch(db(), user.accountId, 85, [
    { type: 'opt-in', id: 851, list },
    { type: 'open-question', id: 852, text: 'Would you like offers, too?' },
    { type: 'opt-in', id: 853, list },
  ] as never);
  const { accountId } = user;
  await startConversation(harness().services, {
    accountId,
    campaignId: 85,
    channelId,
    phone: PHONE,
    variables: {},
    by: 'api',
  });
  expect(await count()).toBe(1);
  expect(await optIns()).toMatchObject({ table: { records: [] }, events: [], consents: [] });
  const audience = await first(
    db(),
    sql<{ n: number }>`
      select count(*)::int as n from list_members m join channels h on h.account_id = ${accountId} and h.audience_list_id = m.list_id
      where m.account_id = ${accountId} and h.id = ${channelId}`,
  );
  expect(audience?.n).toBe(0);
  await text('gladly');
  expect(await optIns()).toMatchObject({
    events: [{ raw: 'gladly', step: 853 }],
    consents: [{ words: 'gladly', campaign: 85 }],
  });
});

test('the flow check warns of an opt-in that comes before any answer, unless a keyword starts the campaign', async () => {
  const steps = (id: number) => [{ type: 'opt-in', id, list }] as never;
  const codes = async (campaign: number) =>
    (await user.ask(calls.flow.check, { campaign })).values.findings.map(({ code }) => code);
  await storeSketch(db(), user.accountId, 86, steps(861));
  await storeSketch(db(), user.accountId, 87, steps(871), 'BYWORD');
  expect(await codes(86)).toContain('no-consent');
  expect(await codes(87)).not.toContain('no-consent');
});

test('who opted out is not asked; a list without double opt-in takes members at once', async () => {
  await text('STOP');
  await user.ask(members.add, { phone: PHONE, list });
  await askAll();
  expect((await sentTo(PHONE)).filter(({ body }) => body.includes('Reply YES'))).toMatchObject([
    { status: 'skipped', credits: 0 },
  ]);
  await user.ask(gate.saveListRules, { list, doubleOptIn: false });
  await user.ask(members.add, { phone: '+12125550103', list });
  expect(await count()).toBe(1);
  const audience = await user.ask(gate.saveListRules, { list: channelId, doubleOptIn: true });
  expect(audience.RESULT).toBe(0);
});

test('who was added while opted out is asked after START, and no YES before that counts', async () => {
  await text('STOP');
  await user.ask(members.add, { phone: PHONE, list });
  await askAll();
  await text('START');
  await text('YES');
  expect([await count(), await pending()]).toEqual([0, 1]);
  await askAll();
  expect((await sentTo(PHONE)).filter(({ body }) => body.includes('Reply YES'))).toMatchObject([
    { status: 'skipped' },
    { status: 'queued' },
  ]);
  await text('YES');
  expect([await count(), await pending()]).toEqual([1, 0]);
});

test('a balance that is too low is tried again later, and nobody is forgotten', async () => {
  await sql`update balances set balance = 0, granted = spent where account_id = ${user.accountId}`.execute(
    db(),
  );
  await user.ask(members.add, { phone: PHONE, list });
  expect(await askDue(harness().services, 'test')).toBe(true);
  expect(await askDue(harness().services, 'test')).toBe(false);
  await sql`update balances set balance = 5, granted = spent + 5 where account_id = ${user.accountId}`.execute(
    db(),
  );
  await sql`update confirmation_jobs set due_at = ${new Date(0)} where account_id = ${user.accountId}`.execute(
    db(),
  );
  await askAll();
  expect((await sentTo(PHONE)).filter(({ status }) => status === 'queued')).toHaveLength(1);
});

test('is asked over the first channel that is left when the one before it was deleted', async () => {
  await user.ask(calls.channels.add, { name: 'Second' });
  const second = (await user.ask(calls.channels.list, { search: '' })).values.channels.at(-1)?.id;
  await sql`update channels set deleted_at = now() where account_id = ${user.accountId} and id = ${channelId}`.execute(
    db(),
  );
  await user.ask(members.add, { phone: PHONE, list });
  await askAll();
  const asked = await rows(
    db(),
    sql`select channel_id as channel from messages where account_id = ${user.accountId}`,
  );
  expect(asked).toEqual([{ channel: second }]);
});

test('is not asked on a test phone, where the team can answer, while a real channel reaches them', async () => {
  await user.ask(calls.channels.add, { name: 'Real' });
  const real = (await user.ask(calls.channels.list, { search: '' })).values.channels.at(-1)?.id;
  await sql`update channels set connection_kind = 'gateway' where account_id = ${user.accountId} and id = ${real}`.execute(
    db(),
  );
  await text('hi');
  await user.ask(members.add, { phone: PHONE, list });
  await user.ask(members.add, { phone: '+12125550101', list });
  await askAll();
  const asked = await rows(
    db(),
    sql`select channel_id as channel from messages where account_id = ${user.accountId} and body like '%Reply YES%'`,
  );
  expect(asked).toEqual([{ channel: real }, { channel: real }]);
});
