/**
 * Which names this server answers to. A page of a stranger can have its own name lead to 127.0.0.1 ("DNS
 * rebinding") and then talk to us as if it were ours; the Host header tells. Names that nobody can register
 * publicly, and bare addresses, are no such names.
 */

import { isIP } from 'node:net';
import { refusedReply } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Config, isLocalOnly } from '../config.ts';

/** RFC 6761, RFC 6762, RFC 8375 and ICANN's .internal; .lan is nobody's either. */
const NOT_PUBLIC = /(^|\.)(localhost|local|internal|lan|test|home\.arpa)$/;

type Names = Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>;

/** `host`: the header as it came, with or without a port; absent from what is no browser. */
export function isKnownHost(
  host: string | undefined,
  { host: bound, publicUrl, allowedHosts }: Names,
): boolean {
  if (host === undefined || (publicUrl === null && !isLocalOnly(bound) && allowedHosts.length === 0))
    return true;
  const name = hostName(`http://${host}`);
  if (name === null) return false;
  if (isIP(name) !== 0 || !name.includes('.') || NOT_PUBLIC.test(name)) return true;
  return allowedHosts.includes(name) || (publicUrl !== null && name === hostName(publicUrl));
}

/** In lower case, without port, brackets and the root's dot. */
function hostName(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$|\.$/g, '') : null;
}

const NOT_OURS =
  'Parley is not served under this name. Its operator names it by PUBLIC_URL or ALLOWED_HOSTS.';

/** Answers 421 to requests for a host that is not ours. */
export function refuseForeignHost(config: Names) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (isKnownHost(request.headers.host, config)) done();
    else void reply.status(421).send(refusedReply(NOT_OURS));
  };
}
