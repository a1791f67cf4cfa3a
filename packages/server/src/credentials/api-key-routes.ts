import { calls } from '@parley/contract';
import { API_KEY_LIMITS } from '@parley/rules/limits.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import * as store from './api-key-store.ts';
import { apiKeyHint, forgetApiKeys, newApiKey } from './api-keys.ts';

const DAY_MS = 24 * 3_600_000;
const written = (at: Date | null) => at?.toISOString() ?? '';

export const apiKeyRoutes = routesOf(calls.apiKeys, {
  async list({ db, accountId }) {
    const found = await store.listApiKeys(db, accountId);
    return {
      keys: found.map(({ id, name, mode, lastCharacters, scopes, by, ...times }) => ({
        id,
        name,
        mode,
        hint: apiKeyHint(mode, lastCharacters),
        scopes,
        by,
        created: written(times.createdAt),
        expires: written(times.expiresAt),
        lastUsed: written(times.lastUsedAt),
        revoked: written(times.revokedAt),
      })),
    };
  },

  async add(context, { name, mode, scopes, days }) {
    const { db, accountId, clock, caller } = context;
    const now = clock.now();
    const { key, hash, lastCharacters } = newApiKey(mode);
    const expiresAt = days === 0 ? null : new Date(now.getTime() + days * DAY_MS);
    const id = await transact(db, async (trx) => {
      if ((await store.countKeysLocked(trx, accountId)) >= API_KEY_LIMITS.keys)
        throw new Refusal(`You already have ${API_KEY_LIMITS.keys} API keys. Revoke one you don’t use.`);
      const facts = { name, mode, scopes, lastCharacters, hash, userId: caller.userId, expiresAt, now };
      const made = await store.insertApiKey(trx, accountId, facts);
      await recordAuditEvent(trx, context, { act: 'created', kind: 'api-key', id: made, detail: mode });
      return made;
    });
    tellThing(context, 'api-key', id);
    return { id, key };
  },

  async revoke(context, { apiKey }) {
    const { db, accountId, clock } = context;
    await transact(db, async (trx) => {
      const revoked = await store.revokeApiKey(trx, accountId, apiKey, clock.now());
      if (!revoked) throw new NotFound();
      if (revoked === 'now')
        await recordAuditEvent(trx, context, { act: 'revoked', kind: 'api-key', id: apiKey });
    });
    forgetApiKeys(context);
    tellThing(context, 'api-key', apiKey);
    return {};
  },
});
