import { calls, type LiveMessage } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../platform/secrets.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { checkCredentials } from './index.ts';
import { deleteCredential } from './store.ts';

const harness = useHarness();
const { credentials } = calls;

async function listOf(client: Client, filter = '') {
  return (await client.ask(credentials.list, { filter })).values.credentials;
}

describe('API credentials', () => {
  it('are a random pair that the screen shows and the database keeps encrypted', async () => {
    const user = await harness().newUser();
    expect(await listOf(user)).toEqual([]);
    const { id } = (await user.ask(credentials.add, { name: 'Shop' })).values;
    await user.ask(credentials.add, { name: 'Till' });
    const [shop, till] = await listOf(user);
    expect(shop).toMatchObject({ id, name: 'Shop' });
    expect(shop?.accessKey.length).toBeGreaterThanOrEqual(20);
    expect(shop?.secretKey.length).toBeGreaterThanOrEqual(40);
    expect(shop?.secretKey).not.toBe(till?.secretKey);
    const stored = await harness().services.pool.query(
      'select secret_encrypted from credentials where id = $1',
      [id],
    );
    expect(stored.rows[0].secret_encrypted.toString('utf8')).not.toContain(shop?.secretKey);
    const raw = await user.post('credentials/Credentialslist', {});
    const rows = JSON.parse(String(raw.body.CREDENTIALS));
    expect(Object.keys(rows[0])).toEqual(['ID', 'NAME', 'AccessKey_vch', 'SecretKey_vch']);
  });

  it('and API keys are told to open pages when they come, are renamed or go', async () => {
    const user = await harness().newUser();
    const told: LiveMessage[] = [];
    harness().services.live.listen(user.accountId, (message) => told.push(message));
    const { id } = (await user.ask(credentials.add, { name: 'Shop' })).values;
    await user.ask(credentials.rename, { credential: id, name: 'Web shop' });
    await user.ask(credentials.remove, { credential: id });
    const form = { name: 'Shop', mode: 'live', scopes: ['lists:read'], days: 0 } as const;
    const apiKey = (await user.ask(calls.apiKeys.add, { ...form, scopes: [...form.scopes] })).values.id;
    await user.ask(calls.apiKeys.revoke, { apiKey });
    const news = told.filter((message) => message.type === 'thing');
    expect(news.map((message) => [message.kind, message.id])).toEqual([
      ...Array(3).fill(['credential', id]),
      ...Array(2).fill(['api-key', apiKey]),
    ]);
  });

  it('open the door only together and only while they exist', async () => {
    const user = await harness().newUser();
    const { services } = harness();
    const { id } = (await user.ask(credentials.add, { name: 'Shop' })).values;
    const [pair] = await listOf(user);
    const { accessKey, secretKey } = pair ?? { accessKey: '', secretKey: '' };
    expect(await checkCredentials(services, accessKey, secretKey)).toEqual({
      accountId: user.accountId,
      credentialId: id,
    });
    for (const [key, secret] of [
      [accessKey, `${secretKey}x`],
      [accessKey, ''],
      ['nobody', secretKey],
      ['nul\0', secretKey],
      ['', ''],
      [accessKey.toUpperCase(), secretKey],
    ] as const)
      expect(await checkCredentials(services, key, secret)).toBeNull();
    expect((await user.ask(credentials.remove, { credential: id })).RESULT).toBe(1);
    expect(await checkCredentials(services, accessKey, secretKey)).toBeNull();
    expect(await user.ask(credentials.remove, { credential: id })).toMatchObject({ status: 200, RESULT: 1 });
  });

  it('that were stored with another key of the installation say so, and can be deleted', async () => {
    const user = await harness().newUser();
    const { services } = harness();
    const { id } = (await user.ask(credentials.add, { name: 'Shop' })).values;
    const [pair] = await listOf(user);
    const { accessKey, secretKey } = pair ?? { accessKey: '', secretKey: '' };
    const { decrypt } = services.secrets;
    services.secrets.decrypt = createSecrets('another secret key, as long as the first').decrypt;
    try {
      expect((await listOf(user))[0]?.secretKey).toBe('Unreadable: stored with another SECRET_KEY');
      await expect(checkCredentials(services, accessKey, secretKey)).rejects.toThrow(/another SECRET_KEY/);
      expect((await user.ask(credentials.remove, { credential: id })).RESULT).toBe(1);
      expect(await listOf(user)).toEqual([]);
    } finally {
      services.secrets.decrypt = decrypt;
    }
  });

  it('that another process deletes are refused within a second', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(credentials.add, { name: 'Shop' })).values;
    const [{ accessKey, secretKey } = { accessKey: '', secretKey: '' }] = await listOf(user);
    const { services } = harness();
    const check = () => checkCredentials(services, accessKey, secretKey);
    expect(await check()).not.toBeNull();
    await deleteCredential(services.db, user.accountId, id);
    await expect.poll(check, { timeout: 1_500, interval: 100 }).toBeNull();
  });

  it('are renamed and searched by name; blank names are refused', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(credentials.add, { name: 'Shop_1' })).values;
    await user.ask(credentials.add, { name: 'Other' });
    expect((await user.ask(credentials.rename, { credential: id, name: 'Till_1' })).RESULT).toBe(1);
    expect((await listOf(user, 'LL_')).map((row) => row.name)).toEqual(['Till_1']);
    expect(await listOf(user, '%')).toEqual([]);
    expect(await user.ask(credentials.add, { name: ' ' })).toMatchObject({ status: 200, RESULT: 0 });
    expect(await user.ask(credentials.rename, { credential: id, name: '' })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
  });

  it('of another account look like unknown ones', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    const { id } = (await other.ask(credentials.add, { name: 'Theirs' })).values;
    for (const call of ['credentials/renameCredentials', 'credentials/deleteCredentials']) {
      const foreign = await user.post(call, { CredentialsId: String(id), CredentialsName: 'x' });
      const unknown = await user.post(call, { CredentialsId: '987654', CredentialsName: 'x' });
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(unknown.body);
    }
    expect(await listOf(user)).toEqual([]);
    expect(await listOf(other)).toMatchObject([{ name: 'Theirs' }]);
  });
});
