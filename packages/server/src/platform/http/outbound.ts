/** Calls to addresses that an account wrote: which may be made, and what is said of those that fail. */
import { isIP } from 'node:net';
import { RefusedAddress } from './public-address.ts';

const FIRST_FREE_PORT = 1024;

/** Why an address may not be called at all; null when it may be tried. */
export function addressProblem(address: string, mayReach: (address: string) => boolean): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'The address is not one of http or https.';
  if (url.username !== '' || url.password !== '') return 'The address must not hold a name or a password.';
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
  if (port < FIRST_FREE_PORT && port !== 80 && port !== 443) return `Port ${port} must not be called.`;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A written address is never looked up: it is judged here.
  if (isIP(host) && !mayReach(host)) return `${host} is not on the public internet.`;
  return null;
}

/** Of answers with a status of 1xx, which servers send one or two of, if any. */
const MOST_INTERIM = 20;

/** A server that goes on sending interim answers: nothing else would be done until its time is over. */
class EndlessAnswers extends Error {
  constructor() {
    super('The service sends interim answers (status 1xx) and no answer.');
  }
}

/** To be called for each answer of a request that is not its last one. @throws EndlessAnswers */
export function limitInterim(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > MOST_INTERIM) throw new EndlessAnswers();
  };
}

/**
 * In words of the author's, who reads them as the fault of a conversation; the name of what we run on would
 * be of no use.
 */
export function callFailure(error: unknown): string {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string; message?: string };
  if (error instanceof RefusedAddress || error instanceof EndlessAnswers) return message;
  if (name === 'TimeoutError' || /TIMEOUT|^ETIMEDOUT/.test(code))
    return 'The service did not answer in time.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the service is not known.';
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO/.test(code))
    return `The service cannot be trusted: its certificate is not valid (${code}).`;
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code))
    return `The service cannot be reached (${code}).`;
  if (/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/.test(code))
    return 'The service closed the connection before it had answered.';
  if (/^(?:HPE_|UND_ERR)/.test(code)) return `The answer of the service is not valid HTTP (${code}).`;
  return `The call could not be made${code ? ` (${code})` : ''}.`;
}
