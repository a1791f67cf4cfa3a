/** Codes that an app makes of a key and the time (RFC 6238), and those for a day without it. */
import { randomInt } from 'node:crypto';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** A clock may be so many steps off, and a code so old, section 5.2 of RFC 6238 says one. */
const STEPS_OFF = 1;
const CODE = new RegExp(`^[0-9]{${ACCESS_LIMITS.mfaDigits}}$`);
/** Section 4 of RFC 4226 wants 160 bits. */
const KEY_BYTES = 20;

/** Nothing that looks like something else: they are read from paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_CODES = 10;
const RECOVERY_LETTERS = 10;
const RECOVERY_CODE = new RegExp(`^[${LETTERS}]{${RECOVERY_LETTERS}}$`);

const codesOf = (key: string, label: string) =>
  new TOTP({
    issuer: 'Parley',
    label,
    algorithm: 'SHA1',
    digits: ACCESS_LIMITS.mfaDigits,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(key),
  });

/** A new key, in base32. */
export const newKey = (): string => new Secret({ size: KEY_BYTES }).base32;

/** What an app scans: `otpauth://totp/…`, named by the address that the person signs in with. */
export const keyUri = (key: string, email: string): string => codesOf(key, email).toString();

/** In which step, counted from 1970, the app shows this code; null: not around this moment. */
export function stepOfCode(key: string, code: string, at: Date): number | null {
  // Of others the library compares the bytes, and throws where their number differs.
  if (!CODE.test(code)) return null;
  const timestamp = at.getTime();
  const off = codesOf(key, '').validate({ token: code, timestamp, window: STEPS_OFF });
  return off === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + off;
}

/** New ones, as they are shown: `abcde-fghjk`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const half = () =>
      Array.from({ length: RECOVERY_LETTERS / 2 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return `${half()}-${half()}`;
  });

/** One as it is compared, however it was typed; null: it is none. */
export function recoveryCodeOf(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '');
  return RECOVERY_CODE.test(code) ? code : null;
}
