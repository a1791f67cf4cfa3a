/** Public pages under attack: forms that are forged, old, sent again and again, full of markup. */
import { calls } from '@parley/contract';
import { SIGN_UP_LIMITS } from '@parley/rules/limits.ts';
import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { browserOf, fieldsIn, GOOD_PAGE, openPage } from './testing/visit.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const { signUpPages, lists } = calls;
const HOUR = 3_600_000;
let owner: Client & { accountId: number };
let list = 0;
let url = '';
let people = 0;
const db = () => harness().services.db;
const newPhone = () => `+1212555${String(3000 + people++)}`;
const visitor = (from?: string) => browserOf(harness().app, from);

beforeEach(async () => {
  await sql`delete from throttles`.execute(db());
  owner = await harness().newUser();
  [list, url] = await newPage('News');
});

async function newPage(name: string): Promise<[number, string]> {
  const { id } = (await owner.ask(lists.add, { name })).values;
  await owner.ask(signUpPages.save, { list: id, ...GOOD_PAGE, version: 0 });
  return [id, new URL((await owner.ask(signUpPages.info, { list: id })).values.url).pathname];
}

async function openAndWait(path = url): Promise<Record<string, string>> {
  const { fields } = await openPage(visitor(), path);
  clock.advance(5_000);
  return fields;
}

const waiting = async () =>
  (
    await first(
      db(),
      sql<{
        count: number;
      }>`select count(*) as count from pending_members where account_id = ${owner.accountId}`,
    )
  )?.count;
const contacts = async () =>
  (
    await first(
      db(),
      sql<{ count: number }>`select count(*) as count from contacts where account_id = ${owner.accountId}`,
    )
  )?.count;

test('a form that was sent is good for the same number only: again for it nothing happens, for another it is refused', async () => {
  const fields = await openAndWait();
  const phone = newPhone();
  const send = (to: string) => visitor().post(url, { ...fields, phone: to, agree: 'yes' });
  expect((await send(phone)).status).toBe(303);
  expect((await send(phone)).status).toBe(303);
  const other = await send(newPhone());
  expect([other.status, other.text.includes('was sent before')]).toEqual([422, true]);
  expect(await waiting()).toBe(1);
});

test('two that send one form at the same moment for two numbers: one is taken', async () => {
  const fields = await openAndWait();
  const answers = await Promise.all(
    [newPhone(), newPhone()].map((phone) => visitor().post(url, { ...fields, phone, agree: 'yes' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  expect(await waiting()).toBe(1);
});

test('a form that is too old, too quick, forged, or of another page stores nothing and comes back with the number', async () => {
  const [, elsewhere] = await newPage('Other');
  const good = await openAndWait();
  const ofOther = await openAndWait(elsewhere);
  const token = good.form ?? '';
  const [issued, nonce, words, signature = ''] = token.split('.');
  const forged = [
    ofOther.form ?? '',
    'x',
    `${token}x`,
    [issued, nonce, '0'.repeat(64), signature].join('.'),
    [`${issued}z`, nonce, words, signature].join('.'),
    [issued, nonce, words, 'A'.repeat(43)].join('.'),
  ];
  const phone = newPhone();
  for (const form of forged) {
    const answer = await visitor().post(url, { ...good, form, phone, agree: 'yes' });
    expect([form, answer.status, answer.text.includes(`value="${phone}"`)]).toEqual([form, 422, true]);
  }
  const quick = (await openPage(visitor(), url)).fields;
  expect((await visitor().post(url, { ...quick, phone, agree: 'yes' })).text).toContain('That was quick');
  clock.advance(SIGN_UP_LIMITS.mostHours * HOUR + 1);
  const late = await visitor().post(url, { ...good, phone, agree: 'yes' });
  expect([late.status, late.text.includes('open for a long time')]).toEqual([422, true]);
  expect([await waiting(), await contacts()]).toEqual([0, 0]);
  // The form that came back is good.
  clock.advance(5_000);
  const again = await visitor().post(url, { ...fieldsIn(late.text), phone, agree: 'yes' });
  expect(again.status).toBe(303);
});

test('a form of another site shows ours with its number and its words to agree to; nothing happens without', async () => {
  const phone = newPhone();
  const shown = await visitor().post(url, { phone }, { origin: 'https://shop.example' });
  expect([
    shown.status,
    shown.text.includes(`value="${phone}"`),
    shown.text.includes(GOOD_PAGE.consent),
  ]).toEqual([200, true, true]);
  expect(await contacts()).toBe(0);
});

test('a wrong number, an unticked box and a filled trap store nothing; the trap learns nothing', async () => {
  const fields = await openAndWait();
  const send = (more: Record<string, string>) => visitor().post(url, { ...fields, ...more });
  expect((await send({ phone: '12', agree: 'yes' })).text).toContain('Enter a mobile number');
  expect((await send({ phone: newPhone() })).text).toContain('Check the box');
  const robot = await send({ phone: newPhone(), agree: 'yes', website: 'https://spam.example' });
  expect([robot.status, robot.headers.location]).toEqual([303, `${url}/thanks`]);
  expect(await contacts()).toBe(0);
});

test('a wrong number keeps the box checked, of the same words alone; nothing else does', async () => {
  const CHECKED = 'value="yes" required checked';
  const send = async (fields: Record<string, string>) => {
    const { fields: shown } = await openPage(visitor(), url);
    clock.advance(5_000);
    return (await visitor().post(url, { ...shown, ...fields })).text.includes(CHECKED);
  };
  expect(await send({ phone: '12', agree: 'yes' })).toBe(true);
  expect(await send({ phone: '12' })).toBe(false);
  expect(await send({ phone: '12', agree: 'yes', form: '' })).toBe(false);
  expect(await send({ phone: '12', agree: 'yes', form: 'forged' })).toBe(false);
  const { fields, text } = await openPage(visitor(), url);
  expect(text).not.toContain(CHECKED);
  clock.advance(5_000);
  const refused = await visitor().post(url, { ...fields, phone: '12', agree: 'yes' });
  clock.advance(5_000);
  // As a browser sends it then: the box as it came back.
  const phone = newPhone();
  const again = { ...fieldsIn(refused.text), agree: 'yes' };
  expect((await visitor().post(url, { ...again, phone })).status).toBe(303);
  const used = await visitor().post(url, { ...again, phone: newPhone() });
  expect([used.text.includes('was sent before'), used.text.includes(CHECKED)]).toEqual([true, false]);
  await owner.ask(signUpPages.save, { list, ...GOOD_PAGE, consent: 'Other words', version: 1 });
  const changed = await visitor().post(url, { ...fields, phone: '12', agree: 'yes' });
  expect([changed.text.includes('Other words'), changed.text.includes(CHECKED)]).toEqual([true, false]);
});

test('bodies that are no form', async () => {
  const statuses = [];
  for (const [body, type] of [
    ['{"phone":"+12125550100"}', 'application/json'],
    ['phone', 'text/plain'],
    ['a=1&a=2&form=x&form=y&phone=1&phone=2', 'application/x-www-form-urlencoded'],
    ['phone=%00%ff&__proto__=1&constructor=2', 'application/x-www-form-urlencoded'],
    [`phone=${'1'.repeat(SIGN_UP_LIMITS.form)}`, 'application/x-www-form-urlencoded'],
  ] as const)
    statuses.push((await visitor().post(url, body, { 'content-type': type })).status);
  expect(statuses).toEqual([415, 415, 200, 200, 413]);
  expect(await contacts()).toBe(0);
});

test('a thousand forms from one address are stopped after a few, whatever they say', async () => {
  const fields = await openAndWait();
  const counts = new Map<number, number>();
  for (let n = 0; n < 1_000; n++) {
    const { status } = await visitor().post(url, { ...fields, phone: newPhone(), agree: 'yes' });
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  expect(counts.get(429)).toBe(1_000 - SIGN_UP_LIMITS.fromAddressAnHour);
  expect(await waiting()).toBe(1);
});

test('the addresses of one network of IPv6 are counted together, and those of another apart', async () => {
  const send = async (network: string, n: number) =>
    (await visitor(`${network}::${n.toString(16)}`).post(url, { form: 'forged' })).status;
  const most = SIGN_UP_LIMITS.fromAddressAnHour;
  for (let n = 1; n <= most; n += 1) expect(await send('2001:db8:1:2', n)).toBe(422);
  expect(await send('2001:db8:1:2', most + 1)).toBe(429);
  expect(await send('2001:db8:1:3', 1)).toBe(422);
});

test('from a thousand addresses a page asks no more people than it may, and one number once', async () => {
  const phone = newPhone();
  const statuses = new Map<number, number>();
  for (let n = 0; n < 40; n++) {
    const at = visitor(`198.51.100.${n}`);
    const { fields } = await openPage(at, url);
    clock.advance(3_000);
    const { status } = await at.post(url, { ...fields, phone, agree: 'yes' });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([[303, 40]]);
  expect(await waiting()).toBe(1);
  const key = `sign-up page ${owner.accountId}/${list}`;
  await sql`update throttles set count = ${SIGN_UP_LIMITS.ofPageAnHour} where key = ${key}`.execute(db());
  const fields = await openAndWait();
  const full = await visitor().post(url, { ...fields, phone: newPhone(), agree: 'yes' });
  expect([full.status, Number(full.headers['retry-after']) > 0]).toEqual([429, true]);
  expect(await waiting()).toBe(1);
});

test('markup in the owner’s words and in what was typed is text', async () => {
  const nasty = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
  const words = { headline: nasty, text: nasty, button: 'Go', consent: nasty, thanks: nasty };
  await owner.ask(signUpPages.save, { list, ...GOOD_PAGE, ...words, version: 1 });
  const shown = await visitor().get(url);
  const thanks = await visitor().get(`${url}/thanks`);
  const typed = await visitor().post(url, { phone: '"><script>alert(3)//', country: '"><script>' });
  for (const { text } of [shown, thanks, typed]) {
    expect(text).not.toMatch(/<script|<img|onerror='/);
    expect(text).toContain('&#60;script');
  }
  const preview = await owner.ask(signUpPages.preview, { list, ...GOOD_PAGE, ...words, view: 'form' });
  expect(preview.values.html).not.toMatch(/<script|<img/);
});

test('a page allows itself no script, no frame and no other address', async () => {
  const { headers, text } = await visitor().get(url);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect([headers['referrer-policy'], headers['cache-control'], headers['set-cookie']]).toEqual([
    'no-referrer',
    'no-store',
    undefined,
  ]);
  expect(text.length).toBeLessThan(50_000);
  expect(text).not.toMatch(/style="|https?:\/\//);
});

test('sites that may frame the page are named one by one; what is no site is refused', async () => {
  const save = (sites: string, version = 1) =>
    owner.ask(signUpPages.save, { list, ...GOOD_PAGE, sites, version });
  for (const wrong of [
    'http://shop.example',
    "https://shop.example; script-src 'unsafe-inline'",
    'https://shop.example\r\nset-cookie: a=b',
    'https://shop.example/path',
    '*',
    'https://*',
  ])
    expect([wrong, (await save(wrong)).RESULT]).toEqual([wrong, 0]);
  await save('https://shop.example/\n https://www.shop.example \n\nhttps://shop.example');
  const { headers } = await visitor().get(url);
  expect(headers['content-security-policy']).toMatch(
    /frame-ancestors https:\/\/shop\.example https:\/\/www\.shop\.example$/,
  );
  expect(headers['x-frame-options']).toBeUndefined();
});

test('what is typed comes into no header and no address', async () => {
  const fields = await openAndWait();
  const nasty = '+12125550100\r\nset-cookie: a=b';
  const answer = await visitor().post(url, { ...fields, phone: nasty, country: 'US\r\nx: y', agree: 'yes' });
  expect([answer.status, answer.headers['set-cookie'], answer.headers.x]).toEqual([
    422,
    undefined,
    undefined,
  ]);
  const path = await visitor().get('/p/abc%0d%0aset-cookie:%20a=b');
  expect([path.status, path.headers['set-cookie']]).toEqual([404, undefined]);
});

test('numbers stand in no throttle and in no log', async () => {
  const fields = await openAndWait();
  const phone = newPhone();
  await visitor().post(url, { ...fields, phone, agree: 'yes' });
  const keys = await rows(db(), sql<{ key: string }>`select key from throttles where key like 'sign-up%'`);
  expect(keys.length).toBeGreaterThan(3);
  expect(keys.filter(({ key }) => key.includes(phone.slice(2)))).toEqual([]);
  expect(
    harness()
      .logged()
      .filter((line) => line.includes(phone.slice(2))),
  ).toEqual([]);
});
