/** Whose numbers those without a country code are. */
import { countryOfZone, isCountry } from '@parley/rules/listed-phone.ts';
import type { CountryCode } from '@parley/rules/phone.ts';
import type { Db } from '../platform/db/database.ts';
import { Malformed } from '../platform/errors.ts';
import { zoneOf } from './zone.ts';

/** The country that keeps the account's time. */
export async function countryOfAccount(db: Db, accountId: number): Promise<CountryCode> {
  return countryOfZone(await zoneOf(db, accountId));
}

/**
 * The country that was chosen for the numbers of a file, or by itself another one. @throws Malformed for what
 * is no country.
 */
export function countryFrom(chosen: string, otherwise: CountryCode): CountryCode {
  if (chosen === '') return otherwise;
  if (!isCountry(chosen)) throw new Malformed('inpCountry', 'inpCountry must be a country of two letters.');
  return chosen;
}
