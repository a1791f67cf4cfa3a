/**
 * The end of a contact's link to the preference page: signed, stored nowhere, and telling neither the number
 * nor an id. It holds account, contact and the day of sending, hidden by a key stream that begins with the
 * signature over them, so that two days, or two people, have nothing in common.
 */
import { timingSafeEqual } from 'node:crypto';
import { PREFERENCE_LIMITS } from '@parley/rules/limits.ts';
import type { Secrets } from '../platform/secrets.ts';

type Whose = { accountId: number; contactId: number };

/** Bytes of the signature and of the contact's id. */
type Shape = { name: string; signature: number; contact: number };
const NARROW: Shape = { name: 'preferences', signature: 10, contact: 5 };
/** Machines of a Citus cluster number their rows from far above. */
const WIDE: Shape = { name: 'wide preferences', signature: 8, contact: 7 };
const ACCOUNT = 4;
const DAY = 2;
const DAY_MS = 86_400_000;
const CODE = new RegExp(`^[\\w-]{${PREFERENCE_LIMITS.codeLength}}$`);

const signatureOf = (secrets: Secrets, { name, signature }: Shape, facts: Buffer) =>
  secrets.hash(`${name} ${facts.toString('hex')}`).subarray(0, signature);

function hidden(secrets: Secrets, { name }: Shape, signature: Buffer, facts: Buffer): Buffer {
  const stream = secrets.hash(`${name} stream ${signature.toString('hex')}`);
  return Buffer.from(facts.map((byte, n) => byte ^ (stream[n] ?? 0)));
}

/** A number below 2^53 in so many bytes. */
function bytesOf(value: number, bytes: number): Buffer {
  const whole = Buffer.alloc(8);
  whole.writeBigUInt64BE(BigInt(value));
  return whole.subarray(8 - bytes);
}
const numberOf = (bytes: Buffer) => Number(`0x${bytes.toString('hex')}`);

/** The code of a contact for a text of this moment. */
export function preferenceCode(secrets: Secrets, { accountId, contactId }: Whose, now: Date): string {
  const shape = contactId < 2 ** (8 * NARROW.contact) ? NARROW : WIDE;
  const day = Math.floor(now.getTime() / DAY_MS);
  const facts = Buffer.concat([
    bytesOf(accountId, ACCOUNT),
    bytesOf(contactId, shape.contact),
    bytesOf(day, DAY),
  ]);
  const signature = signatureOf(secrets, shape, facts);
  return Buffer.concat([signature, hidden(secrets, shape, signature, facts)]).toString('base64url');
}

/**
 * Whose code it is; undefined: nobody's. `isLate`: it was sent more than {@link PREFERENCE_LIMITS.linkDays}
 * ago.
 */
export function readPreferenceCode(
  secrets: Secrets,
  code: string,
  now: Date,
): (Whose & { isLate: boolean }) | undefined {
  if (!CODE.test(code)) return undefined;
  const bytes = Buffer.from(code, 'base64url');
  for (const shape of [NARROW, WIDE]) {
    const signature = bytes.subarray(0, shape.signature);
    const facts = hidden(secrets, shape, signature, bytes.subarray(shape.signature));
    if (!timingSafeEqual(signature, signatureOf(secrets, shape, facts))) continue;
    const sent = numberOf(facts.subarray(-DAY));
    return {
      accountId: numberOf(facts.subarray(0, ACCOUNT)),
      contactId: numberOf(facts.subarray(ACCOUNT, -DAY)),
      isLate: Math.floor(now.getTime() / DAY_MS) - sent > PREFERENCE_LIMITS.linkDays,
    };
  }
  return undefined;
}
