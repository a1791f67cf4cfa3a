/**
 * The end of a contact's link to the preference page: signed, stored nowhere, and telling neither the number
 * nor an id. It holds account, contact and the day of sending (11 bytes), hidden by a key stream that begins
 * with the signature over them (10 bytes), so that two days, or two people, have nothing in common.
 */
import { timingSafeEqual } from 'node:crypto';
import { PREFERENCE_LIMITS } from '@parley/rules/limits.ts';
import type { Secrets } from '../platform/secrets.ts';

type Whose = { accountId: number; contactId: number };

const SIGNATURE = 10;
const FACTS = 11;
const DAY_MS = 86_400_000;
const SHAPE = new RegExp(`^[\\w-]{${PREFERENCE_LIMITS.codeLength}}$`);

const signatureOf = (secrets: Secrets, facts: Buffer) =>
  secrets.hash(`preferences ${facts.toString('hex')}`).subarray(0, SIGNATURE);

function hidden(secrets: Secrets, signature: Buffer, facts: Buffer): Buffer {
  const stream = secrets.hash(`preferences stream ${signature.toString('hex')}`);
  return Buffer.from(facts.map((byte, n) => byte ^ (stream[n] ?? 0)));
}

/** The code of a contact for a text of this moment. */
export function preferenceCode(secrets: Secrets, { accountId, contactId }: Whose, now: Date): string {
  const facts = Buffer.alloc(FACTS);
  facts.writeUIntBE(accountId, 0, 4);
  facts.writeUIntBE(contactId, 4, 5);
  facts.writeUIntBE(Math.floor(now.getTime() / DAY_MS), 9, 2);
  const signature = signatureOf(secrets, facts);
  return Buffer.concat([signature, hidden(secrets, signature, facts)]).toString('base64url');
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
  if (!SHAPE.test(code)) return undefined;
  const bytes = Buffer.from(code, 'base64url');
  const signature = bytes.subarray(0, SIGNATURE);
  const facts = hidden(secrets, signature, bytes.subarray(SIGNATURE));
  if (!timingSafeEqual(signature, signatureOf(secrets, facts))) return undefined;
  const sent = facts.readUIntBE(9, 2);
  return {
    accountId: facts.readUIntBE(0, 4),
    contactId: facts.readUIntBE(4, 5),
    isLate: Math.floor(now.getTime() / DAY_MS) - sent > PREFERENCE_LIMITS.linkDays,
  };
}
