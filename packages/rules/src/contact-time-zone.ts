/**
 * Where a contact is on the clock, and why we think so: by tag, by number, by country, else by the account.
 */
import { getCountry } from 'countries-and-timezones';
import { zoneOfAreaCode } from './area-code-zones.ts';
import { countryOf, timeZoneOf } from './phone.ts';
import { stateWithHours } from './state-quiet-hours.ts';
import { isTimeZone } from './time-zone.ts';
import { zonesOfState, zonesOfZip } from './us-time-zones.ts';

export type ContactZoneRule = 'tag' | 'area-code' | 'country' | 'account';
export type ContactZone = {
  /**
   * IANA zones; two where it is not known which of them: what is sent must fit both. The first is the
   * likelier one.
   */
  zones: readonly string[];
  /** Two letters of a state of the USA that has hours of its own; null: none or not known. */
  state: string | null;
  rule: ContactZoneRule;
  /** The reason, for people. */
  why: string;
};

/** Names of tags that say where somebody is, in lower case, the surest first. */
export const ZONE_TAGS = {
  zone: ['time zone', 'timezone', 'zone'],
  zip: ['zip', 'zip code', 'zipcode', 'postal code', 'postcode'],
  state: ['state'],
} as const;

/** What people write for a zone. */
const ZONE_WORDS: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  et: 'America/New_York',
  est: 'America/New_York',
  edt: 'America/New_York',
  central: 'America/Chicago',
  ct: 'America/Chicago',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  mountain: 'America/Denver',
  mt: 'America/Denver',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  pacific: 'America/Los_Angeles',
  pt: 'America/Los_Angeles',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
};

/** Area codes that reach into a second zone. */
const SECOND_ZONES: Readonly<Record<string, string>> = {
  '850': 'America/New_York',
  '448': 'America/New_York',
  '270': 'America/New_York',
  '364': 'America/New_York',
  '606': 'America/Chicago',
  '219': 'America/New_York',
  '574': 'America/Chicago',
  '812': 'America/Chicago',
  '930': 'America/Chicago',
  '906': 'America/Chicago',
  '423': 'America/Chicago',
  '931': 'America/New_York',
  '432': 'America/Denver',
  '308': 'America/Denver',
  '605': 'America/Denver',
  '701': 'America/Denver',
  '620': 'America/Denver',
  '785': 'America/Denver',
  '541': 'America/Boise',
  '458': 'America/Boise',
  '208': 'America/Los_Angeles',
  '986': 'America/Los_Angeles',
  '928': 'America/Denver',
  '775': 'America/Denver',
  '807': 'America/Winnipeg',
  '250': 'America/Edmonton',
  '709': 'America/Halifax',
  '879': 'America/Halifax',
};

/**
 * The place of a contact. `tags` by their names as the account wrote them; `accountZone` is for numbers that
 * say nothing (toll-free, unknown countries). A tag wins over the number: people keep their number when they
 * move.
 */
export function contactZoneOf(
  e164: string,
  tags: Readonly<Record<string, string>>,
  accountZone: string,
): ContactZone {
  return zoneByTags(tags) ?? zoneByNumber(e164) ?? accountContactZone(accountZone);
}

/**
 * The place that a number names: by area code in the North American plan, else by country. Null: toll-free or
 * not known.
 */
export function zoneByNumber(e164: string): ContactZone | null {
  if (/^\+1\d{10}$/.test(e164)) {
    const code = e164.slice(2, 5);
    const zone = zoneOfAreaCode(code);
    if (zone === null) return null;
    const second = SECOND_ZONES[code];
    const why = second ? `Area code ${code} lies in two time zones; both must allow it` : `Area code ${code}`;
    return {
      zones: second ? [zone, second] : [zone],
      state: stateWithHours(code),
      rule: 'area-code',
      why,
    };
  }
  const zone = timeZoneOf(e164);
  if (zone === null) return null;
  const country = countryOf(e164);
  const name = country === null ? 'the number’s country' : (getCountry(country)?.name ?? country);
  return { zones: [zone], state: null, rule: 'country', why: `Country of the number: ${name}` };
}

/** The place that tags name; null when none does. */
export function zoneByTags(tags: Readonly<Record<string, string>>): ContactZone | null {
  const names = Object.keys(tags);
  if (names.length === 0) return null;
  const byName = new Map(names.map((name) => [name.trim().toLowerCase(), name]));
  const find = <T>(known: readonly string[], read: (value: string) => T | null) => {
    for (const each of known) {
      const name = byName.get(each);
      const value = name === undefined ? '' : (tags[name] ?? '').trim();
      const found = value === '' ? null : read(value);
      if (found !== null) return { found, why: `Tag “${name}”: ${value}` };
    }
    return null;
  };
  const zone = find(ZONE_TAGS.zone, zoneNamed);
  const spot = find(ZONE_TAGS.zip, zonesOfZip) ?? find(ZONE_TAGS.state, zonesOfState);
  if (zone) return { zones: [zone.found], state: spot?.found.state ?? null, rule: 'tag', why: zone.why };
  if (spot) return { zones: spot.found.zones, state: spot.found.state, rule: 'tag', why: spot.why };
  return null;
}

export function accountContactZone(accountZone: string): ContactZone {
  return {
    zones: [accountZone],
    state: null,
    rule: 'account',
    why: 'The number and the tags say nothing: the account’s time zone',
  };
}

function zoneNamed(text: string): string | null {
  const word = ZONE_WORDS[text.toLowerCase().replace(/ time$/, '')];
  if (word) return word;
  return text.includes('/') && isTimeZone(text) ? text : null;
}
