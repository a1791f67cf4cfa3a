/** Keys of REST v1: made, and checked. */
import { randomBytes } from 'node:crypto';
import type { ApiKeyMode, ApiScope } from '@parley/contract';
import { createCache } from '../platform/cache.ts';
import { inRuntime } from '../platform/runtime.ts';
import { sha256 } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { type FoundApiKey, findApiKey, touchApiKey } from './api-key-store.ts';

const SECRET_BYTES = 32;
const LAST_CHARACTERS = 4;
const BEGINNING: Record<ApiKeyMode, string> = { live: 'pk_live_', test: 'pk_test_' };
const API_KEY = /^pk_(?:live|test)_[\w-]{43}$/;

/** 43 random characters behind a word for the mode: a quick hash is as hard to turn back as a slow one. */
export function newApiKey(mode: ApiKeyMode): { key: string; hash: Buffer; lastCharacters: string } {
  const key = BEGINNING[mode] + randomBytes(SECRET_BYTES).toString('base64url');
  return { key, hash: sha256(key), lastCharacters: key.slice(-LAST_CHARACTERS) };
}

/** How a key begins and ends: enough for a person to tell it from others. */
export const apiKeyHint = (mode: ApiKeyMode, lastCharacters: string) =>
  `${BEGINNING[mode]}…${lastCharacters}`;

export type ApiKey = { accountId: number; id: number; name: string; mode: ApiKeyMode; scopes: ApiScope[] };

/** A key is looked up again after this: what another process revokes is refused within a second. */
const KEPT_MS = 1_000;
const MOST_KEPT = 10_000;
/** Its last use is written down so often at most. */
const NOTED_EVERY_MS = 5 * 60_000;
const kept = inRuntime(() => createCache<FoundApiKey>(MOST_KEPT, KEPT_MS));
type Means = Pick<Services, 'db' | 'runtime' | 'clock'>;

/** Whose a key is; null when it is nobody's, revoked or expired. Unknown keys are never kept. */
export async function checkApiKey(services: Means, key: string): Promise<ApiKey | null> {
  if (!API_KEY.test(key)) return null;
  const { db, clock } = services;
  const cache = kept(services);
  const hash = sha256(key);
  const name = hash.toString('base64');
  const found = cache.get(name) ?? (await findApiKey(db, hash));
  if (!found) return null;
  cache.set(name, found);
  const now = clock.now();
  if (found.expiresAt !== null && found.expiresAt <= now) return null;
  if (found.lastUsedAt === null || now.getTime() - found.lastUsedAt.getTime() >= NOTED_EVERY_MS) {
    found.lastUsedAt = now;
    await touchApiKey(db, found.accountId, found.id, now);
  }
  return found;
}

/** This process looks every key up anew: one was revoked here. */
export const forgetApiKeys = kept.forget;
