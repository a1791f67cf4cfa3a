/** The preference page under attack: links and forms that are forged, cut, borrowed, old, sent again. */
import { calls } from '@parley/contract';
import { PREFERENCE_LIMITS } from '@parley/rules/limits.ts';
import { beforeEach, expect, test } from 'vitest';
import { preferenceCode, readPreferenceCode } from '../links/index.ts';
import { manualClock } from '../platform/clock.ts';
import { first, sql } from '../platform/db/database.ts';
import { createSecrets } from '../platform/secrets.ts';
import { type Browser, fieldsIn } from '../sign-up/testing/visit.ts';
import { useHarness } from '../testing/harness.ts';
import {
  choose,
  createPreferenceWorld,
  formIn,
  GOOD_PREFERENCES,
  visitorOf,
} from './testing/preference-world.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const DAY = 86_400_000;
let world: Awaited<ReturnType<typeof createPreferenceWorld>>;
let visitor: Browser;
const db = () => harness().services.db;

beforeEach(async () => {
  clock.set('2026-03-02T15:00:00Z');
  await sql`delete from throttles`.execute(db());
  world = await createPreferenceWorld(harness());
  visitor = visitorOf(harness());
});

/** Everything that the page could change. */
const stored = async () =>
  first(
    db(),
    sql`
      select (select count(*) from contact_pauses) as pauses, (select count(*) from preference_choices) as choices,
        (select count(*) from suppressions) as stops, (select count(*) from list_members) as members,
        (select count(*) from consents) as consents, (select count(*) from throttles) as tries`,
  );

test('opening a link changes nothing, however often, and whoever opens it', async () => {
  const { path } = await world.person();
  const before = await stored();
  for (let n = 0; n < 5; n++) expect((await visitor.get(path)).status).toBe(200);
  const tricks = [`${path}?act=stop`, `${path}?done=pause`, `${path}?done=stop&act=stop`];
  for (const trick of tricks) expect((await visitor.get(trick)).text).not.toContain('Done:');
  expect((await harness().app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
  expect(await stored()).toEqual(before);
});

test('links that are forged, cut, longer or of another installation lead nowhere, and cost no try', async () => {
  const { contactId, path } = await world.person();
  const code = path.split('/').at(-1) ?? '';
  const before = await stored();
  const flipped = [...code].map(
    (sign, n) => code.slice(0, n) + (sign === 'A' ? 'B' : 'A') + code.slice(n + 1),
  );
  const foreign = preferenceCode(
    createSecrets('another key of thirty-two letters'),
    { accountId: world.accountId, contactId, isSimulated: false },
    clock.now(),
  );
  const bad = [...flipped, code.slice(0, -1), `${code}A`, '0'.repeat(28), '', foreign, `${code}%00`];
  for (const each of bad) {
    const visit = await visitor.get(`/p/c/${each}`);
    expect([each, visit.status]).toEqual([each, 404]);
    const sent = await visitor.post(`/p/c/${each}`, { act: 'stop', form: 'x' });
    expect([each, sent.status]).toEqual([each, 404]);
  }
  expect(await stored()).toEqual(before);
});

// The last ids are those of a machine of a Citus cluster.
test.each([1_234_567, 2 ** 40 - 1, 2 ** 40, 31 * 2 ** 48 + 5])(
  'a link names neither the number nor an id, is another one each day, and is read back: %d',
  (contactId) => {
    const { secrets } = harness().services;
    const whose = { accountId: 7, contactId, isSimulated: false };
    const codes = [0, 1, 2].map((day) =>
      preferenceCode(secrets, whose, new Date(clock.now().getTime() + day * DAY)),
    );
    expect(new Set(codes.map((code) => code.slice(0, 8))).size).toBe(3);
    expect(new Set(codes.map((code) => code.slice(-8))).size).toBe(3);
    for (const code of codes) {
      expect(code).toMatch(/^[\w-]{28}$/);
      expect(readPreferenceCode(secrets, code, clock.now())).toEqual({ ...whose, isLate: false });
    }
    const late = new Date(clock.now().getTime() + (PREFERENCE_LIMITS.linkDays + 1) * DAY);
    expect(readPreferenceCode(secrets, codes[0] ?? '', late)?.isLate).toBe(true);
  },
);

test('an old link says so in plain words, and its form does nothing any more', async () => {
  const { contactId, path } = await world.person();
  const { form = '' } = fieldsIn((await visitor.get(path)).text);
  clock.advance((PREFERENCE_LIMITS.linkDays + 1) * DAY);
  const old = await visitor.get(path);
  expect([old.status, old.text.includes('This link is too old'), old.text.includes('reply STOP')]).toEqual([
    410,
    true,
    true,
  ]);
  expect((await visitor.post(path, { form, act: 'pause' })).status).toBe(410);
  expect(await world.pause(contactId)).toBeUndefined();
});

test('a form of another site, of another person or without a token changes nothing', async () => {
  const [one, other] = [await world.person(), await world.person()];
  const { form = '' } = fieldsIn((await visitor.get(other.path)).text);
  const attempts: Record<string, string>[] = [
    { act: 'stop' },
    { act: 'stop', form: '' },
    { act: 'stop', form: 'forged' },
    { act: 'stop', form },
    { act: 'erase', form: fieldsIn((await visitor.get(one.path)).text).form ?? '' },
  ];
  for (const fields of attempts) {
    const sent = await visitor.post(one.path, fields, { origin: 'https://evil.example' });
    expect(sent.status).toBe(422);
    expect(sent.text).toContain('Check what you chose');
  }
  const json = await harness().app.inject({ method: 'POST', url: one.path, payload: { act: 'stop', form } });
  expect(json.statusCode).toBe(415);
  expect(await world.consentsOf(one.phone)).toEqual([]);
  expect(await world.pause(one.contactId)).toBeUndefined();
});

test('a form that is sent again does not take back what was chosen since', async () => {
  const { contactId, path } = await world.person();
  const { form = '' } = fieldsIn((await visitor.get(path)).text);
  expect((await visitor.post(path, { form, act: 'pause' })).status).toBe(303);
  await choose(visitor, path, { act: 'resume' });
  expect((await visitor.post(path, { form, act: 'pause' })).status).toBe(303);
  expect(await world.pause(contactId)).toBeUndefined();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => choose(visitor, path, { act: 'lists', [`list${world.offers}`]: 'on' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect(await world.listsOf(contactId)).toEqual([world.offers]);
});

test('who goes back to a form that was sent, and chooses something else on it, gets that', async () => {
  const { phone, contactId, path } = await world.person();
  const form = formIn((await visitor.get(path)).text);
  await visitor.post(path, { ...form, act: 'lists', [`list${world.offers}`]: 'on' });
  expect(await world.listsOf(contactId)).toEqual([world.offers]);
  await visitor.post(path, { ...form, act: 'lists' });
  expect(await world.listsOf(contactId)).toEqual([]);
  await visitor.post(path, { ...form, act: 'pause' });
  expect(await world.pause(contactId)).toBeDefined();
  await visitor.post(path, { ...form, act: 'stop' });
  expect((await world.consentsOf(phone)).map(({ kind }) => kind)).toContain('opt-out');
});

test('a stop on a page that was changed meanwhile is a stop, without words that they had not read', async () => {
  const { phone, path } = await world.person();
  const { form = '' } = fieldsIn((await visitor.get(path)).text);
  await world.owner.ask(calls.preferencePage.save, {
    ...GOOD_PREFERENCES,
    text: 'Other words.',
    lists: world.lists,
    version: 1,
  });
  expect((await visitor.post(path, { form, act: 'stop' })).status).toBe(303);
  expect(await world.consentsOf(phone)).toEqual([expect.objectContaining({ kind: 'opt-out', shown: '' })]);
  expect((await visitor.get(path)).text).not.toContain('<form');
});

test('a page that was changed while it was open is shown again before anything is done', async () => {
  const { contactId, path } = await world.person();
  const { form = '' } = fieldsIn((await visitor.get(path)).text);
  const text = 'Other words.';
  await world.owner.ask(calls.preferencePage.save, {
    ...GOOD_PREFERENCES,
    text,
    lists: world.lists,
    version: 1,
  });
  const sent = await visitor.post(path, { form, act: 'pause' });
  expect([sent.status, sent.text.includes('has changed'), sent.text.includes(text)]).toEqual([
    422,
    true,
    true,
  ]);
  expect(await world.pause(contactId)).toBeUndefined();
  expect((await choose(visitor, path, { act: 'pause' })).status).toBe(303);
});

test('a box of a list that another one of the same name has replaced since is asked again, not read as unchecked', async () => {
  const { contactId, path } = await world.person([world.news, world.secret]);
  const form = formIn((await visitor.get(path)).text);
  await world.owner.ask(calls.preferencePage.save, {
    ...GOOD_PREFERENCES,
    lists: world.lists.map((each) => (each.list === world.news ? { ...each, list: world.secret } : each)),
    version: 1,
  });
  const sent = await visitor.post(path, { ...form, act: 'lists', [`list${world.news}`]: 'on' });
  expect([sent.status, sent.text.includes('has changed')]).toEqual([422, true]);
  expect(await world.listsOf(contactId)).toEqual([world.news, world.secret]);
});

test('nobody joins a list that is not offered, of another account or not', async () => {
  const other = await createPreferenceWorld(harness());
  const { contactId, path } = await world.person([]);
  await choose(visitor, path, {
    act: 'lists',
    [`list${other.news}`]: 'on',
    [`list${world.secret}`]: 'on',
    list0: 'on',
  });
  expect(await world.listsOf(contactId)).toEqual([world.secret]);
});

test('a flood of forms is stopped: of one person, and of one address', async () => {
  const { path } = await world.person();
  const answers: number[] = [];
  for (let n = 0; n < PREFERENCE_LIMITS.ofContactAnHour + 2; n++)
    answers.push((await visitor.post(path, { act: 'stop', form: 'forged' })).status);
  expect(answers.slice(-2)).toEqual([429, 429]);
  const busy = await visitor.post(path, { act: 'stop' });
  expect([busy.headers['content-type'], Number(busy.headers['retry-after']) > 0]).toEqual([
    'text/html; charset=utf-8',
    true,
  ]);
  expect((await visitor.post(path, 'x'.repeat(PREFERENCE_LIMITS.form + 1))).status).toBe(413);
  expect((await visitor.get(path)).status).toBe(200);
  const another = await world.person();
  expect((await choose(visitor, another.path, { act: 'pause' })).status).toBe(303);
});

test('the page has no script, is framed by nobody, is kept by nobody, and its words are text', async () => {
  const { owner, lists } = world;
  const headline = '<script>alert(1)</script>';
  const named = lists.map((each) => ({ ...each, name: '"><img src=x onerror=alert(1)>' }));
  await owner.ask(calls.preferencePage.save, { ...GOOD_PREFERENCES, headline, lists: named, version: 1 });
  const { path } = await world.person();
  const { text, headers } = await visitor.get(path);
  expect(text).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(headers['set-cookie']).toBeUndefined();
});

test('a link that came to a test phone with a person’s number changes nothing once texts reach people', async () => {
  const { accountId } = world;
  const { phone, contactId } = await world.person();
  const { number, channelId } = await world.addTestChannel();
  const path = await world.sentLink({ phone, channel: number });
  expect((await visitor.get(path)).text).not.toContain('came to a test phone');
  await choose(visitor, path, { act: 'pause' });
  expect(await world.pause(contactId)).toBeDefined();
  await choose(visitor, path, { act: 'resume' });

  await sql`
    update channels set connection_kind = 'gateway' where account_id = ${accountId} and id <> ${channelId}`.execute(
    db(),
  );
  const before = await stored();
  for (const each of [path, await world.sentLink({ phone, channel: number })]) {
    expect((await visitor.get(each)).text).toContain('came to a test phone');
    for (const act of ['lists', 'pause', 'stop']) {
      const sent = await choose(visitor, each, { act });
      expect([sent.status, sent.text.includes('nothing you choose here is saved')]).toEqual([422, true]);
    }
  }
  // The forms are counted all the same.
  expect(await stored()).toEqual(Object.assign({}, before, { tries: expect.anything() }));
  const own = world.pathOf(contactId);
  expect((await visitor.get(own)).text).not.toContain('came to a test phone');
  await choose(visitor, own, { act: 'pause' });
  expect(await world.pause(contactId)).toBeDefined();
});

test('people of other accounts neither see a pause nor end it', async () => {
  const stranger = await harness().newUser();
  const { contactId, path } = await world.person();
  await choose(visitor, path, { act: 'pause' });
  expect((await stranger.ask(calls.preferencePage.endPause, { contact: contactId })).status).toBe(404);
  expect((await stranger.ask(calls.gate.contact, { contact: contactId })).status).toBe(404);
  expect(await world.pause(contactId)).toBeDefined();
});
