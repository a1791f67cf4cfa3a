import { expect, test } from 'vitest';
import { regionOfAreaCode, stateOfAreaCode } from './area-code-states.ts';
import { areaCodes } from './area-code-zones.ts';
import { countryOf } from './phone.ts';
import { zonesOfState } from './us-time-zones.ts';

/** Area codes of the two countries, each with its zone. */
const codes = [...areaCodes()].map(([code, zone]) => ({
  code,
  zone,
  country: countryOf(`+1${code}2345678`),
}));

test('every area code of the USA and Canada has a region', () => {
  const here = codes.filter(({ country }) => country === 'US' || country === 'CA');
  expect(here.length).toBeGreaterThan(350);
  expect(here.filter(({ code }) => regionOfAreaCode(code) === null)).toEqual([]);
});

/** What a zone's clocks show in winter and in summer: zones with other names may be alike. */
const clocks = (zone: string) =>
  ['2026-01-15T12:00Z', '2026-07-15T12:00Z']
    .map((at) => new Date(at).toLocaleTimeString('en-US', { timeZone: zone }))
    .join(' ');

test('a region lies in the zone that its code names, in a table made apart from this one', () => {
  const wrong = codes.filter(({ code, zone }) => {
    const state = stateOfAreaCode(code);
    return state !== null && !zonesOfState(state)?.zones.map(clocks).includes(clocks(zone));
  });
  expect(wrong).toEqual([]);
});

test('a region is never guessed', () => {
  expect(regionOfAreaCode('212')).toBe('New York');
  expect(regionOfAreaCode('416')).toBe('Ontario');
  expect(regionOfAreaCode('800')).toBeNull();
  expect(regionOfAreaCode('500')).toBeNull();
});
