import { formatPhone } from '@parley/rules/phone-format.ts';

/** (212) 555-0100 for North American numbers, anything else as it is. Short codes stay as they are. */
export function phoneText(phone: string): string {
  const national = phone.startsWith('+1') ? phone.slice(2) : phone;
  return formatPhone(national) || phone;
}
