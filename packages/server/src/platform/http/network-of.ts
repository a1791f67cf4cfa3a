import ipaddr from 'ipaddr.js';

/** Of IPv6, what one customer of a provider has: 2^64 addresses (RFC 6177, RFC 7421). */
const PARTS_OF_A_NETWORK = 4;

/**
 * Who is counted where tries are counted by network address: an address of IPv4, also one that is written as
 * IPv6, or the whole /64 that an address of IPv6 stands in.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, PARTS_OF_A_NETWORK).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
