/** The page that a link in a text leads to: what people choose there is done, written down and shown. */
import { calls } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { sql } from '../platform/db/database.ts';
import { sha256 } from '../platform/secrets.ts';
import type { Browser } from '../sign-up/testing/visit.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { untilWaitedFor } from '../testing/waits.ts';
import { choose, createPreferenceWorld, GOOD_PREFERENCES, visitorOf } from './testing/preference-world.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const { preferencePage, members, gate, optouts, audit } = calls;
const DAY = 86_400_000;
let world: Awaited<ReturnType<typeof createPreferenceWorld>>;
let visitor: Browser;

beforeEach(async () => {
  clock.set('2026-03-02T15:00:00Z');
  await sql`delete from throttles`.execute(harness().services.db);
  world = await createPreferenceWorld(harness());
  visitor = visitorOf(harness());
});

const timeline = async (contact: number) =>
  (await world.owner.ask(members.timeline, { contact, before: '' })).values.events;

test('people choose among the lists that are offered, with the words shown as the proof of what they joined', async () => {
  const { phone, contactId, path } = await world.person([world.news, world.secret]);
  const page = (await visitor.get(path)).text;
  expect(page).toContain('>News<');
  expect(page).not.toContain('Staff');
  expect(page).not.toContain('News 2026');
  const sent = await choose(visitor, path, {
    act: 'lists',
    [`list${world.offers}`]: 'on',
    [`list${world.secret}`]: 'on',
  });
  expect([sent.status, sent.headers.location]).toEqual([303, `${path}?done=lists`]);
  expect(await world.listsOf(contactId)).toEqual([world.offers, world.secret]);
  const [consent, ...more] = await world.consentsOf(phone);
  expect(more).toEqual([]);
  expect(consent).toMatchObject({ kind: 'opt-in', list: world.offers, words: '☑ Offers' });
  for (const words of ['What you get', 'Your choice.', '☐ News', '☐ Offers', 'Pause for 30 days'])
    expect(consent?.shown).toContain(words);
  expect(consent?.note).toContain(sha256(consent?.shown ?? '').toString('hex'));
  expect(consent?.note).toContain('203.0.113.7');
  expect(consent?.address).toMatch(/\/p\/c\/$/);
  const events = await timeline(contactId);
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'choice', status: 'lists', detail: 'Joined: Offers. Left: News' }),
  );
});

test('who waits for a YES and chooses the list here is a member, and is asked no more', async () => {
  const { contactId, path } = await world.person([]);
  await world.owner.ask(gate.saveListRules, { list: world.news, doubleOptIn: true });
  const [row] = (await world.owner.ask(members.list, { list: world.secret, start: 0, length: 10 })).values
    .members;
  await world.owner.ask(members.add, { phone: row?.phone ?? '', list: world.news });
  expect(await world.listsOf(contactId)).toEqual([world.secret]);
  await choose(visitor, path, { act: 'lists', [`list${world.news}`]: 'on' });
  expect(await world.listsOf(contactId)).toEqual([world.news, world.secret]);
  expect((await world.owner.ask(gate.listRules, { list: world.news })).values.pending).toBe(0);
});

test('a pause lasts 30 days, is shown to the account, and ends by itself', async () => {
  const { contactId, path } = await world.person();
  await choose(visitor, path, { act: 'pause' });
  expect((await world.pause(contactId))?.until).toEqual(new Date(clock.now().getTime() + 30 * DAY));
  expect((await visitor.get(path)).text).toContain('paused until April 1, 2026');
  const rules = (await world.owner.ask(gate.contact, { contact: contactId })).values;
  expect(rules.pause).toEqual({ since: '2026-03-02T15:00:00.000Z', until: '2026-04-01T15:00:00.000Z' });
  clock.advance(30 * DAY + 1_000);
  expect((await visitor.get(world.pathOf(contactId))).text).toContain('Pause for 30 days');
});

test('the person ends a pause, or an owner does; both stand in the timeline, the owner’s act in the history', async () => {
  const { contactId, path } = await world.person();
  await choose(visitor, path, { act: 'pause' });
  await choose(visitor, path, { act: 'resume' });
  expect(await world.pause(contactId)).toBeUndefined();
  await choose(visitor, path, { act: 'pause' });
  expect((await world.owner.ask(preferencePage.endPause, { contact: contactId })).RESULT).toBe(1);
  expect(await world.pause(contactId)).toBeUndefined();
  const acts = (await timeline(contactId))
    .filter(({ kind }) => kind === 'choice')
    .map(({ status }) => status);
  expect(acts.toSorted()).toEqual(['ended', 'pause', 'pause', 'resume']);
  const { values } = await world.owner.ask(audit.list, { group: 'people' });
  expect(values.acts.filter(({ act }) => act === 'pause-ended')).toHaveLength(1);
  expect((await world.owner.ask(preferencePage.endPause, { contact: contactId })).RESULT).toBe(1);
  expect((await timeline(contactId)).filter(({ status }) => status === 'ended')).toHaveLength(1);
});

test('stopping is an opt-out as by STOP, with its record; only START takes it back', async () => {
  const { phone, contactId, path } = await world.person();
  const sent = await choose(visitor, path, { act: 'stop' });
  expect(sent.status).toBe(303);
  const [optOut] = (await world.owner.ask(optouts.list, { search: phone })).values.optOuts;
  expect(optOut).toMatchObject({ phone, source: 'preferences', words: 'Stop all texts' });
  expect(await world.consentsOf(phone)).toEqual([
    expect.objectContaining({ kind: 'opt-out', shown: expect.stringContaining('[Stop all texts]') }),
  ]);
  const page = (await visitor.get(path)).text;
  expect(page).toContain('text us START');
  expect(page).not.toContain('<form');
  expect((await timeline(contactId)).filter(({ kind }) => kind === 'opt-out')).toHaveLength(1);
  const reason = (await world.owner.ask(gate.contact, { contact: contactId })).values.optOut;
  expect(reason).toMatchObject({ optedOut: true, source: 'preferences' });
});

test('the file of a person has what they chose; an erasure leaves nothing of it, and the link says so', async () => {
  const { contactId, path } = await world.person();
  await choose(visitor, path, { act: 'pause' });
  const file = JSON.parse((await world.owner.get(`members/exportPerson?ContactAddressId=${contactId}`)).text);
  expect(file.preferences).toEqual([
    expect.objectContaining({
      act: 'pause',
      said: 'Pause for 30 days',
      shown: expect.stringContaining('Your choice.'),
    }),
  ]);
  expect(file.pauses).toEqual([expect.objectContaining({ until: '2026-04-01T15:00:00.000Z' })]);
  await sql`update contacts set erased_at = ${clock.now()} where account_id = ${world.accountId} and id = ${contactId}`.execute(
    harness().services.db,
  );
  const gone = await visitor.get(path);
  expect([gone.status, gone.text.includes('Nothing is stored for this link')]).toEqual([410, true]);
});

test('an account without a page of its own has one that lets people pause and stop, in the language it chose', async () => {
  const other = await createPreferenceWorld(harness());
  await sql`delete from preference_pages where account_id = ${other.accountId}`.execute(
    harness().services.db,
  );
  await sql`delete from preference_lists where account_id = ${other.accountId}`.execute(
    harness().services.db,
  );
  const { contactId, path } = await other.person();
  expect((await visitor.get(path)).text).not.toContain('<fieldset');
  await choose(visitor, path, { act: 'pause' });
  expect(await other.pause(contactId)).toBeDefined();
  const page = { ...GOOD_PREFERENCES, language: 'es', lists: other.lists, version: 0 } as const;
  expect((await other.owner.ask(preferencePage.save, page)).values.version).toBe(1);
  const spanish = (await visitor.get(path)).text;
  expect(spanish).toContain('<html lang="es" dir="ltr">');
  expect(spanish).toContain('en pausa hasta el 1 de abril de 2026');
});

test('what an owner saves is read back; an old version, faint colors and lists that are none are refused', async () => {
  const { owner, lists } = world;
  const save = (part: object) =>
    owner.ask(preferencePage.save, { ...GOOD_PREFERENCES, lists, version: 1, ...part });
  expect((await owner.ask(preferencePage.info, {})).values).toMatchObject({
    ...GOOD_PREFERENCES,
    version: 1,
    lists: lists.map((each) => expect.objectContaining(each)),
  });
  expect((await save({ version: 0 })).body.DETAIL).toBe('VERSION');
  expect((await save({ version: 7 })).body.DETAIL).toBe('VERSION');
  expect((await save({ ink: '#888888' })).body.DETAIL).toBe('inpInk');
  const [channel] = (await owner.ask(calls.channels.list, { search: '' })).values.channels;
  const stranger = await createPreferenceWorld(harness());
  for (const list of [channel?.audience ?? 0, stranger.news, 987_654_321])
    expect((await save({ lists: [{ list, name: 'Mine' }] })).status).toBe(400);
  expect((await save({ lists: [lists[0], lists[0]] })).status).toBe(400);
  expect((await owner.ask(preferencePage.info, {})).values.version).toBe(1);
  expect((await save({ lists: lists.slice(1) })).values.version).toBe(2);
  expect((await owner.ask(preferencePage.info, {})).values.lists).toHaveLength(1);
});

test('a list that is deleted is not offered any more', async () => {
  const { path } = await world.person();
  await world.owner.ask(calls.lists.remove, { list: world.offers });
  await eventually(async () => !(await visitor.get(path)).text.includes('>Offers<'));
  expect((await visitor.get(path)).text).toContain('>News<');
});

test('a list that is deleted while it is being offered is refused as one that is none', async () => {
  const { owner, accountId, lists, offers } = world;
  const deleting = await harness().services.pool.connect();
  await deleting.query('begin');
  await deleting.query('delete from lists where account_id = $1 and id = $2', [accountId, offers]);
  const saving = owner.ask(preferencePage.save, { ...GOOD_PREFERENCES, lists, version: 1 });
  await untilWaitedFor(harness().services.db);
  await deleting.query('commit');
  deleting.release();
  expect((await saving).status).toBe(400);
  expect((await owner.ask(preferencePage.info, {})).values.version).toBe(1);
});
