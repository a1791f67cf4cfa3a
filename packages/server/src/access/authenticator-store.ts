/** The apps that people sign in with: all SQL on them and on recovery codes. The keys are encrypted. */
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';
import { renewed, type Secrets } from '../platform/secrets.ts';

export type Authenticator = { secret: Buffer; addedAt: Date; codesLeft: number };

/** Undefined: they have none. */
export function findAuthenticator(db: Db, userId: number): Promise<Authenticator | undefined> {
  return first(
    db,
    sql<Authenticator>`
      select secret_encrypted as secret, added_at as "addedAt",
        (select count(*)::int from recovery_codes where user_id = ${userId}) as "codesLeft"
      from authenticators where user_id = ${userId}`,
  );
}

/** The ids of all who have one. */
export async function usersWithAuthenticator(db: Db): Promise<Set<number>> {
  const found = await rows(db, sql<{ id: number }>`select user_id as id from authenticators`);
  return new Set(found.map(({ id }) => id));
}

/**
 * Takes the place of the one before; where it must be their first, false is answered and nothing stored.
 * `step`: of the code that showed that the app has the key.
 */
export async function storeAuthenticator(
  trx: Db,
  userId: number,
  { secret, step, at, isFirst }: { secret: Buffer; step: number; at: Date; isFirst: boolean },
): Promise<boolean> {
  const stored = sql`
    insert into authenticators (user_id, secret_encrypted, last_step, added_at)
    values (${userId}, ${secret}, ${step}, ${at})
    on conflict (user_id) do update set secret_encrypted = excluded.secret_encrypted,
      last_step = greatest(authenticators.last_step, excluded.last_step), added_at = excluded.added_at
    where not ${isFirst}`;
  return (await changed(trx, stored)) === 1;
}

/** False: a code of this step, or of a later one, was used already. */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const taken = sql`
    update authenticators set last_step = ${step} where user_id = ${userId} and last_step < ${step}`;
  return (await changed(db, taken)) === 1;
}

/** False: it is none of theirs, or was used. */
export async function takeRecoveryCode(db: Db, userId: number, codeHash: Buffer): Promise<boolean> {
  const taken = sql`
    delete from recovery_codes r using authenticators a
    where a.user_id = ${userId} and r.user_id = ${userId} and r.code_hash = ${codeHash}`;
  return (await changed(db, taken)) === 1;
}

/** Those of before are void. False: they have no app. */
export async function storeRecoveryCodes(
  trx: Db,
  userId: number,
  codeHashes: readonly Buffer[],
): Promise<boolean> {
  // Who makes them twice at once gets those of the later time alone.
  const locked = await first(trx, sql`select from authenticators where user_id = ${userId} for update`);
  if (!locked) return false;
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(trx);
  await sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, code_hash from unnest(${codeHashes}::bytea[]) as given (code_hash)`.execute(trx);
  return true;
}

/** Until the transaction ends nobody turns the app off; who does so at this moment is waited for. */
export async function holdAuthenticator(trx: Db, userId: number): Promise<void> {
  await sql`select from authenticators where user_id = ${userId} for share`.execute(trx);
}

/** Forgets the app and its recovery codes. False: they have none. */
export async function deleteAuthenticator(trx: Db, userId: number): Promise<boolean> {
  const gone = await changed(trx, sql`delete from authenticators where user_id = ${userId}`);
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(trx);
  return gone === 1;
}

/**
 * Encrypts the keys with the secret key that is written with now. Answers how many could be, and how many not
 * be read. What is stored anew meanwhile stays: it was written with that key.
 */
export async function renewAuthenticatorKeys(
  db: Db,
  secrets: Secrets,
): Promise<{ renewed: number; unreadable: number }> {
  const found = await rows(
    db,
    sql<{ userId: number; secret: Buffer }>`
      select user_id as "userId", secret_encrypted as secret from authenticators
      where substring(secret_encrypted from 1 for 4) <> ${secrets.keyId}`,
  );
  const sum = { renewed: 0, unreadable: 0 };
  for (const { userId, secret } of found) {
    const fresh = renewed(secrets, secret);
    if (fresh === null) sum.unreadable += 1;
    else
      sum.renewed += await changed(
        db,
        sql`
          update authenticators set secret_encrypted = ${fresh}
          where user_id = ${userId} and secret_encrypted = ${secret}`,
      );
  }
  return sum;
}
