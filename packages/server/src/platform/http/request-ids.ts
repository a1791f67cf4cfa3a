/**
 * Each request has an id that stands in the log and in the answer (`X-Request-Id`), so that the two can be
 * brought together. A proxy of ours may have given it one; what others send is not taken.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Config } from '../config.ts';

export const REQUEST_ID_HEADER = 'x-request-id';
/** No spaces and quotes, and short: it is written into the log. */
const GOOD_ID = /^[\w.:+/=-]{1,128}$/;
/** The names that `TRUSTED_PROXIES` may have, as of Fastify's trustProxy. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Answers the id of a request. */
export function requestIds({ publicUrl, trustedProxies }: Config): (request: IncomingMessage) => string {
  const proxies = publicUrl === null ? null : networksOf(trustedProxies);
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    if (typeof given !== 'string' || !GOOD_ID.test(given)) return randomUUID();
    const { remoteAddress = '' } = socket;
    const isOurs = isIP(remoteAddress) !== 0 && proxies?.check(remoteAddress, familyOf(remoteAddress));
    return isOurs ? given : randomUUID();
  };
}

function networksOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of proxies.flatMap((each) => NAMED[each] ?? [each])) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
