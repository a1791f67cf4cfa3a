import { expect, test } from 'vitest';
import { callingCodes, countryOfZone, isCountry, isOfCountry, readListedPhone } from './listed-phone.ts';

test.each([
  ['2125550100', 'US', '+12125550100'],
  ['(212) 555-0100', 'US', '+12125550100'],
  ['1 212 555 0100', 'US', '+12125550100'],
  ["'+12125550100", 'US', '+12125550100'],
  ["'2125550100", 'US', '+12125550100'],
  ['2125550101.0', 'US', '+12125550101'],
  ["'2125550101.00", 'US', '+12125550101'],
  ['12125550101.0', 'US', '+12125550101'],
  ['+12125550101.0', 'US', '+12125550101'],
  ['1701234567.0', 'DE', '+491701234567'],
  ['491701234567.0', 'US', '+491701234567'],
  ['212.555.0100', 'US', '+12125550100'],
  ['０１７０ １２３４５６７', 'DE', '+491701234567'],
  ['0170 1234567', 'DE', '+491701234567'],
  ['0170/1234567', 'DE', '+491701234567'],
  ['+33 6 12 34 56 78', 'DE', '+33612345678'],
  ['0049 170 1234567', 'DE', '+491701234567'],
  ['0049 170 1234567', 'US', '+491701234567'],
  ['011 49 170 1234567', 'US', '+491701234567'],
])('%s in a file from %s is %s', (text, country, e164) =>
  expect(readListedPhone(text, country as 'US')).toBe(e164),
);

test.each([
  ['491701234567', 'DE', '+491701234567', 'the country’s own code without its plus'],
  ['491701234567', 'US', '+491701234567', 'no number here, a mobile number there'],
  ['33612345678', 'US', '+33612345678', 'no number here either'],
  ['33612345678', 'DE', '+4933612345678', 'what may be a number at home is one'],
  ['447700900123', 'GB', '+447700900123', 'the longer of two readings'],
])('%s in a file from %s is %s: %s', (text, country, e164) =>
  expect(readListedPhone(text, country as 'US')).toBe(e164),
);

test.each([
  ['', 'US'],
  ['Ann', 'US'],
  ['12345', 'US'],
  ['0170 1234567', 'US'],
  // Twelve digits of Boston typed twice: the slip of a finger is nobody's number abroad.
  ['617555012345', 'US'],
  ['4930123456789012345', 'DE'],
  ['00', 'DE'],
  ['2125550101.5', 'US'],
  ['2125550101.000', 'US'],
  // An apostrophe before a number keeps it text in a spreadsheet; inside it is a slip.
  ["212'5550100", 'US'],
  ['+999123456789', 'US'],
])('%j is no number in a file from %s', (text, country) =>
  expect(readListedPhone(text, country as 'US')).toBeNull(),
);

test('a number at home is never read as one abroad, though it were one with a plus', () => {
  // 91 is India's code, and 917 is New York.
  expect(readListedPhone('9175550100', 'US')).toBe('+19175550100');
  expect(readListedPhone('+919175550100', 'US')).toBe('+919175550100');
});

test('a zone says the country, and what no country keeps says the United States', () => {
  expect(countryOfZone('Europe/Berlin')).toBe('DE');
  expect(countryOfZone('America/New_York')).toBe('US');
  expect(countryOfZone('Asia/Tokyo')).toBe('JP');
  expect(countryOfZone('UTC')).toBe('US');
  expect(countryOfZone('Mars/Olympus')).toBe('US');
});

test('countries are those with a numbering plan, and a number is of those that share its code', () => {
  expect([isCountry('DE'), isCountry('XX'), isCountry('de')]).toEqual([true, false, false]);
  expect(isOfCountry('+491701234567', 'DE')).toBe(true);
  expect(isOfCountry('+491701234567', 'US')).toBe(false);
  expect(callingCodes()).toContainEqual({ country: 'DE', code: '49' });
  expect(new Set(callingCodes().map(({ country }) => country)).size).toBe(callingCodes().length);
});
