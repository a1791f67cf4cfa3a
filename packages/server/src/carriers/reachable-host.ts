/**
 * Which hosts connections may lead to. Who signs up must not reach the operator's own network through a
 * carrier's address.
 */
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { hostLookup } from '../platform/host-lookup.ts';
import { guardedLookup, isPublicAddress } from '../platform/http/public-address.ts';
import type { Services } from '../platform/services.ts';

export const NOT_REACHABLE =
  'This server does not connect to private addresses. Its operator can allow them with PRIVATE_CARRIERS=1.';

/** The look-up of a connection. */
export function lookupOf(services: Services): LookupFunction {
  return services.config.privateCarriers ? hostLookup : guardedLookup(isPublicAddress);
}

/** A host that is written as an address is never looked up: it is checked here. */
export function mayReachHost(services: Services, host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return services.config.privateCarriers || isIP(bare) === 0 || isPublicAddress(bare);
}
