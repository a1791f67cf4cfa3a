/**
 * Phone numbers as lists have them: without a plus, with 00 in its place, with the apostrophe of a
 * spreadsheet, or with the decimals of one that took them for amounts.
 */
import { getTimezone } from 'countries-and-timezones';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { toE164 } from './phone.ts';

/** An amount begins with no zero; a number with points between its groups has several, or more digits. */
const DECIMALS = /^(\+?[1-9]\d*)\.00?$/;
const FALLBACK: CountryCode = 'US';
/**
 * Digits of the shortest number that names its country without a plus: shorter ones are rather typing errors
 * of numbers at home.
 */
const LEAST_ABROAD = 11;

/**
 * The number in E.164, or null. One with a plus, or 00, is taken as it stands. One that begins with the
 * country's own code is international when it is a mobile number only that way. What is no number of the
 * country at all may be one of another country that lost its plus in a spreadsheet: then it must be a mobile
 * number there, for a slip of the finger at home has as many digits.
 */
export function readListedPhone(input: string, country: CountryCode): string | null {
  const text = withoutDecimals(input.trim().replace(/^'+/, '').normalize('NFKC'));
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+')) return toE164(text, country);
  if (digits.startsWith('00')) return toE164(`+${digits.slice(2)}`) ?? toE164(text, country);
  const home = toE164(text, country);
  if (home !== null && isNorthAmerican(country)) return home;
  if (digits.length < LEAST_ABROAD) return home;
  const abroad = toE164(`+${text}`) === null ? undefined : parsed(`+${digits}`);
  if (!abroad || !isMobile(abroad)) return home;
  if (home === null) return abroad.number;
  const isOwnCode = abroad.countryCallingCode === getCountryCallingCode(country);
  return isOwnCode && !isMobile(parsed(home)) ? abroad.number : home;
}

/** What was stored as an amount, 2125550100.0 or 2125550100.00, as its digits; all else as it is. */
export function withoutDecimals(text: string): string {
  return text.replace(DECIMALS, '$1');
}

/**
 * The country whose people keep the time of a zone, for the numbers of an account that has said nothing else.
 */
export function countryOfZone(zone: string): CountryCode {
  const code = getTimezone(zone)?.countries[0] ?? FALLBACK;
  return isSupportedCountry(code) ? code : FALLBACK;
}

export function isCountry(code: string): code is CountryCode {
  return isSupportedCountry(code);
}

/** Whether an E.164 number has the calling code of a country. */
export function isOfCountry(e164: string, country: CountryCode): boolean {
  return e164.startsWith(`+${getCountryCallingCode(country)}`);
}

/** Every country with a numbering plan, and its calling code. */
export function callingCodes(): { country: CountryCode; code: string }[] {
  return getCountries().map((country) => ({ country, code: getCountryCallingCode(country) }));
}

const isNorthAmerican = (country: CountryCode) => getCountryCallingCode(country) === '1';

/** Of some plans, the American one among them, nobody can say which of the two it is. */
const isMobile = (number: PhoneNumber | undefined) =>
  ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(number?.getType() ?? '');

const parsed = (e164: string) => parsePhoneNumberFromString(e164);
