/** Which addresses a call that an author wrote may reach: public ones only, never our own network. */
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { hostLookup } from '../host-lookup.ts';

/** IANA's special-purpose address registries (RFC 6890 and later), and multicast. */
const SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
].map((range) => ipaddr.parseCIDR(range));

/**
 * The only part of IPv6 that is given out for public use; everything else (mapped, NAT64, local, multicast)
 * is outside.
 */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv6' && !parsed.match(PUBLIC_IPV6)) return false;
  if (SPECIAL.some((range) => range[0].kind() === parsed.kind() && parsed.match(range))) return false;
  return !ownAddresses().has(parsed.toNormalizedString());
}

function ownAddresses(): Set<string> {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return new Set(all.map(({ address }) => ipaddr.parse(address).toNormalizedString()));
}

export class RefusedAddress extends Error {
  readonly code = 'REFUSED_ADDRESS';
}

/**
 * A name look-up that fails when any of the answers may not be reached. The connection goes to exactly the
 * addresses that were looked at, so a second answer cannot lead elsewhere.
 */
export function guardedLookup(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    hostLookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[];
      if (error) callback(error, []);
      else if (!addresses.every(({ address }) => mayReach(address)))
        callback(new RefusedAddress(`${hostname} is not on the public internet.`), []);
      else if (options.all) callback(null, addresses);
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}
