import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { areaCodes } from './area-code-zones.ts';
import { displayPhone, numberTypeOf, timeZoneOf, toE164 } from './phone.ts';
import { formatPhone } from './phone-format.ts';
import { isTimeZone } from './time-zone.ts';

describe('reading a number', () => {
  it.each([
    ['(555) 123-4567', '+15551234567'],
    ['1-555-123-4567', '+15551234567'],
    ['+1 555 123 4567', '+15551234567'],
    ['tel:+1-555-123-4567', '+15551234567'],
    ['TEL:5551234567', '+15551234567'],
    ['555.123.4567', '+15551234567'],
    ['5551234567', '+15551234567'],
    [' 15551234567 ', '+15551234567'],
    ['+15550101234', '+15550101234'],
    ['５５５１２３４５６７', '+15551234567'],
    ['+44 20 7946 0958', '+442079460958'],
    ['011 44 20 7946 0958', '+442079460958'],
  ])('%s', (text, e164) => expect(toE164(text)).toBe(e164));

  it.each([
    '',
    ' ',
    'abc',
    '1-800-FLOWERS',
    '+999123456789',
    '12345',
    '5551234',
    '555123456789',
    '+1555123456789',
    '+',
    '0'.repeat(60),
    '٠',
    '12125550150;12125550151',
    '2125550150 #12',
    '+12125550150;ext=3',
  ])('refuses “%s”', (text) => expect(toE164(text)).toBeNull());

  it('reads by another country when told', () => {
    expect(toE164('020 7946 0958', 'GB')).toBe('+442079460958');
    expect(toE164('(416) 555-0100', 'CA')).toBe('+14165550100');
  });

  it('the short way for North American numbers agrees with the library', () => {
    const shapes = [
      '%a%b%c',
      '(%a) %b-%c',
      '%a-%b-%c',
      '+1%a%b%c',
      '1 %a %b %c',
      '+1 (%a) %b-%c',
      '%a.%b.%c',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...shapes),
        fc.integer({ min: 200, max: 999 }),
        fc.integer({ min: 0, max: 9999999 }),
        (shape, area, rest) => {
          const digits = String(rest).padStart(7, '0');
          const text = shape
            .replace('%a', String(area))
            .replace('%b', digits.slice(0, 3))
            .replace('%c', digits.slice(3));
          expect(toE164(text)).toBe(parsePhoneNumberFromString(text, 'US')?.number);
        },
      ),
    );
  });
});

describe('showing a number', () => {
  it('the specification’s helper: ten digits or nothing', () => {
    expect(formatPhone('5551234567')).toBe('(555) 123-4567');
    expect(['555123456', '15551234567', '', 'abc'].map(formatPhone)).toEqual(['', '', '', '']);
  });

  it('any number', () => {
    expect(['+15551234567', '+442079460958', '12345', '+1'].map(displayPhone)).toEqual([
      '(555) 123-4567',
      '+44 20 7946 0958',
      '12345',
      '+1',
    ]);
  });
});

describe('time zone of a number', () => {
  it.each([
    ['+12125550100', 'America/New_York'],
    ['+13125550100', 'America/Chicago'],
    ['+13035550100', 'America/Denver'],
    ['+16025550100', 'America/Phoenix'],
    ['+14155550100', 'America/Los_Angeles'],
    ['+19075550100', 'America/Anchorage'],
    ['+18085550100', 'Pacific/Honolulu'],
    ['+17875550100', 'America/Puerto_Rico'],
    ['+14165550100', 'America/Toronto'],
    ['+13065550100', 'America/Regina'],
    ['+17095550100', 'America/St_Johns'],
    ['+18765550100', 'America/Jamaica'],
    ['+442079460958', 'Europe/London'],
    ['+493012345678', 'Europe/Berlin'],
    ['+5215512345678', 'America/Mexico_City'],
    ['+61212345678', 'Australia/Sydney'],
    ['+919876543210', 'Asia/Kolkata'],
    ['+15555550100', null],
    ['+18005550100', null],
    ['12345', null],
    ['', null],
  ])('%s', (e164, zone) => expect(timeZoneOf(e164)).toBe(zone));

  it('every area code names a zone that exists, and only digits', () => {
    expect(areaCodes().size).toBeGreaterThan(440);
    for (const [code, zone] of areaCodes()) {
      expect(code).toMatch(/^[2-9]\d\d$/);
      expect(isTimeZone(zone), zone).toBe(true);
    }
  });
});

it('the kind of a number’s line is what the numbering plans say, null where they say nothing', () => {
  expect(numberTypeOf('+18005550100')).toBe('TOLL_FREE');
  expect(numberTypeOf('+447911123456')).toBe('MOBILE');
  expect(numberTypeOf('+12')).toBeNull();
});
