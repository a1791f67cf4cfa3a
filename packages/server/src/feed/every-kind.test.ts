/** Each kind of event is fed from where its fact is stored, with its properties. */
import { calls } from '@parley/contract';
import { EVENT_KINDS, type EventKindName, eventSchema } from '@parley/rules/event-kinds.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { changeValues } from '../contacts/tag-values.ts';
import { receiveInbound } from '../conversation/index.ts';
import { uploadFile } from '../imports/testing/upload.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { storeList, storeTag } from '../testing/people.ts';
import { setListenedKinds } from './listeners.ts';

const harness = useHarness({ config: { publicUrl: 'https://t.example' } });
const services = () => harness().services;
const db = () => services().db;
beforeAll(() => harness().startBackground());

let user: Client & { accountId: number };
let channel = 0;
let numbers = 0;
beforeEach(async () => {
  user = await harness().newUser();
  channel = (await firstChannel(db(), user.accountId))?.id ?? 0;
  const all = Object.keys(EVENT_KINDS) as EventKindName[];
  await transact(db(), async (trx) => {
    await setListenedKinds(trx, user.accountId, 'webhooks', all);
    // What is fed stays to be read: the consumer of webhooks runs here, too.
    await sql`update event_feed_turns set retry_at = 'infinity' where account_id = ${user.accountId}`.execute(
      trx,
    );
  });
});

type Fed = { contactId: number | null; at: Date; fact: string; properties: Record<string, unknown> };

/** What was fed of a kind, oldest first. All of it says what the kind declares, and nothing else. */
async function fed(kind: EventKindName): Promise<Fed[]> {
  const found = await rows(
    db(),
    sql<Fed>`
      select contact_id as "contactId", at, fact, properties from event_feed
      where account_id = ${user.accountId} and kind = ${kind} order by id`,
  );
  const { required } = eventSchema(kind) as { required: string[] };
  for (const { properties } of found) expect(Object.keys(properties).sort()).toEqual([...required].sort());
  expect(new Set(found.map(({ fact, contactId }) => `${fact} ${contactId}`)).size).toBe(found.length);
  return found;
}
const propertiesOf = async (kind: EventKindName) => (await fed(kind)).map(({ properties }) => properties);
const peopleOf = async (kind: EventKindName) => (await fed(kind)).map(({ contactId }) => contactId);

const newPhone = () => `+1646555${String(4000 + numbers++)}`;
const text = (phone: string, words: string) =>
  receiveInbound(services(), {
    accountId: user.accountId,
    channelId: channel,
    phone,
    text: words,
    carrierMessageId: `message ${numbers++}`,
    at: new Date(),
  });
const contactOf = async (phone: string) =>
  (
    await first(
      db(),
      sql<{ id: number }>`select id from contacts where account_id = ${user.accountId} and phone = ${phone}`,
    )
  )?.id ?? 0;

async function survey(extra: Parameters<typeof storeSketch>[3] = []): Promise<number> {
  const campaign = 9_000 + numbers++ * 10;
  await storeSketch(
    db(),
    user.accountId,
    campaign,
    [
      ...extra,
      { id: campaign + 1, type: 'open-question', text: 'How was it?' },
      { id: campaign + 2, type: 'final-message', text: 'Thank you' },
    ],
    'SURVEY',
  );
  return campaign;
}

describe('what people text', () => {
  test('a stranger’s keyword, and the answer that ends the conversation', async () => {
    const campaign = await survey();
    const phone = newPhone();
    await text(phone, 'Survey');
    await text(phone, 'Fine');
    const contact = await contactOf(phone);
    expect(await fed('contact.created')).toMatchObject([{ contactId: contact, fact: String(contact) }]);
    const keyword = { campaign, channel, text: 'Survey' };
    expect(await propertiesOf('keyword.texted')).toEqual([keyword]);
    expect(await propertiesOf('contact.texted')).toEqual([keyword, { campaign, channel, text: 'Fine' }]);
    expect(await propertiesOf('contact.replied')).toEqual([
      { campaign, step: campaign + 1, intent: '', text: 'Fine' },
    ]);
    expect(await propertiesOf('contact.opted_in')).toEqual([{ campaign, channel, list: null }]);
    expect(await propertiesOf('conversation.ended')).toEqual([{ campaign, channel }]);
    for (const kind of [
      'contact.texted',
      'contact.replied',
      'contact.opted_in',
      'conversation.ended',
    ] as const)
      expect(new Set(await peopleOf(kind))).toEqual(new Set([contact]));
  });

  test('STOP and START', async () => {
    const phone = newPhone();
    await text(phone, 'Hello');
    await text(phone, 'STOP');
    await text(phone, 'START');
    expect(await propertiesOf('contact.opted_out')).toEqual([{ campaign: null, channel }]);
    expect(await propertiesOf('contact.opted_in')).toEqual([{ campaign: null, channel, list: null }]);
    expect(await peopleOf('contact.opted_out')).toEqual([await contactOf(phone)]);
  });

  test('an opt-in step puts people on a list and their words into a tag', async () => {
    const tag = Number(await storeTag(db(), user.accountId, 'Mood'));
    const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
    const campaign = 9_000 + numbers++ * 10;
    await storeSketch(
      db(),
      user.accountId,
      campaign,
      [
        { id: campaign + 1, type: 'open-question', text: 'How are you?' },
        { id: campaign + 2, type: 'tag', tag: 'Mood', value: 'Happy' },
        { id: campaign + 3, type: 'opt-in', list },
        { id: campaign + 4, type: 'final-message', text: 'Thank you' },
      ],
      'MOOD',
    );
    const phone = newPhone();
    await text(phone, 'MOOD');
    await text(phone, 'Happy');
    const joined = await propertiesOf('list.joined');
    expect(joined.at(-1)).toEqual({ list });
    expect(await propertiesOf('contact.opted_in')).toContainEqual({ campaign, channel, list });
    expect(await propertiesOf('tag.changed')).toEqual([{ tag, before: null, after: 'Happy' }]);
  });
});

describe('what becomes of messages', () => {
  async function blastTo(phones: string[], shortLinks = false) {
    const list = await storeList(
      db(),
      user.accountId,
      'Everybody',
      phones.map((phone) => ({ phone })),
    );
    const campaign = 9_000 + numbers++ * 10;
    const words = shortLinks ? 'See https://shop.example/sale' : 'Hello';
    await storeSketch(db(), user.accountId, campaign, [
      { id: campaign + 1, type: 'final-message', text: words, shortLinks },
    ]);
    const { values } = await user.ask(calls.blast.send, {
      campaign,
      lists: [list],
      schedule: '2026-01-05 09:00:00',
    });
    await eventually(async () => (await fed('blast.finished')).length > 0);
    return { campaign, blast: values.blast, channel };
  }

  test('sent, delivered, not delivered, refused, and the blast that finished', async () => {
    const [fine, lost, refused] = [newPhone(), '+15005550001', '+15005550002'];
    const properties = await blastTo([fine, lost, refused]);
    await eventually(async () => (await fed('message.failed')).length === 2);
    await eventually(async () => (await fed('message.delivered')).length === 1);
    const [fineId, lostId, refusedId] = await Promise.all([fine, lost, refused].map(contactOf));
    expect(new Set(await peopleOf('message.sent'))).toEqual(new Set([fineId, lostId]));
    expect(new Set(await peopleOf('blast.received'))).toEqual(new Set([fineId, lostId]));
    expect(await peopleOf('message.delivered')).toEqual([fineId]);
    for (const kind of ['message.sent', 'blast.received', 'message.delivered'] as const)
      for (const each of await propertiesOf(kind)) expect(each).toEqual(properties);
    const failed = await fed('message.failed');
    expect(failed.map(({ contactId, properties: { code } }) => [contactId, code]).sort()).toEqual(
      [
        [lostId, '30003'],
        [refusedId, '30005'],
      ].sort(),
    );
    const { campaign, blast } = properties;
    expect(await fed('blast.finished')).toMatchObject([{ contactId: null, properties: { campaign, blast } }]);
  });

  test('a click of a person, and none of a preview', async () => {
    const phone = newPhone();
    const { campaign, blast } = await blastTo([phone], true);
    const sent = await first(
      db(),
      sql<{
        body: string;
      }>`select body from messages where account_id = ${user.accountId} and body is not null`,
    );
    const code = /\/s\/(\w+)/.exec(sent?.body ?? '')?.[1];
    const open = (agent: string) =>
      harness().app.inject({ url: `/s/${code}`, headers: { 'user-agent': agent } });
    await open('facebookexternalhit/1.1');
    await open(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1',
    );
    const [click] = await eventually(
      () => fed('link.clicked'),
      (found) => found.length > 0,
    );
    const link = await first(
      db(),
      sql<{ id: number }>`select id from short_links where account_id = ${user.accountId}`,
    );
    expect(click).toMatchObject({
      contactId: await contactOf(phone),
      properties: { link: link?.id, campaign, blast },
    });
    expect(await fed('link.clicked')).toHaveLength(1);
  });
});

describe('what is known of people', () => {
  test('a tag that another value is given, by one, by many and by the API’s way', async () => {
    const tag = Number(await storeTag(db(), user.accountId, 'City'));
    const [one, other] = [newPhone(), newPhone()];
    const list = await storeList(db(), user.accountId, 'Friends', [{ phone: one }, { phone: other }]);
    const contact = await contactOf(one);
    const contacts = [contact, await contactOf(other)];
    await user.ask(calls.tags.setValue, { contact, tag: 'City', value: 'Rome' });
    await user.ask(calls.tags.setValue, { contact, tag: 'City', value: 'Rome' });
    await user.ask(calls.members.tagMany, { list, contacts, all: false, tag: 'city', value: 'Paris' });
    await user.ask(calls.tags.setValue, { contact, tag: 'City', value: '' });
    expect((await fed('tag.changed')).map(({ contactId, properties }) => [contactId, properties])).toEqual([
      [contact, { tag, before: null, after: 'Rome' }],
      [contact, { tag, before: 'Rome', after: 'Paris' }],
      [contacts[1], { tag, before: null, after: 'Paris' }],
      [contact, { tag, before: 'Paris', after: null }],
    ]);
  });

  test('each of two changes of one tag within a millisecond', async () => {
    const tag = Number(await storeTag(db(), user.accountId, 'City'));
    const phone = newPhone();
    await storeList(db(), user.accountId, 'Friends', [{ phone }]);
    const contact = await contactOf(phone);
    const now = services().clock.now();
    for (const value of ['Rome', 'Paris'])
      await changeValues(db(), user.accountId, contact, { [tag]: value }, now);
    expect(await propertiesOf('tag.changed')).toEqual([
      { tag, before: null, after: 'Rome' },
      { tag, before: 'Rome', after: 'Paris' },
    ]);
  });

  test('an import: who is new, who joined, and whose tags changed', async () => {
    const tag = Number(await storeTag(db(), user.accountId, 'City'));
    const known = newPhone();
    await storeList(db(), user.accountId, 'Others', [{ phone: known, tags: { [tag]: 'Rome' } }]);
    const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
    const fresh = newPhone();
    const content = `Phone,City\n${known.slice(2)},Paris\n${fresh.slice(2)},Oslo\n`;
    const { id } = (await uploadFile(harness(), user, list, content)).values;
    const mapping = ['phone', `tag:${tag}`].map((target, index) => ({ index, target }));
    expect((await user.ask(calls.imports.dryRun, { id, mapping })).RESULT).toBe(1);
    expect((await user.ask(calls.imports.start, { id, consent: true })).RESULT).toBe(1);
    await eventually(async () => (await fed('list.joined')).length > 0);
    const [knownId, freshId] = [await contactOf(known), await contactOf(fresh)];
    expect(await peopleOf('contact.created')).toEqual([freshId]);
    expect(new Set(await peopleOf('list.joined'))).toEqual(new Set([knownId, freshId]));
    expect(await propertiesOf('list.joined')).toEqual([{ list }, { list }]);
    const changed = await fed('tag.changed');
    expect(
      changed.map(({ contactId, properties }) => [contactId, properties.before, properties.after]),
    ).toEqual([
      [knownId, 'Rome', 'Paris'],
      [freshId, null, 'Oslo'],
    ]);
  });

  test('somebody added by hand, taken off the list, and erased', async () => {
    const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
    const phone = newPhone();
    await user.ask(calls.members.add, { list, phone: phone.slice(2) } as never);
    const contact = await contactOf(phone);
    await user.ask(calls.members.removeMany, { list, contacts: [contact], all: false });
    expect(await propertiesOf('list.left')).toEqual([{ list }]);
    expect(await peopleOf('contact.created')).toEqual([contact]);
    await user.ask(calls.members.erase, { contact, phone, block: false });
    expect(await fed('contact.erased')).toMatchObject([{ contactId: contact, properties: {} }]);
    expect(await fed('list.left')).toEqual([]);
  });
});
