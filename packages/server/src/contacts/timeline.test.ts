/**
 * The timeline and the file of one person among others: what is theirs, each thing on one page, none twice.
 */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { storeTag } from '../testing/people.ts';

const harness = useHarness();
const { lists, members } = calls;
/** Minutes of a day long after the contacts were added. */
const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, minute));

/** Two people of whom the same is stored: Ada at even minutes, Bob at odd ones. */
async function twoPeople() {
  const { db, pool } = harness().services;
  const user = await harness().newUser();
  const { accountId } = user;
  const channelId = (await firstChannel(db, accountId))?.id ?? 0;
  const tag = await storeTag(db, accountId, 'Name');
  const people: { contact: number; phone: string }[] = [];
  for (const [n, name] of ['Ada', 'Bob'].entries()) {
    const phone = `+1212555010${n}`;
    const campaign = 4_000 + n;
    await storeSketch(db, accountId, campaign, [{ type: 'final-message', id: campaign * 10, text: 'Hi' }]);
    await pool.query('update campaigns set name = $3 where account_id = $1 and id = $2', [
      accountId,
      campaign,
      `${name}s campaign`,
    ]);
    const list = (await user.ask(lists.add, { name: `${name}s list` })).values.id;
    const { contact } = (await user.ask(members.add, { phone, list })).values;
    await user.ask(calls.tags.setValue, { contact, tag: 'Name', value: name });
    const { rows } = await pool.query(
      'insert into short_links (account_id, name, url, created_at) values ($1, $2, $3, $4) returning id',
      [accountId, '', `https://shop.example/${name}`, at(0)],
    );
    const here = [accountId, channelId, contact, campaign];
    await pool.query(
      `insert into messages (account_id, channel_id, contact_id, campaign_id, id, origin, status, body, created_at)
       values ($1, $2, $3, $4, $5, 'flow', 'delivered', $6, $7)`,
      [...here, 6_000_000 + n, `To ${name}`, at(2 + n)],
    );
    const picture = `https://pictures.example/${name}.png`;
    await pool.query(
      `insert into inbound_messages (account_id, channel_id, contact_id, campaign_id, carrier_message_id, body, media, kind, at)
       values ($1, $2, $3, $4, $5, $6, $7, 'answer', $8)`,
      [...here, `in ${n}`, `From ${name}: ${picture}`, JSON.stringify([picture, `${picture}?2`]), at(4 + n)],
    );
    await pool.query(
      `insert into consents (account_id, phone, kind, list_id, source, words, at) values ($1, $2, 'opt-in', $3, 'text', $4, $5)`,
      [accountId, phone, list, `Yes, ${name}`, at(6 + n)],
    );
    await pool.query(
      'insert into link_clicks (account_id, link_id, contact_id, campaign_id, kind, at) values ($1, $2, $3, $4, $5, $6)',
      [accountId, rows[0].id, contact, campaign, 'person', at(8 + n)],
    );
    await pool.query('update list_members set added_at = $3 where account_id = $1 and contact_id = $2', [
      accountId,
      contact,
      at(10 + n),
    ]);
    // Noted without words: somebody in the office did it.
    await pool.query(
      `insert into suppressions (account_id, phone, source, at) values ($1, $2, 'person', $3)`,
      [accountId, phone, at(12 + n)],
    );
    people.push({ contact, phone });
  }
  const [ada = { contact: 0, phone: '' }, bob = { contact: 0, phone: '' }] = people;
  return { user, accountId, channelId, tag, ada, bob };
}

test('a timeline has what is the person’s own, with the names of what it was about', async () => {
  const { user, ada } = await twoPeople();
  const { events } = (await user.ask(members.timeline, { contact: ada.contact })).values;
  const picture = 'https://pictures.example/Ada.png';
  expect(events.map(({ kind, title, detail, status }) => [kind, title, detail, status])).toEqual([
    ['opt-out', '', '', 'person'],
    ['list', 'Adas list', '', ''],
    ['click', 'Adas campaign', 'https://shop.example/Ada', ''],
    ['opt-in', 'Adas list', 'Yes, Ada', 'text'],
    ['in', 'Adas campaign', `From Ada: ${picture}\n${picture}?2`, 'answer'],
    ['out', 'Adas campaign', 'To Ada', 'delivered'],
  ]);
});

test('the page before something has neither that nor anything later, whatever it is', async () => {
  const { user, ada } = await twoPeople();
  const kinds = ['opt-out', 'list', 'click', 'opt-in', 'in', 'out'];
  for (const [n] of kinds.entries()) {
    const before = at(12 - 2 * n).toISOString();
    const { events } = (await user.ask(members.timeline, { contact: ada.contact, before })).values;
    expect([before, events.map(({ kind }) => kind)]).toEqual([before, kinds.slice(n + 1)]);
  }
});

test('an opt-out by the person’s own words is told once, and one at another moment beside it', async () => {
  const { user, accountId, ada, bob } = await twoPeople();
  const { pool } = harness().services;
  const stop = `insert into consents (account_id, phone, kind, source, words, at) values ($1, $2, 'opt-out', 'text', 'Stop', $3)`;
  // Ada’s are of another moment, and Bob’s are no words of Ada’s.
  await pool.query(stop, [accountId, ada.phone, at(11)]);
  await pool.query(stop, [accountId, bob.phone, at(12)]);
  await pool.query(stop, [accountId, bob.phone, at(13)]);
  const outs = async (contact: number) =>
    (await user.ask(members.timeline, { contact })).values.events.flatMap(({ kind, status, at: moment }) =>
      kind === 'opt-out' ? [[status, moment]] : [],
    );
  expect(await outs(ada.contact)).toEqual([
    ['person', at(12).toISOString()],
    ['text', at(11).toISOString()],
  ]);
  expect(await outs(bob.contact)).toEqual([
    ['text', at(13).toISOString()],
    ['text', at(12).toISOString()],
  ]);
});

test('more than a page has are all there when they came at one moment', async () => {
  const { user, accountId, channelId, ada, bob } = await twoPeople();
  const { pool } = harness().services;
  const texts = (contact: number, from: number, count: number, minute: number) =>
    pool.query(
      `insert into messages (account_id, channel_id, contact_id, id, origin, status, body, created_at)
       select $1, $2, $3, $4::bigint + n, 'flow', 'delivered', 'Text ' || n, $6 from generate_series(1, $5::int) n`,
      [accountId, channelId, contact, from, count, at(minute)],
    );
  await texts(ada.contact, 7_000_000, 30, 30);
  await texts(ada.contact, 7_001_000, 40, 20);
  await texts(bob.contact, 7_002_000, 40, 25);
  const page = async (before = '') =>
    (await user.ask(members.timeline, { contact: ada.contact, before })).values.events;
  const first = await page();
  expect(first.map((each) => each.at)).toEqual([
    ...Array.from({ length: 30 }, () => at(30).toISOString()),
    ...Array.from({ length: 40 }, () => at(20).toISOString()),
  ]);
  expect((await page(first.at(-1)?.at ?? '')).map(({ kind }) => kind)).toEqual([
    'opt-out',
    'list',
    'click',
    'opt-in',
    'in',
    'out',
  ]);
});

test('the file of a person has nothing of anybody else, and says of nobody else that they opted out', async () => {
  const { user, accountId, channelId, ada } = await twoPeople();
  const { pool } = harness().services;
  await pool.query('delete from suppressions where account_id = $1 and phone = $2', [accountId, ada.phone]);
  await user.ask(calls.channels.add, { name: 'Second' });
  await user.ask(calls.channels.rename, { channel: channelId, name: 'First' });
  await pool.query('update consents set channel_id = $2 where account_id = $1', [accountId, channelId]);
  const file = await user.get(`${members.everything.path}?ContactAddressId=${ada.contact}`);
  const { phone, optedOut, tags, lists: on, consent, textsSent, textsReceived } = JSON.parse(file.text);
  expect({ phone, optedOut, tags }).toEqual({ phone: ada.phone, optedOut: false, tags: { Name: 'Ada' } });
  expect(on).toMatchObject([{ name: 'Adas list' }]);
  expect(consent).toMatchObject([{ words: 'Yes, Ada', channel: 'First', list: 'Adas list' }]);
  expect(textsSent).toMatchObject([{ text: 'To Ada' }]);
  expect(textsReceived).toHaveLength(1);
  expect(file.text).not.toContain('Bob');
});
