/** What is known of a person's consent is the account's own, whoever else writes to the same number. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { talks } from './testing/talks.ts';

const harness = useHarness();
const PHONE = '+12125553321';

test('the first text of a keyword is consent with its words, once, and only in the account that was texted', async () => {
  const { services } = harness();
  const texted = await harness().newUser();
  const other = await harness().newUser();
  const channelId = (await firstChannel(services.db, texted.accountId))?.id ?? 0;
  const { text } = talks(() => ({ services, accountId: texted.accountId, channelId }));
  await storeSketch(
    services.db,
    texted.accountId,
    101,
    [{ type: 'final-message', text: 'Hello.', id: 1010 }],
    'DEALS',
  );
  await text(PHONE, 'Deals');
  await text(PHONE, 'deals');

  const consentsOf = async (user: typeof texted) => {
    const list = (await user.ask(calls.lists.add, { name: 'People' })).values.id;
    const contact = (await user.ask(calls.members.add, { phone: PHONE, list })).values.contactId;
    return (await user.ask(calls.gate.consents, { contact })).values.consents;
  };
  expect(await consentsOf(texted)).toMatchObject([
    { kind: 'opt-in', source: 'keyword', words: 'Deals', campaign: 101 },
  ]);
  expect(await consentsOf(other)).toEqual([]);
});

test('a contact’s rules say whether the number opted out, how and when, and are nobody else’s', async () => {
  const { services } = harness();
  const [user, other] = [await harness().newUser(), await harness().newUser()];
  const contacts = await Promise.all(
    [user, other].map(async (whose) => {
      const list = (await whose.ask(calls.lists.add, { name: 'People' })).values.id;
      const ids = [];
      for (const phone of [PHONE, '+442079460001'])
        ids.push((await whose.ask(calls.members.add, { phone, list })).values.contactId);
      return ids;
    }),
  );
  const rulesOf = async (whose: typeof user, contact = 0) =>
    (await whose.ask(calls.gate.contact, { contact })).values;
  const channelId = (await firstChannel(services.db, user.accountId))?.id ?? 0;
  const { text } = talks(() => ({ services, accountId: user.accountId, channelId }));
  const begun = Date.now();
  await text(PHONE, 'Stop it');
  await text(PHONE, 'STOP');
  const { optOut } = await rulesOf(user, contacts[0]?.[0]);
  expect(optOut).toMatchObject({ optedOut: true, source: 'keyword' });
  expect(optOut.words.toLowerCase()).toContain('stop');
  expect(Date.parse(optOut.at)).toBeGreaterThanOrEqual(begun - 1_000);
  const none = { optedOut: false, source: '', words: '', at: '' };
  expect((await rulesOf(user, contacts[0]?.[1])).optOut).toEqual(none);
  expect((await rulesOf(other, contacts[1]?.[0])).optOut).toEqual(none);
});

test('a contact’s hours are those of the first real channel, in its own place', async () => {
  const { services } = harness();
  const user = await harness().newUser();
  const list = (await user.ask(calls.lists.add, { name: 'People' })).values.id;
  const contactOf = async (phone: string) =>
    (await user.ask(calls.members.add, { phone, list })).values.contactId;
  const [florida, london] = [await contactOf('+13055550100'), await contactOf('+442079460001')];
  const placeOf = async (contact: number) => (await user.ask(calls.gate.contact, { contact })).values.place;
  // The test phone has no hours of its own.
  expect(await placeOf(london)).toMatchObject({
    zones: 'Europe/London',
    state: '',
    open: true,
    until: '',
    hours: '',
  });
  for (const name of ['Gone', 'Real', 'Later']) await user.ask(calls.channels.add, { name });
  const all = (await user.ask(calls.channels.list, { search: '' })).values.channels;
  const ids = Object.fromEntries(all.map(({ name, id }) => [name, id]));
  for (const [name, from] of [
    ['Gone', 6],
    ['Real', 9],
    ['Later', 7],
  ] as const)
    await user.ask(calls.gate.saveChannelRules, { channel: ids[name] ?? 0, from, to: 20 });
  await user.ask(calls.channels.remove, { channel: ids.Gone ?? 0 });
  await sql`update channels set connection_kind = 'gateway' where account_id = ${user.accountId} and name in ('Gone', 'Real', 'Later')`.execute(
    services.db,
  );
  const place = await placeOf(florida);
  expect(place).toMatchObject({
    zones: 'America/New_York',
    state: 'FL',
    rule: 'area-code',
    why: 'Area code 305',
  });
  expect(place.hours).toContain('9');
  expect(Date.parse(place.until)).toBeGreaterThan(Date.now());
  expect(place.open).toBe(place.closedWhy === '');
});

test('a record of consent names the channel, list, campaign and person of each, oldest first', async () => {
  const { services } = harness();
  const user = await harness().newUser({ email: 'ann@example.com' });
  const { accountId, userId } = user;
  const list = (await user.ask(calls.lists.add, { name: 'News' })).values.id;
  await user.ask(calls.lists.add, { name: 'Offers' });
  const second = (await user.ask(calls.channels.add, { name: 'Second' })).values.id;
  for (const [id, word] of [
    [201, 'ONE'],
    [202, 'TWO'],
  ] as const)
    await storeSketch(services.db, accountId, id, [{ type: 'final-message', text: 'Hi', id: id * 10 }], word);
  const contact = (await user.ask(calls.members.add, { phone: PHONE, list })).values.contactId;
  await user.ask(calls.members.add, { phone: '+12125553322', list });
  await sql`
    insert into consents (account_id, phone, kind, channel_id, list_id, campaign_id, campaign_version, source, words, user_id, at)
    values (${accountId}, ${PHONE}, 'opt-out', null, null, null, null, 'phone', '', ${userId}, '2026-01-02'),
      (${accountId}, ${PHONE}, 'opt-in', ${second}, ${list}, 202, 3, 'flow', 'yes', null, '2026-01-01'),
      (${accountId}, '+12125553322', 'opt-in', ${second}, ${list}, 202, 3, 'flow', 'yes', null, '2026-01-01')`.execute(
    services.db,
  );
  const record = (await user.ask(calls.gate.consents, { contact })).values;
  expect(record.consents.map(({ at: _, ...each }) => each)).toMatchObject([
    {
      kind: 'opt-in',
      channelName: 'Second',
      listName: 'News',
      campaign: 202,
      campaignName: 'Campaign 202',
      campaignVersion: 3,
      by: '',
    },
    {
      kind: 'opt-out',
      channelName: '',
      listName: '',
      campaign: 0,
      campaignName: '',
      campaignVersion: 0,
      by: 'ann@example.com',
    },
  ]);
});

test('of a person who was erased nothing is told any more', async () => {
  const user = await harness().newUser();
  const list = (await user.ask(calls.lists.add, { name: 'People' })).values.id;
  const contact = (await user.ask(calls.members.add, { phone: PHONE, list })).values.contactId;
  const told = async () => [
    (await user.ask(calls.gate.contact, { contact })).status,
    (await user.ask(calls.gate.consents, { contact })).status,
  ];
  expect(await told()).toEqual([200, 200]);
  expect((await user.ask(calls.members.erase, { contact, phone: PHONE, block: false })).RESULT).toBe(1);
  expect(await told()).toEqual([404, 404]);
});
