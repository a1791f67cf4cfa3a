import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { isAbout, isCommon } from './guessable-passwords.ts';

const harness = useHarness();

test.each([
  'password1',
  '\u200bpass\u00adword1',
  'qwerty123',
  'P@ssw0rd',
  'Password1!',
  'PASSWORD123',
  'iloveyou2',
  'P@ssw0rd1!',
  'Summer2026',
  'letmein2024!',
  'pass word1',
  'welcome1welcome1',
  'aaaaaaaa',
  'abcabcabc',
  'abcdefghij',
  '87654321',
])('%s is among the first that are tried', async (password) => {
  expect(await isCommon(password)).toBe(true);
});

test.each([
  'Passw0rd!23x',
  'Passw0rd!7f3k',
  'Passw0rd!1764000000',
  'correct horse battery staple',
  'another good long password',
  'a good cup of coffee',
  'Tr0ub4dor&3',
  'vK9#mQ2p',
  // One thing again and again is only its end.
  'vK9#welcomewelcome',
  // Begins as a row does.
  'bavkqxmw',
])('%s is taken', async (password) => {
  expect([await isCommon(password), isAbout(password, ['ann@example.com', 'Corner shop'])]).toEqual([
    false,
    false,
  ]);
});

test.each(['annacrowther', 'AnnaCrowther1', 'sunnybakery2026', 'anna.crowther!'])(
  '%s is about the person',
  (password) => {
    expect(isAbout(password, ['anna.crowther@sunny-bakery.example', '+12125550142'])).toBe(true);
  },
);

test('each word of the list is found, and no part of one', async () => {
  const packed = readFileSync(join(import.meta.dirname, 'common-passwords.txt.br'));
  const words = brotliDecompressSync(packed).toString().split('\n');
  expect(words).toHaveLength(100_000);
  expect(words).toEqual(words.toSorted());
  const some = words.filter((_, index) => index % 997 === 0 || index === words.length - 1);
  for (const word of some) expect(await isCommon(word), word).toBe(true);
  expect(await isCommon(words.slice(0, 2).join('\n'))).toBe(false);
});

test.each([
  ['ann.miller@example.com', 'ann.miller@example.com'],
  ['Miller2026', 'ann.miller@example.com'],
  ['cornershop!', 'Corner shop'],
  ['P4rley2026', ''],
  ['(212)5550123', '+12125550123'],
])('%s says little more than %s', (password, about) => {
  expect(isAbout(password, [about])).toBe(true);
});

test('such a password is refused wherever one is set, and nothing is stored', async () => {
  const { access, account, team } = calls;
  const refused = { status: 200, RESULT: 0, DETAIL: 'inpPassword' };
  const stranger = harness().stranger();
  const form = { email: 'weak@example.com', phone: '2125550190' };
  for (const password of ['password1', 'qwerty123', 'P@ssw0rd', 'short', 'weak@example.com'])
    expect(await stranger.ask(access.register, { ...form, password }), password).toMatchObject(refused);
  const owner = await harness().newUser({ email: 'strong@example.com' });
  const { link } = (await owner.ask(team.invite, { email: form.email, role: 'member' })).values;
  const invitation = link.split('/join/')[1] ?? '';
  const join = { invitation, phone: form.phone, password: 'qwerty123' };
  expect(await stranger.ask(team.join, join)).toMatchObject(refused);
  const current = 'correct horse battery staple';
  for (const next of ['password1', 'strong2026'])
    expect(await owner.ask(account.changePassword, { current, next }), next).toMatchObject(refused);
  const reset = { email: 'strong@example.com', code: '123456', next: 'password1' };
  expect(await stranger.ask(access.resetPassword, reset)).toMatchObject(refused);
  expect((await stranger.ask(access.signIn, { email: form.email, password: 'password1' })).RESULT).toBe(0);
});
