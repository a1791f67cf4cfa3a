import { expect, test } from 'vitest';
import { appCode } from '../testing/app-code.ts';
import { keyUri, newKey, newRecoveryCodes, recoveryCodeOf, stepOfCode } from './app-codes.ts';

/** The key of the examples in appendix B of RFC 6238, "12345678901234567890". */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
])('the examples of RFC 6238: %i s, %s', (seconds, code, step) => {
  const at = (of: number) => new Date((seconds + of) * 1000);
  expect(stepOfCode(KEY, code, at(0))).toBe(step);
  expect([stepOfCode(KEY, code, at(30)), stepOfCode(KEY, code, at(-30))]).toEqual([step, step]);
  expect([stepOfCode(KEY, code, at(90)), stepOfCode(KEY, code, at(-60))]).toEqual([null, null]);
});

test('a key has 160 bits, and its address names Parley and the person', () => {
  const key = newKey();
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  expect(newKey()).not.toBe(key);
  const address = new URL(keyUri(key, 'ann+sms@example.com'));
  expect(address.href).toMatch(/^otpauth:\/\/totp\/Parley:ann%2Bsms%40example\.com\?/);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Parley',
    secret: key,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  const now = new Date('2026-03-10T12:00:00Z');
  expect(stepOfCode(key, appCode(key, now), now)).toBe(Math.floor(now.getTime() / 30_000));
});

test('recovery codes are read however they were typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/);
  expect(recoveryCodeOf(' ABCDE fghjk ')).toBe('abcdefghjk');
  expect(['123456', 'abcde-fghj', 'abcde-fghjk-m', 'abcde-fgh1k', ''].map(recoveryCodeOf)).toEqual(
    Array(5).fill(null),
  );
});
