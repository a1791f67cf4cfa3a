import { regionOfAreaCode } from '@parley/rules/area-code-states.ts';
import { countryOf, numberTypeOf, timeZoneOf, toE164 } from '@parley/rules/phone.ts';
import { Malformed } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { askProvider, type LookupProvider } from './number-lookup-provider.ts';

const KINDS: Record<string, string> = {
  MOBILE: 'Mobile',
  FIXED_LINE: 'Landline',
  FIXED_LINE_OR_MOBILE: 'Landline or mobile',
  TOLL_FREE: 'Toll-free',
  VOIP: 'Internet phone (VoIP)',
  PREMIUM_RATE: 'Premium rate',
  PERSONAL_NUMBER: 'Personal number',
};

/** Where a look-up's answer comes from, in words for a person. */
const SOURCES = {
  provider: 'The lookup provider, just now.',
  silent: 'Based on the number alone: the lookup provider didn’t respond.',
  none: 'Based on the number alone. No lookup provider is set up on this server, so the carrier is unknown.',
};

/** What is known of a ten-digit number: by its digits, and by the look-up provider where one is set up. */
export async function lookUpCarrier(input: string, provider: LookupProvider | null, log: Log) {
  const digits = input.replace(/[\s().-]/g, '');
  const phone = /^\d{10}$/.test(digits) ? toE164(digits) : null;
  if (phone === null)
    throw new Malformed('inpContactString', 'inpContactString must be a ten-digit phone number.');
  const line = provider && (await askProvider(provider, phone, log));
  const country = countryOf(phone);
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const timeZone = timeZoneOf(phone) ?? '';
  return {
    phone,
    numberType: line?.numberType || (KINDS[numberTypeOf(phone) ?? ''] ?? 'Unknown'),
    country: country === null ? '' : (names.of(country) ?? country),
    region: regionOfAreaCode(digits.slice(0, 3)) ?? '',
    carrier: line?.carrier ?? '',
    timeZone,
    source: line ? SOURCES.provider : provider ? SOURCES.silent : SOURCES.none,
  };
}
