/** What outlives a change of SECRET_KEY, kept in the database under it. */
import { ConfigError } from './config.ts';
import { changed, type Db, first, rows, sql, transact } from './db/database.ts';
import { createSecrets, firstHashKey, renewed, type Secrets, UnreadableSecret } from './secrets.ts';

const HASH_KEY = 'hash key';

/**
 * The secrets of an installation. The key of its hashes is kept at the first start; where it cannot be read,
 * hashes are those of this SECRET_KEY, until the right one is back.
 * @throws ConfigError where it was not kept yet and a second key is named: which of them is the older one?
 */
export async function openSecrets(db: Db, secretKey: string, other: string | null): Promise<Secrets> {
  const plain = createSecrets(secretKey, other);
  const kept = (await storedHashKey(db)) ?? (await keepHashKey(db, plain, secretKey, other));
  try {
    return createSecrets(secretKey, other, Buffer.from(plain.decrypt(kept), 'base64'));
  } catch (error) {
    if (error instanceof UnreadableSecret) return plain;
    throw error;
  }
}

async function storedHashKey(db: Db): Promise<Buffer | undefined> {
  const row = await first(
    db,
    sql<{ secret: Buffer }>`
      select secret_encrypted as secret from installation_secrets where name = ${HASH_KEY}`,
  );
  return row?.secret;
}

async function keepHashKey(db: Db, secrets: Secrets, secretKey: string, other: string | null) {
  if (other !== null)
    throw new ConfigError(
      'Start this Parley once without OTHER_SECRET_KEY, with the SECRET_KEY it has had so far. Then change the key.',
    );
  const encrypted = secrets.encrypt(firstHashKey(secretKey).toString('base64'));
  await sql`
    insert into installation_secrets (name, secret_encrypted) values (${HASH_KEY}, ${encrypted})
    on conflict do nothing`.execute(db);
  return (await storedHashKey(db)) ?? encrypted;
}

/** Encrypts it with the key that is written with now. Answers how much could be, and how much not be read. */
export function renewKept(db: Db, secrets: Secrets): Promise<{ renewed: number; unreadable: number }> {
  return transact(db, async (trx) => {
    const found = await rows(
      trx,
      sql<{ name: string; secret: Buffer }>`
        select name, secret_encrypted as secret from installation_secrets
        where substring(secret_encrypted from 1 for 4) <> ${secrets.keyId} for update`,
    );
    const sum = { renewed: 0, unreadable: 0 };
    for (const { name, secret } of found) {
      const fresh = renewed(secrets, secret);
      if (fresh === null) sum.unreadable += 1;
      else
        sum.renewed += await changed(
          trx,
          sql`update installation_secrets set secret_encrypted = ${fresh} where name = ${name}`,
        );
    }
    return sum;
  });
}
