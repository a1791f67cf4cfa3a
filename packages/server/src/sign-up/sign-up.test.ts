/** A sign-up page from the owner's words to the consent: what is shown, sent, asked, and written down. */
import { calls } from '@parley/contract';
import { SIGN_UP_LIMITS } from '@parley/rules/limits.ts';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { askDue } from '../double-opt-in/ask.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, sql } from '../platform/db/database.ts';
import { sha256 } from '../platform/secrets.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { type Browser, browserOf, GOOD_PAGE, openPage, type Visit } from './testing/visit.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const { signUpPages, lists, members, gate, optouts } = calls;
const HOUR = 3_600_000;
let owner: Client & { accountId: number };
let list = 0;
let url = '';
let people = 0;
let texts = 0;
let visitor: Browser;
const services = () => harness().services;
const db = () => services().db;
const newPhone = () => `+1212555${String(6000 + people++)}`;

beforeEach(async () => {
  await sql`delete from confirmation_jobs`.execute(db());
  await sql`delete from throttles`.execute(db());
  owner = await harness().newUser();
  list = (await owner.ask(lists.add, { name: 'News' })).values.id;
  await owner.ask(signUpPages.save, { list, ...GOOD_PAGE, version: 0 });
  url = new URL((await owner.ask(signUpPages.info, { list })).values.url).pathname;
  visitor = browserOf(harness().app);
});

/** Opens the page, waits as a person does, and sends the form. */
async function signUp(phone: string, fields: Record<string, string> = {}, from = url): Promise<Visit> {
  const shown = await openPage(visitor, from);
  clock.advance(5_000);
  return visitor.post(from, { ...shown.fields, phone, agree: 'yes', ...fields });
}

async function askAll(): Promise<void> {
  while (await askDue(services(), 'test')) {
    // list after list
  }
}

async function say(phone: string, text: string): Promise<void> {
  await receiveInbound(services(), {
    accountId: owner.accountId,
    channelId: (await firstChannel(db(), owner.accountId))?.id ?? 0,
    phone,
    text,
    carrierMessageId: `sign-up ${texts++}`,
    at: clock.now(),
  });
}

async function signUpAndConfirm(phone: string): Promise<void> {
  await signUp(phone);
  await askAll();
  clock.advance(60_000);
  await say(phone, 'yes');
}

const questionsTo = async (phone: string) =>
  (
    await rows(
      db(),
      sql`
        select m.id from messages m join contacts c on c.account_id = m.account_id and c.id = m.contact_id
        where m.account_id = ${owner.accountId} and c.phone = ${phone} and m.body like '%Reply YES%'`,
    )
  ).length;

type Consent = { kind: string; shown: string; note: string; address: string; words: string };
const consentsOf = (phone: string) =>
  rows(
    db(),
    sql<Consent>`
      select kind, shown, note, address, words from consents
      where account_id = ${owner.accountId} and phone = ${phone} and source = 'sign-up'`,
  );

const isMember = async (phone: string) =>
  (await owner.ask(members.list, { list, start: 0, length: 100 })).values.members.some(
    (member) => member.phone === phone,
  );

test('the page says its own words in the language of its owner, from right to left where that is so', async () => {
  const said = { ar: 'رقم الهاتف المحمول', he: 'מספר טלפון נייד', es: 'Número de móvil' } as const;
  const page = { ...GOOD_PAGE, privacy: 'We keep it.' };
  let version = 1;
  for (const language of ['ar', 'he', 'es'] as const) {
    await owner.ask(signUpPages.save, { list, ...page, language, version });
    version += 1;
    const { text } = await visitor.get(url);
    expect(text).toContain(`<html lang="${language}" dir="${language === 'es' ? 'ltr' : 'rtl'}">`);
    expect(text).toContain(`<label for="phone">${said[language]}</label>`);
    expect(text).not.toMatch(/Mobile number|>Country<|>Privacy</);
    const wrong = await signUp('12');
    expect([wrong.status, wrong.text.includes('Enter a mobile number')]).toEqual([422, false]);
    expect((await visitor.get(`${url}/privacy`)).text).not.toContain('Back to the form');
    expect((await owner.ask(signUpPages.info, { list })).values.numberLabel).toBe(said[language]);
  }
  await owner.ask(signUpPages.turn, { list, on: false });
  expect((await visitor.get(url)).text).toContain('El registro está cerrado');
});

const textsTo = async (phone: string) =>
  (
    await rows(
      db(),
      sql<{ body: string }>`
        select m.body from messages m join contacts c on c.account_id = m.account_id and c.id = m.contact_id
        where m.account_id = ${owner.accountId} and c.phone = ${phone} order by m.id`,
    )
  ).map(({ body }) => body);

/** What is asked and said, and the answer that counts, by the language of the page. */
const SAID = {
  es: ['Responde SI para recibir', 'Sí.', 'Gracias por unirte (News)'],
  ar: ['أرسل نعم لتأكيد', 'نعم', 'تم تأكيد اشتراكك (News)'],
  he: ['יש להשיב כן לאישור', 'כן', 'ההרשמה אושרה (News)'],
} as const;

test.each(['es', 'ar', 'he'] as const)(
  'a page in %s asks, understands, and thanks in it',
  async (language) => {
    const [question, yes, thanks] = SAID[language];
    await owner.ask(signUpPages.save, { list, ...GOOD_PAGE, language, version: 1 });
    const [own, english] = [newPhone(), newPhone()];
    for (const [phone, answer] of [
      [own, yes],
      [english, 'YES'],
    ] as const) {
      await signUp(phone);
      await askAll();
      clock.advance(60_000);
      await say(phone, answer);
      expect(await textsTo(phone)).toEqual([
        expect.stringContaining(question),
        expect.stringContaining(thanks),
      ]);
      expect([await isMember(phone), (await consentsOf(phone))[0]?.words]).toEqual([true, answer]);
    }
    const proofs = await rows(
      db(),
      sql<{ shown: string }>`
      select shown from consents where account_id = ${owner.accountId} and source = 'double-opt-in'`,
    );
    expect(proofs.map(({ shown }) => shown.includes(question))).toEqual([true, true]);
  },
);

test('who was asked is thanked in the same language, whatever the page speaks by then', async () => {
  await owner.ask(signUpPages.save, { list, ...GOOD_PAGE, language: 'es', version: 1 });
  const phone = newPhone();
  await signUp(phone);
  await askAll();
  await owner.ask(signUpPages.save, { list, ...GOOD_PAGE, language: 'en', version: 2 });
  clock.advance(60_000);
  await say(phone, 'si');
  expect((await textsTo(phone)).at(-1)).toContain('Gracias por unirte (News)');
});

test('SI answers the question rather than a keyword, but no question in English, and nobody’s after STOP', async () => {
  await storeSketch(db(), owner.accountId, 90, [{ type: 'final-message', id: 901, text: 'Hola' }], 'SI');
  const [spanish, english, gone] = [newPhone(), newPhone(), newPhone()];
  await signUp(english);
  await askAll();
  await owner.ask(signUpPages.save, { list, ...GOOD_PAGE, language: 'es', version: 1 });
  for (const phone of [spanish, gone]) await signUp(phone);
  await askAll();
  clock.advance(60_000);
  await say(gone, 'STOP');
  for (const phone of [spanish, english, gone]) await say(phone, 'Si');
  expect(await Promise.all([spanish, english, gone].map(isMember))).toEqual([true, false, false]);
  expect((await textsTo(english)).at(-1)).toBe('Hola');
  await say(spanish, 'Si');
  expect((await textsTo(spanish)).at(-1)).toBe('Hola');
});

test('what stands on no page is said in the language that the visitor’s browser asks for', async () => {
  const asked = async (path: string, languages: string) =>
    (await visitor.get(path, { 'accept-language': languages })).text;
  for (const [languages, language, title] of [
    ['he-IL,he;q=0.9,en;q=0.8', 'he', 'אין כאן כלום'],
    ['iw', 'he', 'אין כאן כלום'],
    ['en;q=0.5, fr, ar-EG;q=0.7', 'ar', 'لا يوجد شيء هنا'],
    ['es;q=0, fr', 'en', 'There’s nothing here'],
    ['', 'en', 'There’s nothing here'],
  ])
    for (const path of ['/p/nothing00000', '/p/what/ever', `/p/c/${'A'.repeat(28)}`]) {
      const text = await asked(path, languages ?? '');
      expect(text).toContain(`<html lang="${language}"`);
      expect(text).toContain(title);
    }
  const languages = { 'accept-language': 'es-MX' };
  const forms = async () => visitor.post(url, { phone: '1' }, languages);
  let last = await forms();
  for (let n = 0; n < SIGN_UP_LIMITS.fromAddressAnHour && last.status !== 429; n += 1) last = await forms();
  expect(last.text).toContain('Inténtalo más tarde');
});

test('a page that was saved before there were languages is English', async () => {
  await sql`update sign_up_pages set page = page - 'language' where account_id = ${owner.accountId}`.execute(
    db(),
  );
  expect((await visitor.get(url)).text).toContain('<html lang="en" dir="ltr">');
  expect((await owner.ask(signUpPages.info, { list })).values.language).toBe('en');
});

test('words of the owner are laid out in their own direction, right to left too', async () => {
  const words = { headline: 'חדשות בהודעה!', consent: 'אני מסכים לקבל הודעות.' };
  await owner.ask(signUpPages.save, { list, ...GOOD_PAGE, ...words, version: 1 });
  const { text } = await openPage(visitor, url);
  expect(text).toContain(`<h1 dir="auto">${words.headline}</h1>`);
  expect(text).toMatch(new RegExp(`<label class="agree" for="agree">[^]*<span dir="auto">${words.consent}`));
  expect(text).toContain('<label for="phone">Mobile number</label>');
});

test('who sends the form is asked once and is on the list with the YES, with the words as proof', async () => {
  const phone = newPhone();
  const sent = await signUp(phone);
  expect([sent.status, sent.headers.location]).toEqual([303, `${url}/thanks`]);
  expect((await visitor.get(`${url}/thanks`)).text).toContain(GOOD_PAGE.thanks);
  expect(await isMember(phone)).toBe(false);
  expect(await consentsOf(phone)).toEqual([]);
  await askAll();
  expect(await questionsTo(phone)).toBe(1);
  clock.advance(60_000);
  await say(phone, 'yes');
  expect(await isMember(phone)).toBe(true);
  const [consent, ...more] = await consentsOf(phone);
  expect(more).toEqual([]);
  expect(consent).toMatchObject({ kind: 'opt-in', words: 'yes' });
  for (const words of [GOOD_PAGE.headline, GOOD_PAGE.text, GOOD_PAGE.consent, GOOD_PAGE.button])
    expect(consent?.shown).toContain(words);
  expect(consent?.note).toContain(sha256(consent?.shown ?? '').toString('hex'));
  expect(consent?.address).toMatch(new RegExp(`${url}$`));
});

test('the list asks for a YES on its page although its own setting does not', async () => {
  const phone = newPhone();
  expect((await owner.ask(gate.listRules, { list })).values.doubleOptIn).toBe(false);
  await signUp(phone);
  expect(await isMember(phone)).toBe(false);
});

test('a number is texted once, however often it is sent, and waits on', async () => {
  const phone = newPhone();
  for (let n = 0; n < 4; n++) {
    expect((await signUp(phone)).status).toBe(303);
    await askAll();
    clock.advance(10 * 60_000);
  }
  expect(await questionsTo(phone)).toBe(1);
});

test('members, strangers and people who opted out get the same answer, and nobody but the stranger a text', async () => {
  const [member, stranger, gone] = [newPhone(), newPhone(), newPhone()];
  await owner.ask(members.add, { phone: member, list });
  await say(gone, 'STOP');
  const answers = [];
  for (const phone of [member, stranger, gone]) {
    const { status, text, headers } = await signUp(phone);
    answers.push({ status, text, location: headers.location, names: Object.keys(headers).sort() });
  }
  await askAll();
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(await Promise.all([member, stranger, gone].map(questionsTo))).toEqual([0, 1, 0]);
  const { values } = await owner.ask(optouts.list, { search: gone });
  expect(values.total).toBe(1);
});

test('words that were changed while the form was open: the proof has those that were shown', async () => {
  const phone = newPhone();
  const shown = await openPage(visitor, url);
  await owner.ask(signUpPages.save, { list, ...GOOD_PAGE, consent: 'Other words', version: 1 });
  clock.advance(5_000);
  await visitor.post(url, { ...shown.fields, phone, agree: 'yes' });
  await askAll();
  clock.advance(60_000);
  await say(phone, 'YES');
  const [consent] = await consentsOf(phone);
  expect(consent?.shown).toContain(GOOD_PAGE.consent);
  expect(consent?.shown).not.toContain('Other words');
});

test('the figures by day are the consents of those days', async () => {
  const settings = { TIMEZONE: 'Asia/Kolkata' };
  expect((await owner.post('account/saveAccount', settings)).RESULT).toBe(1);
  await signUpAndConfirm(newPhone());
  await signUpAndConfirm(newPhone());
  clock.advance(10 * HOUR);
  await signUpAndConfirm(newPhone());
  await signUp(newPhone());
  const { values } = await owner.ask(signUpPages.figures, { list });
  const counted = await rows(
    db(),
    sql<{ day: string; count: number }>`
      select to_char(at at time zone a.time_zone, 'YYYY-MM-DD') as day, count(*) as count
      from consents s join accounts a on a.id = s.account_id
      where s.account_id = ${owner.accountId} and s.list_id = ${list} and s.source = 'sign-up'
      group by 1 order by 1 desc`,
  );
  expect(values.days).toEqual(counted);
  expect(values.days.map(({ count }) => count)).toEqual([1, 2]);
  expect(values).toMatchObject({ signedUp: 3, waiting: 1 });
});

test('a page that is off says so, one of a deleted list or of nobody is not found', async () => {
  await owner.ask(signUpPages.turn, { list, on: false });
  const off = await visitor.get(url);
  expect([off.status, off.text.includes('Sign-up is closed')]).toEqual([410, true]);
  expect((await visitor.post(url, { phone: newPhone() })).status).toBe(410);
  await owner.ask(signUpPages.turn, { list, on: true });
  expect((await visitor.get(url)).status).toBe(200);
  await owner.ask(lists.remove, { list });
  for (const path of [url, `${url}/thanks`, '/p/abcdefabcdef', '/p/', '/p/x/y/z']) {
    const gone = await visitor.get(path);
    expect([path, gone.status, gone.headers['content-type']]).toEqual([
      path,
      404,
      'text/html; charset=utf-8',
    ]);
  }
});

test('terms and privacy are pages of their own, linked where there are some', async () => {
  expect((await visitor.get(url)).text).not.toContain(`${url}/terms`);
  expect((await visitor.get(`${url}/terms`)).status).toBe(404);
  const words = { terms: 'Be <kind>.', privacy: 'We share nothing.' };
  await owner.ask(signUpPages.save, { list, ...GOOD_PAGE, ...words, version: 1 });
  expect((await visitor.get(url)).text).toContain(`href="${url}/terms"`);
  expect((await visitor.get(`${url}/terms`)).text).toContain('Be &#60;kind&#62;.');
  expect((await visitor.get(`${url}/privacy`)).text).toContain(words.privacy);
});

test('of two people who save the first page, or one version, the second is told', async () => {
  const other = (await owner.ask(lists.add, { name: 'Other' })).values.id;
  const save = (version: number) => owner.ask(signUpPages.save, { list: other, ...GOOD_PAGE, version });
  expect((await save(0)).values.version).toBe(1);
  expect((await save(0)).body.DETAIL).toBe('VERSION');
  expect((await save(1)).values.version).toBe(2);
  expect((await save(1)).body.DETAIL).toBe('VERSION');
});

test('colors that nobody can read are refused, and nothing is stored', async () => {
  const save = (colors: Partial<typeof GOOD_PAGE>) =>
    owner.ask(signUpPages.save, { list, ...GOOD_PAGE, ...colors, version: 1 });
  expect((await save({ ink: '#888888' })).body.DETAIL).toBe('inpInk');
  expect((await save({ accent: '#eeeeee' })).body.DETAIL).toBe('inpAccent');
  expect((await save({ ink: 'red' })).status).toBe(400);
  expect((await owner.ask(signUpPages.info, { list })).values).toMatchObject({
    version: 1,
    ink: GOOD_PAGE.ink,
  });
});

test('nobody makes a page for the list of another account, or for a channel’s audience', async () => {
  const stranger = await harness().newUser();
  expect((await stranger.ask(signUpPages.info, { list })).status).toBe(404);
  expect((await stranger.ask(signUpPages.figures, { list })).status).toBe(404);
  expect((await stranger.ask(signUpPages.turn, { list, on: false })).status).toBe(404);
  expect((await visitor.get(url)).status).toBe(200);
  const [channel] = (await owner.ask(calls.channels.list, { search: '' })).values.channels;
  expect((await owner.ask(signUpPages.info, { list: channel?.audience ?? 0 })).RESULT).toBe(0);
});
