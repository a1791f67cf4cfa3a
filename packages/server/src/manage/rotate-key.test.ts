/** SECRET_KEY is changed while everything goes on: all stays readable, and hashes stay what they were. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { storeConnection } from '../carriers/testing/subjects.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { openSecrets } from '../platform/kept-secrets.ts';
import { joinOthers } from '../platform/processes.ts';
import { createSecrets, type Secrets } from '../platform/secrets.ts';
import { createHarness, useHarness } from '../testing/harness.ts';
import { rotateKey } from './rotate-key.ts';
import { countUnreadable } from './unreadable.ts';

const OLD = 'a secret key for tests, long enough';
const NEW = 'the next secret key, long enough, too';
const harness = useHarness();
const now = () => harness().services.clock.now();

/** As releases before this one stored it: nothing in it tells the key. */
const inFirstForm = (secrets: Secrets, text: string) => secrets.encrypt(text).subarray(4);

/** Another process that lives, and which keys it has. */
const standsBeside = ({ keyChecks }: Secrets) =>
  sql`
    insert into worker_processes (name, at, role, host, key_check, known_keys)
    values ('elsewhere.7.1', ${now()}, 'web', 'other', ${keyChecks[0]}, ${keyChecks}::bytea[])
    on conflict (name) do update set key_check = excluded.key_check, known_keys = excluded.known_keys`.execute(
    harness().services.db,
  );

test('processes with either key read what both write, and hash alike', async () => {
  const { db } = harness().services;
  const before = await openSecrets(db, OLD, null);
  const [one, other] = [await openSecrets(db, OLD, NEW), await openSecrets(db, NEW, OLD)];
  expect(before.decrypt(inFirstForm(createSecrets(OLD), 'as ever'))).toBe('as ever');
  expect(one.decrypt(other.encrypt('by the new key'))).toBe('by the new key');
  expect(other.decrypt(one.encrypt('by the old key'))).toBe('by the old key');
  expect(other.decrypt(inFirstForm(before, 'by an old release'))).toBe('by an old release');
  expect(() => createSecrets(OLD).decrypt(other.encrypt('x'))).toThrow('another SECRET_KEY');
  const hashes = [createSecrets(OLD), before, one, other].map(({ hash }) =>
    hash('+12125550188').toString('hex'),
  );
  expect(new Set(hashes).size).toBe(1);
  const lost = await openSecrets(db, 'a third key that nobody has kept', null);
  expect(() => lost.decrypt(one.encrypt('x'))).toThrow('another SECRET_KEY');
});

test('where hashes were never kept, a second key is refused: nobody could tell which is the older one', async () => {
  const parley = await createHarness();
  await expect(openSecrets(parley.services.db, NEW, OLD)).rejects.toThrow('once without OTHER_SECRET_KEY');
  await parley.stop();
});

test('a process starts beside others whose keys it knows and that know its own, and beside no other', async () => {
  const { services } = harness();
  const { db } = services;
  await standsBeside(await openSecrets(db, OLD, NEW));
  await joinOthers({ ...services, secrets: await openSecrets(db, NEW, OLD) });
  await expect(joinOthers({ ...services, secrets: createSecrets(NEW) })).rejects.toThrow(
    'another SECRET_KEY',
  );
  await standsBeside(createSecrets(OLD));
  await expect(joinOthers({ ...services, secrets: await openSecrets(db, NEW, OLD) })).rejects.toThrow(
    'another SECRET_KEY',
  );
  await sql`delete from worker_processes`.execute(db);
});

test('what was stored with the old key is encrypted anew, in either form, and a run that was broken off goes on', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  for (const name of ['One', 'Two', 'Three']) await user.ask(calls.credentials.add, { name });
  await sql`
    insert into webhook_endpoints (account_id, url, description, kinds, enabled, secret_encrypted, former_secret_encrypted, created_at)
    values (${accountId}, 'https://hooks.example/x', '', '{}', true, ${inFirstForm(services.secrets, 'signs')},
      ${inFirstForm(services.secrets, 'signed')}, ${now()})`.execute(db);
  const channel = await first(
    db,
    sql<{ id: number }>`select id from channels where account_id = ${accountId}`,
  );
  await storeConnection(harness(), { accountId, channelId: channel?.id ?? 0, place: 1 }, 'twilio', {
    baseUrl: 'https://carrier.example',
    accountSid: 'AC1',
    authToken: 'secret',
    webhookToken: 'token',
  });
  await sql`
    insert into authenticators (user_id, secret_encrypted, last_step, added_at)
    values (${user.userId}, ${inFirstForm(services.secrets, 'key of an app')}, 0, ${now()})`.execute(db);
  const keys = async () => (await user.ask(calls.credentials.list, { filter: '' })).values.credentials;
  const shown = await keys();
  const secrets = await openSecrets(db, NEW, OLD);

  await standsBeside(await openSecrets(db, OLD, NEW));
  await expect(rotateKey(db, secrets, now())).rejects.toThrow('role web, process 7 on other');
  await standsBeside(secrets);
  // One was done by a run before this one.
  await sql`
    update credentials set secret_encrypted = ${secrets.encrypt(shown[0]?.secretKey ?? '')}
    where account_id = ${accountId} and id = ${shown[0]?.id}`.execute(db);
  expect(await rotateKey(db, secrets, now())).toEqual({ renewed: 7, unreadable: 0 });
  expect(await rotateKey(db, secrets, now())).toEqual({ renewed: 0, unreadable: 0 });

  const alone = await openSecrets(db, NEW, null);
  expect(await countUnreadable(db, alone)).toEqual({ all: 5, unreadable: 0 });
  expect(alone.hash('+12125550188')).toEqual(createSecrets(OLD).hash('+12125550188'));
  const [hook] = await rows(
    db,
    sql<{ secret: Buffer; former: Buffer }>`
      select secret_encrypted as secret, former_secret_encrypted as former from webhook_endpoints
      where account_id = ${accountId}`,
  );
  expect([hook?.secret, hook?.former].map((each) => alone.decrypt(each as Buffer))).toEqual([
    'signs',
    'signed',
  ]);
  const app = await first(
    db,
    sql<{ secret: Buffer }>`
      select secret_encrypted as secret from authenticators where user_id = ${user.userId}`,
  );
  expect(alone.decrypt(app?.secret ?? Buffer.alloc(0))).toBe('key of an app');
  Object.assign(services.secrets, alone);
  expect(await keys()).toEqual(shown);
});
