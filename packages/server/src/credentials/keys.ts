/** Access keys and secrets of machine calls: made, and checked. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../platform/secrets.ts';
import type { Services } from '../services.ts';
import { findByAccessKey, touchCredential } from './store.ts';

const ACCESS_KEY_BYTES = 15;
const SECRET_BYTES = 32;
/** Anything else (it comes from a URL) is nobody's, and not for the database to read. */
const ACCESS_KEY = /^[\x21-\x7e]{1,100}$/;

/** A fresh pair: 20 characters that name it and 43 that prove it, both safe in a URL. */
export function newPair(): { accessKey: string; secretKey: string } {
  return {
    accessKey: randomBytes(ACCESS_KEY_BYTES).toString('base64url'),
    secretKey: randomBytes(SECRET_BYTES).toString('base64url'),
  };
}

/**
 * Whose a pair of access key and secret is; null when it is nobody's. The secrets are compared by their hashes in constant time, also
 * for an access key that does not exist.
 */
export async function checkCredentials(
  services: Pick<Services, 'db' | 'secrets' | 'clock'>,
  accessKey: string,
  secret: string,
): Promise<{ accountId: number; credentialId: number } | null> {
  const { db, secrets, clock } = services;
  const found = ACCESS_KEY.test(accessKey) ? await findByAccessKey(db, accessKey) : undefined;
  const expected = sha256(found ? secrets.decrypt(found.secretEncrypted) : '');
  const equal = timingSafeEqual(sha256(secret), expected);
  if (!found || !equal) return null;
  await touchCredential(db, found.accountId, found.id, clock.now());
  return { accountId: found.accountId, credentialId: found.id };
}
