import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { Busy, Refusal } from '../platform/errors.ts';
import { isAbout, isCommon } from './guessable-passwords.ts';

/** OWASP Password Storage: argon2id, 19 MiB, two passes. About 40 ms. */
const COST = { algorithm: 2 satisfies Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Refuses a password that gives no protection. `about`: their address and number, the account's name. */
export async function requireGoodPassword(password: string, about: readonly string[]): Promise<void> {
  if (password.length < ACCESS_LIMITS.passwordLength)
    throw new Refusal(
      `Please choose a password of at least ${ACCESS_LIMITS.passwordLength} characters.`,
      'inpPassword',
    );
  if (await isCommon(password))
    throw new Refusal('That password is too common. Please choose another one.', 'inpPassword');
  if (isAbout(password, about))
    throw new Refusal(
      'That password is too easy to guess for anyone who knows your email, number, or account. Please choose another one.',
      'inpPassword',
    );
}

/**
 * Hashing takes memory and a core: this many at once, so many others wait, and who comes then is told to come
 * again.
 */
const MAX_AT_ONCE = 4;
const MOST_WAITING = 100;
const RETRY_SECONDS = 5;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MOST_WAITING) throw new Busy(RETRY_SECONDS);
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** @throws Busy when too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

let nobodys: Promise<string> | null = null;

/**
 * Compares in the same time whether there is such a user (`stored`) or not (null). @throws Busy when too many
 * wait already.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobodys ??= hash('nobody has this password', COST);
  const against = stored ?? (await nobodys);
  const matches = await inTurn(() => verify(against, password));
  return matches && stored !== null;
}
