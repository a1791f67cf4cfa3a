import { expect, it } from 'vitest';
import { zonesOfState, zonesOfZip } from './us-time-zones.ts';

it.each([
  ['Austin', '78701', 'TX', ['America/Chicago']],
  ['El Paso', '79901', 'TX', ['America/Denver']],
  ['El Paso, its second prefix', '88510', 'TX', ['America/Denver']],
  ['Odessa, in the last prefix before El Paso’s', '79761', 'TX', ['America/Chicago']],
  ['Miami', '33101', 'FL', ['America/New_York']],
  ['Panama City', '32401', 'FL', ['America/Chicago']],
  ['Pensacola', '32501', 'FL', ['America/Chicago']],
  ['Tallahassee', '32301', 'FL', ['America/New_York']],
  ['Fort Pierce, in the last prefix of Florida', '34945', 'FL', ['America/New_York']],
  ['Nashville', '37201', 'TN', ['America/Chicago']],
  ['Chattanooga', '37402', 'TN', ['America/New_York']],
  ['Oklahoma City, between two ranges of Texas', '73401', 'OK', ['America/Chicago']],
  ['Holtsville, the first prefix', '00501', 'NY', ['America/New_York']],
])('%s: %s is in %s', (_, zip, state, zones) => {
  const place = zonesOfZip(zip);
  expect(place?.state).toBe(state);
  expect(place?.zones).toEqual(zones);
});

it('a ZIP code has five digits, or nine with or without a hyphen, and nothing else', () => {
  const read = (text: string) => zonesOfZip(text)?.state ?? null;
  expect(['90210-1234', '902101234', ' 90210 '].map(read)).toEqual(['CA', 'CA', 'CA']);
  expect(['9021', '902100', '90210-123', '90210-12345', 'A90210', '90210 Beverly Hills'].map(read)).toEqual(
    Array(6).fill(null),
  );
  // No state has the prefix.
  expect(read('09999')).toBeNull();
});

it('a state goes by its two letters or its name, whatever the case', () => {
  const read = (text: string) => zonesOfState(text)?.state ?? null;
  expect([' ny ', 'NY', 'New York', 'new york'].map(read)).toEqual(Array(4).fill('NY'));
  expect(['NYC', 'ZZ', '', 'York'].map(read)).toEqual(Array(4).fill(null));
});
