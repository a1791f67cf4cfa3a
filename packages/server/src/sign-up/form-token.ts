/**
 * What makes a form ours without a cookie: signed when the page is shown, for that page and the words that it
 * showed, and good for one number within a day.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { SIGN_UP_LIMITS } from '@parley/rules/limits.ts';
import type { Secrets } from '../platform/secrets.ts';

export type FormToken =
  /** `words`: the hash of what was shown, in hexadecimal digits. */
  { is: 'good'; nonce: string; words: string } | { is: 'none' | 'forged' | 'early' | 'late' };

const NONCE_BYTES = 12;
const SHAPE = /^([0-9a-z]{1,12})\.([\w-]{16})\.([0-9a-f]{64})\.([\w-]{43})$/;

const signatureOf = (secrets: Secrets, code: string, signed: string) =>
  secrets.hash(`sign-up form ${code} ${signed}`);

export function newFormToken(secrets: Secrets, code: string, words: Buffer, now: Date): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const signed = `${now.getTime().toString(36)}.${nonce}.${words.toString('hex')}`;
  return `${signed}.${signatureOf(secrets, code, signed).toString('base64url')}`;
}

/** `leastSeconds`: sooner than that only robots send it. */
export function readFormToken(
  secrets: Secrets,
  code: string,
  token: string,
  now: Date,
  leastSeconds: number = SIGN_UP_LIMITS.leastSeconds,
): FormToken {
  if (token === '') return { is: 'none' };
  const [, issued = '', nonce = '', words = '', given = ''] = SHAPE.exec(token) ?? [];
  if (given === '') return { is: 'forged' };
  const signature = signatureOf(secrets, code, `${issued}.${nonce}.${words}`);
  if (!timingSafeEqual(signature, Buffer.from(given, 'base64url'))) return { is: 'forged' };
  const age = now.getTime() - Number.parseInt(issued, 36);
  if (age < leastSeconds * 1_000) return { is: 'early' };
  if (age > SIGN_UP_LIMITS.mostHours * 3_600_000) return { is: 'late' };
  return { is: 'good', nonce, words };
}
