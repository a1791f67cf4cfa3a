import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { Refusal } from '../platform/errors.ts';

/** OWASP Password Storage: argon2id, 19 MiB, two passes. About 40 ms. */
const COST = { algorithm: 2 satisfies Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The words every attacker tries first. */
const COMMONEST = new Set([
  'password',
  '12345678',
  '123456789',
  '1234567890',
  'qwertyui',
  'qwertyuiop',
  '11111111',
  'iloveyou',
]);

/** Refuses a password that gives no protection. */
export function requireGoodPassword(password: string): void {
  if (password.length < ACCESS_LIMITS.passwordLength)
    throw new Refusal(
      `Please choose a password of at least ${ACCESS_LIMITS.passwordLength} characters.`,
      'inpPassword',
    );
  if (COMMONEST.has(password.toLowerCase()))
    throw new Refusal(
      'That password is among the first that are tried. Please choose another one.',
      'inpPassword',
    );
}

/** Hashing takes memory and a core: this many at once, the others wait. */
const MAX_AT_ONCE = 4;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

let nobodysHash: Promise<string> | null = null;

/** Compares in the same time whether there is such a user (`stored`) or not (null). */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody has this password');
  const against = stored ?? (await nobodysHash);
  const matches = await inTurn(() => verify(against, password));
  return matches && stored !== null;
}
