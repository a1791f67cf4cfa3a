/**
 * The end of a contact's link to the preference page: signed, stored nowhere, and telling neither the number
 * nor an id. It holds account, contact and the day of sending, hidden by a key stream that begins with the
 * signature over them, so that two days, or two people, have nothing in common.
 */
import { timingSafeEqual } from 'node:crypto';
import { PREFERENCE_LIMITS } from '@parley/rules/limits.ts';
import type { Secrets } from '../platform/secrets.ts';

/** `isSimulated`: the text goes to a test phone, which the team reads, and may give anybody's number. */
type Whose = { accountId: number; contactId: number; isSimulated: boolean };

/** Bytes of the signature and of the contact's id. */
type Shape = { name: string; signature: number; contact: number; isSimulated: boolean };
const SHAPES: readonly Shape[] = [
  { name: 'preferences', signature: 10, contact: 5, isSimulated: false },
  // Machines of a Citus cluster number their rows from far above.
  { name: 'wide preferences', signature: 8, contact: 7, isSimulated: false },
  { name: 'simulated preferences', signature: 10, contact: 5, isSimulated: true },
  { name: 'wide simulated preferences', signature: 8, contact: 7, isSimulated: true },
];
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
export function preferenceCode(
  secrets: Secrets,
  { accountId, contactId, isSimulated }: Whose,
  now: Date,
): string {
  const shape = SHAPES.find(
    (each) => each.isSimulated === isSimulated && contactId < 2 ** (8 * each.contact),
  );
  if (!shape) throw new Error('A contact’s id is too large for a link.');
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
  for (const shape of SHAPES) {
    const signature = bytes.subarray(0, shape.signature);
    const facts = hidden(secrets, shape, signature, bytes.subarray(shape.signature));
    if (!timingSafeEqual(signature, signatureOf(secrets, shape, facts))) continue;
    const sent = numberOf(facts.subarray(-DAY));
    return {
      accountId: numberOf(facts.subarray(0, ACCOUNT)),
      contactId: numberOf(facts.subarray(ACCOUNT, -DAY)),
      isSimulated: shape.isSimulated,
      isLate: Math.floor(now.getTime() / DAY_MS) - sent > PREFERENCE_LIMITS.linkDays,
    };
  }
  return undefined;
}
