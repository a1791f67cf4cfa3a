/** Access keys and secrets of machine calls: made, and checked. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { inRuntime } from '../platform/runtime.ts';
import { sha256 } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
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

/** A pair is looked up again after this: what another process deletes is refused within a second. */
const KEPT_MS = 1_000;
const MOST_KEPT = 10_000;
type Known = { accountId: number; credentialId: number; secretHash: Buffer; noted?: Promise<void> };
type LookUp = { known: Promise<Known | undefined>; until: number };
const lookUps = inRuntime(() => new Map<string, LookUp>());
type Means = Pick<Services, 'db' | 'runtime' | 'secrets' | 'clock'>;
const NO_SECRET = sha256('');

/**
 * Whose a pair of access key and secret is; null when it is nobody's. The secrets are compared by their
 * hashes in constant time, also for an access key that does not exist. A secret is 32 random bytes: a quick
 * hash is as hard to turn back as a slow one. What is kept for a second is that hash; unknown keys are never
 * kept.
 */
export async function checkCredentials(
  services: Means,
  accessKey: string,
  secret: string,
): Promise<{ accountId: number; credentialId: number } | null> {
  const known = ACCESS_KEY.test(accessKey) ? await lookUp(services, accessKey) : undefined;
  const equal = timingSafeEqual(sha256(secret), known?.secretHash ?? NO_SECRET);
  if (!known || !equal) return null;
  const { accountId, credentialId } = known;
  known.noted ??= touchCredential(services.db, accountId, credentialId, services.clock.now());
  await known.noted;
  return { accountId, credentialId };
}

/** This process looks every pair up anew: one was deleted here. */
export function forgetCredentials(services: Pick<Services, 'runtime'>): void {
  lookUps.forget(services);
}

/** Calls that come together share one look-up, and go on in their order. */
function lookUp(services: Means, accessKey: string): Promise<Known | undefined> {
  const all = lookUps(services);
  const now = performance.now();
  const before = all.get(accessKey);
  if (before && before.until > now) return before.known;
  if (all.size >= MOST_KEPT) all.clear();
  const fresh = { known: readKnown(services, accessKey), until: now + KEPT_MS };
  all.set(accessKey, fresh);
  const forget = () => void (all.get(accessKey) === fresh && all.delete(accessKey));
  fresh.known.then((known) => known ?? forget(), forget);
  return fresh.known;
}

async function readKnown({ db, secrets }: Means, accessKey: string): Promise<Known | undefined> {
  const found = await findByAccessKey(db, accessKey);
  if (!found) return undefined;
  const { accountId, id: credentialId } = found;
  return { accountId, credentialId, secretHash: sha256(secrets.decrypt(found.secretEncrypted)) };
}
