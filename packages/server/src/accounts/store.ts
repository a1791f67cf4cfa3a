/** All SQL that reads and writes the settings of an account and the profile of its user. */

import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { emailKey } from './email.ts';

export type Profile = {
  email: string;
  phone: string;
  phoneProven: boolean;
  mfaEnabled: boolean;
  accountName: string;
  contactInfo: string;
  timeZone: string;
  role: string;
  balance: number;
  reserved: number;
  team: { email: string; role: string }[];
};

export async function loadProfile(db: Db, accountId: number, userId: number): Promise<Profile> {
  const row = await first(
    db,
    sql<Profile>`
      select u.email, u.phone, u.phone_verified as "phoneProven", u.mfa_enabled as "mfaEnabled", a.name as "accountName",
        a.contact_info as "contactInfo", a.time_zone as "timeZone",
        (select role from account_users where account_id = ${accountId} and user_id = ${userId}) as role,
        coalesce(b.balance, 0) as balance, coalesce(b.reserved, 0) as reserved,
        (select coalesce(json_agg(json_build_object('email', t.email, 'role', m.role) order by t.email), '[]')
          from account_users m join users t on t.id = m.user_id where m.account_id = ${accountId}) as team
      from accounts a
        join users u on u.id = ${userId}
        left join balances b on b.account_id = ${accountId}
      where a.id = ${accountId}`,
  );
  if (!row) throw new Error('The account of a session is gone.');
  return row;
}

export type Settings = Pick<Profile, 'accountName' | 'contactInfo' | 'timeZone' | 'phone' | 'mfaEnabled'>;

/**
 * Stores what is given. `isProven`: a code that was texted to the number was given. Answers the time zone
 * that the account had before.
 */
export async function saveSettings(
  trx: Db,
  accountId: number,
  userId: number,
  given: Partial<Settings>,
  isProven: boolean,
): Promise<string> {
  const { phone = null, mfaEnabled = null, accountName = null, contactInfo = null, timeZone = null } = given;
  const row = await first(
    trx,
    sql<{ zoneBefore: string }>`
      with before as (
        select time_zone from accounts where id = ${accountId} for update
      )
      update accounts set name = coalesce(${accountName}, name), contact_info = coalesce(${contactInfo}, contact_info),
        time_zone = coalesce(${timeZone}, accounts.time_zone)
      from before where id = ${accountId}
      returning before.time_zone as "zoneBefore"`,
  );
  if (!row) throw new Error('The account of a session is gone.');
  await sql`
    update users set phone = coalesce(${phone}, phone), mfa_enabled = coalesce(${mfaEnabled}, mfa_enabled),
      phone_verified = ${isProven} or (phone_verified and phone = coalesce(${phone}, phone))
    where id = ${userId}`.execute(trx);
  return row.zoneBefore;
}

export async function passwordHashOf(db: Db, userId: number): Promise<string | null> {
  const found = await rows(
    db,
    sql<{ hash: string }>`select password_hash as hash from users where id = ${userId}`,
  );
  return found[0]?.hash ?? null;
}

/** Breaks `users_email_key_key` when the address is somebody's. */
export async function storeEmail(db: Db, userId: number, email: string): Promise<void> {
  await sql`
    update users set email = ${email.trim()}, email_key = ${emailKey(email)} where id = ${userId}`.execute(
    db,
  );
}

export async function storePassword(db: Db, userId: number, hash: string): Promise<void> {
  await sql`update users set password_hash = ${hash} where id = ${userId}`.execute(db);
}

/**
 * The number that codes go to, whether they are asked for at the sign-in, and whether the number is theirs.
 */
export async function storeCodePhone(
  db: Db,
  userId: number,
  { phone, mfaEnabled, isProven }: { phone: string; mfaEnabled: boolean; isProven: boolean },
): Promise<void> {
  await sql`
    update users set phone = ${phone}, mfa_enabled = ${mfaEnabled}, phone_verified = ${isProven} where id = ${userId}`.execute(
    db,
  );
}

/** How many sends a contact gets within so many days at most; null: no limit. */
export async function storeFrequency(
  db: Db,
  accountId: number,
  frequency: { sends: number; days: number } | null,
): Promise<void> {
  await sql`
    update accounts set frequency_cap = ${frequency?.sends ?? null}, frequency_cap_days = ${frequency?.days ?? null}
    where id = ${accountId}`.execute(db);
}

/** How many months the account keeps events of other systems. */
export async function storeCustomEventMonths(db: Db, accountId: number, months: number): Promise<void> {
  await sql`update accounts set custom_event_months = ${months} where id = ${accountId}`.execute(db);
}

/** Below which balance owners are told; 0: never. */
export async function storeLowBalance(db: Db, accountId: number, below: number): Promise<void> {
  await sql`update accounts set low_balance = ${below} where id = ${accountId}`.execute(db);
}

/** Since when credits run low, and replies wait for credits: noted once, until it is over. */
export async function noteCreditTroubles(
  db: Db,
  accountId: number,
  { low, unpaid }: { low: boolean; unpaid: boolean },
  now: Date,
): Promise<void> {
  await sql`
    update accounts set low_balance_since = case when ${low} then coalesce(low_balance_since, ${now}) end,
      unpaid_since = case when ${unpaid} then coalesce(unpaid_since, ${now}) end
    where id = ${accountId}`.execute(db);
}
