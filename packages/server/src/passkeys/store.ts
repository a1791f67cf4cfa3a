/** Passkeys of people: all SQL on them. Of a passkey the public key is kept, which opens nothing. */
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';

/** More of them nobody can tell apart. */
export const MOST_PASSKEYS = 20;

/** What it takes to judge what a browser says of one. */
export type Passkey = {
  id: number;
  userId: number;
  credentialId: Buffer;
  publicKey: Buffer;
  /** How often its device says that it was used; 0: it does not count. */
  counter: number;
  transports: string[];
  /** The person, by a name that says nothing of them. */
  userHandle: Buffer;
  host: string;
};

export type NewPasskey = Omit<Passkey, 'id'> & { isSynced: boolean; name: string; at: Date };

const columns = sql`
  id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
  user_handle as "userHandle", host`;

export function findPasskey(db: Db, credentialId: Buffer): Promise<Passkey | undefined> {
  return first(db, sql<Passkey>`select ${columns} from passkeys where credential_id = ${credentialId}`);
}

export function passkeysOf(db: Db, userId: number): Promise<Passkey[]> {
  return rows(db, sql<Passkey>`select ${columns} from passkeys where user_id = ${userId} order by id`);
}

export async function countPasskeys(db: Db, userId: number): Promise<number> {
  const found = await first(
    db,
    sql<{ count: number }>`select count(*)::int as count from passkeys where user_id = ${userId}`,
  );
  return found?.count ?? 0;
}

type Listed = {
  id: number;
  name: string;
  added: Date;
  lastUsed: Date | null;
  host: string;
  isSynced: boolean;
};

export function listPasskeys(db: Db, userId: number): Promise<Listed[]> {
  return rows(
    db,
    sql<Listed>`
      select id, name, added_at as added, last_used_at as "lastUsed", host, is_synced as "isSynced"
      from passkeys where user_id = ${userId} order by added_at desc, id desc`,
  );
}

/** Undefined: they have {@link MOST_PASSKEYS}. Breaks `passkeys_credential` where somebody has it already. */
export async function insertPasskey(trx: Db, passkey: NewPasskey): Promise<number | undefined> {
  const { userId } = passkey;
  // Those who add at the same moment count each other.
  await sql`select id from users where id = ${userId} for update`.execute(trx);
  const made = await first(
    trx,
    sql<{ id: number }>`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, user_handle, host, is_synced, name, added_at)
      select ${userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter}, ${passkey.transports}::text[],
        ${passkey.userHandle}, ${passkey.host}, ${passkey.isSynced}, ${passkey.name}, ${passkey.at}
      where (select count(*) from passkeys where user_id = ${userId}) < ${MOST_PASSKEYS}
      returning id`,
  );
  return made?.id;
}

/**
 * Notes that it was used. False: it is gone, or another use, with a count as high, came before: a copy of the
 * device (W3C Web Authentication, section 7.2).
 */
export async function notePasskeyUse(
  db: Db,
  { id, counter, at }: { id: number; counter: number; at: Date },
): Promise<boolean> {
  const noted = sql`
    update passkeys set counter = ${counter}, last_used_at = ${at}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`;
  return (await changed(db, noted)) === 1;
}

/** False: they have none with this id. */
export async function renamePasskey(db: Db, userId: number, id: number, name: string): Promise<boolean> {
  const renamed = sql`update passkeys set name = ${name} where user_id = ${userId} and id = ${id}`;
  return (await changed(db, renamed)) === 1;
}

/** Answers its name; undefined: they have none with this id. */
export async function deletePasskey(db: Db, userId: number, id: number): Promise<string | undefined> {
  const gone = await first(
    db,
    sql<{ name: string }>`delete from passkeys where user_id = ${userId} and id = ${id} returning name`,
  );
  return gone?.name;
}

/** All of a person. Answers how many they had. */
export const deletePasskeys = (db: Db, userId: number): Promise<number> =>
  changed(db, sql`delete from passkeys where user_id = ${userId}`);
