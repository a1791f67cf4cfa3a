/**
 * Numbers as SMPP writes them: digits without a plus, with their type and plan (SMPP 3.4, 5.2.5 and 5.2.6).
 */

export type SmppAddress = { addr: string; ton: number; npi: number };

const INTERNATIONAL = { ton: 1, npi: 1 };
const NETWORK_SPECIFIC = { ton: 3, npi: 0 };
const ALPHANUMERIC = { ton: 5, npi: 0 };
/** Longest short code. */
const SHORT = 8;
const LONGEST_NAME = 11;

/** A sender: long numbers are international, short codes the network's own, anything with a letter a name. */
export function senderAddress(number: string): SmppAddress {
  const text = number.trim();
  if (/\p{L}/u.test(text)) return { addr: text.slice(0, LONGEST_NAME), ...ALPHANUMERIC };
  const addr = text.replace(/\D/g, '');
  return text.startsWith('+') || addr.length > SHORT
    ? { addr, ...INTERNATIONAL }
    : { addr, ...NETWORK_SPECIFIC };
}

/** A recipient in E.164. */
export function recipientAddress(phone: string): SmppAddress {
  return { addr: phone.replace(/\D/g, ''), ...INTERNATIONAL };
}
