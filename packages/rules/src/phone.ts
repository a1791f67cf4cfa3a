/** Phone numbers: E.164 inside, national form on the screen only, time zone by number. */
import { getCountry, getTimezone } from 'countries-and-timezones';
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { zoneOfAreaCode } from './area-code-zones.ts';
import { formatPhone } from './phone-format.ts';

export type { CountryCode };

const LONGEST_INPUT = 40;
/** A North American number as people write it: one sign between groups, code 1 or +1 or neither. */
const NORTH_AMERICAN = /^(?:\+?1[ .-]?)?(?:\(([2-9]\d\d)\)|([2-9]\d\d))[ .-]?(\d{3})[ .-]?(\d{4})$/;
const NORTH_AMERICAN_COUNTRIES = new Set<string>(['US', 'CA', 'PR']);

/**
 * The number in E.164, or null when it cannot be one: letters, an unknown country code, too short, too long.
 * A number that is possible but not assigned (555-0100) is accepted, because new ranges appear before any
 * table knows them. One with an extension (“#12”) is none to text, “tel:” may stand before it as in links,
 * and two numbers with a semicolon between them would read as one, with the other as its extension.
 */
export function toE164(input: string, defaultCountry: CountryCode = 'US'): string | null {
  const text = input.trim().replace(/^tel:/i, '');
  if (text === '' || text.length > LONGEST_INPUT) return null;
  const american = NORTH_AMERICAN_COUNTRIES.has(defaultCountry) ? NORTH_AMERICAN.exec(text) : null;
  if (american) return `+1${american[1] ?? american[2]}${american[3]}${american[4]}`;
  const plain = text.normalize('NFKC');
  if (/\p{L}/u.test(plain)) return null;
  const number = parsePhoneNumberFromString(plain, defaultCountry);
  return number?.isPossible() && !number.ext ? number.number : null;
}

/**
 * An E.164 number for the screen: North American ones as (xxx) xxx-xxxx, others in international form; a
 * short code as it is.
 */
export function displayPhone(phone: string): string {
  if (/^\+1\d{10}$/.test(phone)) return formatPhone(phone.slice(2));
  return parse(phone)?.formatInternational() ?? phone;
}

/** ISO country of an E.164 number, null when unknown or shared. */
export function countryOf(e164: string): CountryCode | null {
  return parse(e164)?.country ?? null;
}

/**
 * What kind of line a number is by the numbering plans (MOBILE, FIXED_LINE, TOLL_FREE …); null when they do
 * not say.
 */
export function numberTypeOf(e164: string): string | null {
  return parse(e164)?.getType() ?? null;
}

/** The zone of most people in countries that have several. */
const MAIN_ZONE: Record<string, string> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  UZ: 'Asia/Tashkent',
  VN: 'Asia/Ho_Chi_Minh',
};

/**
 * IANA time zone of an E.164 number: by area code in the North American plan, else by country; null when
 * unknown.
 */
export function timeZoneOf(e164: string): string | null {
  if (/^\+1\d{10}$/.test(e164)) return zoneOfAreaCode(e164.slice(2, 5));
  const country = countryOf(e164);
  return country === null ? null : zoneOfCountry(country);
}

function zoneOfCountry(country: string): string | null {
  const main = MAIN_ZONE[country];
  if (main) return main;
  const zones = getCountry(country)?.timezones ?? [];
  const first = zones[0];
  if (first === undefined) return null;
  const offset = getTimezone(first)?.utcOffset;
  return zones.every((zone) => getTimezone(zone)?.utcOffset === offset) ? first : null;
}

function parse(e164: string): PhoneNumber | undefined {
  return e164.startsWith('+') ? parsePhoneNumberFromString(e164) : undefined;
}
