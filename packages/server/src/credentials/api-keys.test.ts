import { API_SCOPES, calls } from '@parley/contract';
import { API_KEY_LIMITS } from '@parley/rules/limits.ts';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { checkApiKey } from './api-keys.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const { apiKeys, audit } = calls;
const NEW = { name: 'Shop', mode: 'live', scopes: ['contacts:read', 'lists:write'], days: 0 } as const;

const add = async (client: Client, form: Partial<typeof NEW> | { days: number } = {}) =>
  (await client.ask(apiKeys.add, { ...NEW, scopes: [...NEW.scopes], ...form } as never)).values;
const listOf = async (client: Client) => (await client.ask(apiKeys.list, {})).values.keys;
const check = (key: string) => checkApiKey(harness().services, key);

describe('API keys', () => {
  it('are told once, stored as a hash, and open the door with what they may do', async () => {
    const user = await harness().newUser();
    const { id, key } = await add(user);
    expect(key).toMatch(/^pk_live_[\w-]{43}$/);
    expect(await check(key)).toMatchObject({
      accountId: user.accountId,
      id,
      mode: 'live',
      scopes: [...NEW.scopes],
    });
    const [shown] = await listOf(user);
    expect(shown).toMatchObject({
      id,
      name: 'Shop',
      hint: `pk_live_…${key.slice(-4)}`,
      revoked: '',
      expires: '',
    });
    const { rows } = await harness().services.pool.query(
      `select (select row_to_json(k)::text from api_keys k where id = $1) || (select hash::text from api_key_lookups where api_key_id = $1) as stored`,
      [id],
    );
    expect(rows[0].stored).not.toContain(key.slice(8));
    expect(await add(user, { mode: 'test' } as never)).toMatchObject({
      key: expect.stringMatching(/^pk_test_/),
    });
  });

  it('that are nobody’s, changed, revoked or expired open nothing', async () => {
    const user = await harness().newUser();
    const { id, key } = await add(user, { days: 1 });
    for (const wrong of [
      '',
      'pk_live_',
      `${key}x`,
      key.replace('live', 'test'),
      key.toUpperCase(),
      `${key}\0`,
    ])
      expect(await check(wrong), wrong).toBeNull();
    const { id: other, key: otherKey } = await add(user);
    expect((await user.ask(apiKeys.revoke, { apiKey: other })).RESULT).toBe(1);
    expect(await check(otherKey)).toBeNull();
    expect((await user.ask(apiKeys.revoke, { apiKey: other })).RESULT).toBe(1);
    expect((await listOf(user)).map((each) => [each.id, each.revoked !== ''])).toEqual([
      [id, false],
      [other, true],
    ]);
    const { acts } = (await user.ask(audit.list, { before: 0, group: 'things' })).values;
    expect(acts.map(({ act, kind, name, detail }) => [act, kind, name, detail])).toEqual([
      ['revoked', 'api-key', 'Shop', ''],
      ['created', 'api-key', 'Shop', 'live'],
      ['created', 'api-key', 'Shop', 'live'],
    ]);
    clock.advance(86_400_000 - 1_000);
    expect(await check(key)).not.toBeNull();
    clock.advance(1_000);
    expect(await check(key)).toBeNull();
  });

  it('write down their last use rarely', async () => {
    const user = await harness().newUser();
    const { key } = await add(user);
    const lastUsed = async () => (await listOf(user))[0]?.lastUsed;
    expect(await lastUsed()).toBe('');
    await check(key);
    const noted = await lastUsed();
    expect(noted).not.toBe('');
    clock.advance(299_000);
    await check(key);
    expect(await lastUsed()).toBe(noted);
    clock.advance(1_000);
    await check(key);
    expect(await lastUsed()).not.toBe(noted);
  });

  it('may do something, and are not too many', async () => {
    const user = await harness().newUser();
    const bad = await user.post('credentials/addApiKey', {
      ApiKeyName: 'x',
      inpMode: 'live',
      inpScopes: '["contacts:everything"]',
    });
    expect(bad).toMatchObject({ status: 400, DETAIL: 'inpScopes' });
    const doubled = await add(user, {
      scopes: [...API_SCOPES, ...API_SCOPES].slice(0, API_SCOPES.length),
    } as never);
    expect(doubled.id).toBeGreaterThan(0);
    await harness().services.pool.query(
      `insert into api_keys (account_id, name, mode, scopes, last_characters, created_at)
       select $1, 'more', 'test', '{}', 'xxxx', now() from generate_series(2, $2)`,
      [user.accountId, API_KEY_LIMITS.keys],
    );
    expect(await user.ask(apiKeys.add, { ...NEW, scopes: [...NEW.scopes] })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
  });

  it('are no more than the limit, however many are asked for at once', async () => {
    const user = await harness().newUser();
    await harness().services.pool.query(
      `insert into api_keys (account_id, name, mode, scopes, last_characters, created_at)
       select $1, 'more', 'test', '{}', 'xxxx', now() from generate_series(2, $2)`,
      [user.accountId, API_KEY_LIMITS.keys],
    );
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        user.ask(apiKeys.add, { ...NEW, name: `Key ${n}`, scopes: [...NEW.scopes] }),
      ),
    );
    expect(made.filter(({ RESULT }) => RESULT === 1)).toHaveLength(1);
  });
});
