import { countryOf, numberTypeOf, timeZoneOf, toE164 } from '@parley/rules/phone.ts';
import { Malformed } from '../platform/errors.ts';

const KINDS: Record<string, string> = {
  MOBILE: 'Mobile',
  FIXED_LINE: 'Landline',
  FIXED_LINE_OR_MOBILE: 'Landline or mobile',
  TOLL_FREE: 'Toll-free',
  VOIP: 'Internet telephone',
  PREMIUM_RATE: 'Premium rate',
  PERSONAL_NUMBER: 'Personal number',
};

/** What is known of a ten-digit number without asking a network: its carrier needs a look-up provider, and stays empty without one. */
export function lookUpCarrier(input: string) {
  const digits = input.replace(/[\s().-]/g, '');
  const phone = /^\d{10}$/.test(digits) ? toE164(digits) : null;
  if (phone === null)
    throw new Malformed('inpContactString', 'inpContactString must be a ten-digit phone number.');
  const country = countryOf(phone);
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const timeZone = timeZoneOf(phone) ?? '';
  return {
    phone,
    numberType: KINDS[numberTypeOf(phone) ?? ''] ?? 'Unknown',
    country: country === null ? '' : (names.of(country) ?? country),
    region: timeZone.split('/').slice(1).join(', ').replaceAll('_', ' '),
    carrier: '',
    timeZone,
  };
}
