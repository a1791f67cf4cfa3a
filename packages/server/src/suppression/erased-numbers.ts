/**
 * Opt-outs of numbers that the account has forgotten: a keyed hash stands for each, as long as no contact has
 * the number. Whoever makes a contact of it turns the hash into an ordinary opt-out in the same statement, so
 * that the gate asks `suppressions` and nothing else.
 */
import type { RawBuilder } from 'kysely';
import { type Db, first, sql } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { optedOut } from './store.ts';

/** Where such an opt-out says that it came from. */
export const ERASED_SOURCE = 'erased';

/** Hexadecimal. It differs from account to account: nobody learns from one what another had. */
export const fingerprintOf = ({ hash }: Secrets, accountId: number, phone: string): string =>
  hash(`erased number ${accountId} ${phone}`).toString('hex');

export const fingerprintsOf = (secrets: Secrets, accountId: number, phones: readonly string[]): string[] =>
  phones.map((phone) => fingerprintOf(secrets, accountId, phone));

/**
 * Two CTEs for a statement that makes contacts of these numbers (E.164), given with their fingerprints, both
 * as arrays or as PostgreSQL's text of one: `returned` (phone) are those that were forgotten and are opted
 * out again from here on. The statement itself does not see them in `suppressions` yet.
 */
export function returnErased(
  accountId: number,
  fingerprints: readonly string[] | string,
  phones: readonly string[] | string,
): RawBuilder<unknown> {
  return sql`
    returned as (
      delete from erased_numbers e
      using unnest(${fingerprints}::text[], ${phones}::text[]) as again (fingerprint, phone)
      where e.account_id = ${accountId} and e.fingerprint = decode(again.fingerprint, 'hex')
      returning again.phone, e.at
    ), known_again as (
      insert into suppressions (account_id, phone, source, at)
      select ${accountId}, phone, ${ERASED_SOURCE}, at from returned order by phone
      on conflict (account_id, phone) do nothing
    )`;
}

/** {@link returnErased} of numbers without their fingerprints. */
export const numbersReturning = (
  secrets: Secrets,
  accountId: number,
  phones: readonly string[],
): RawBuilder<unknown> => returnErased(accountId, fingerprintsOf(secrets, accountId, phones), phones);

/**
 * The opt-out of somebody who is erased outlives the number; so does one that comes with the erasure
 * (`block`). Needs a transaction.
 */
export async function keepOptOut(
  trx: Db,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { accountId, phone, block }: { accountId: number; phone: string; block: boolean },
): Promise<void> {
  const isOptedOut = block || (await optedOut(trx, accountId, [phone])).has(phone);
  if (isOptedOut) await keepFingerprint(trx, secrets, accountId, phone, clock.now());
}

/**
 * Keeps a number as a hash from now on. Its row in `suppressions` holds as before, until {@link
 * forgetNumber}.
 */
async function keepFingerprint(
  trx: Db,
  secrets: Secrets,
  accountId: number,
  phone: string,
  now: Date,
): Promise<void> {
  await sql`
    with stopped as (
      insert into suppressions (account_id, phone, source, at) values (${accountId}, ${phone}, ${ERASED_SOURCE}, ${now})
      on conflict (account_id, phone) do nothing
    )
    insert into erased_numbers (account_id, fingerprint, at)
    values (${accountId}, decode(${fingerprintOf(secrets, accountId, phone)}, 'hex'), ${now})
    on conflict (account_id, fingerprint) do nothing`.execute(trx);
}

/**
 * Takes the number out of `suppressions` when its hash stands for it. The hash's row is locked: whoever makes
 * a contact of the number at this moment has taken it already, or finds it and opts the number out anew.
 * Needs a transaction.
 */
export async function forgetNumber(
  trx: Db,
  secrets: Secrets,
  accountId: number,
  phone: string,
): Promise<void> {
  const kept = await first(
    trx,
    sql`
      select 1 from erased_numbers
      where account_id = ${accountId} and fingerprint = decode(${fingerprintOf(secrets, accountId, phone)}, 'hex')
      for update`,
  );
  if (kept)
    await sql`delete from suppressions where account_id = ${accountId} and phone = ${phone}`.execute(trx);
}
