/**
 * Fetches a picture that came with a text, within bounds: public addresses and the carrier's own, the
 * carrier's sign-in for the carrier alone, a few redirects, 5 MB, 20 seconds, and only what is a picture by
 * its own first bytes.
 */
import { isIP } from 'node:net';
import { PICTURE_LIMITS } from '@parley/rules/limits.ts';
import { Agent, request } from 'undici';
import { hostLookup } from '../platform/host-lookup.ts';
import { limitInterim } from '../platform/http/outbound.ts';
import { guardedLookup, isPublicAddress } from '../platform/http/public-address.ts';
import { readWithin } from '../platform/http/read-within.ts';
import type { TwilioSettings } from './twilio.ts';

/** `gone`: it is not to be had, now or later. */
export type FetchedPicture =
  | { is: 'picture'; type: string; bytes: Buffer }
  | { is: 'gone'; why: string }
  | { is: 'later'; why: string };

const CONNECT_MS = 5_000;
const MOST_REDIRECTS = 3;

/**
 * `mayReachOwn`: whether a private address of the carrier itself may be reached; those of others never are.
 * `ending` breaks it off.
 */
export async function fetchPicture(
  address: string,
  carrier: Pick<TwilioSettings, 'baseUrl' | 'accountSid' | 'authToken'>,
  mayReachOwn: boolean,
  ending: AbortSignal,
): Promise<FetchedPicture> {
  const base = new URL(carrier.baseUrl);
  const signal = AbortSignal.any([AbortSignal.timeout(PICTURE_LIMITS.milliseconds), ending]);
  let url = new URL(address);
  try {
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      const isOwn = url.origin === base.origin;
      const reachesAll = isOwn && mayReachOwn;
      if (!reachesAll && !isAllowed(url, isOwn))
        return { is: 'gone', why: 'the address is not a public one' };
      const agent = new Agent({
        connect: { timeout: CONNECT_MS, lookup: reachesAll ? hostLookup : guardedLookup(isPublicAddress) },
      });
      try {
        const response = await request(url, {
          dispatcher: agent,
          signal,
          headers: headersFor(isOwn, carrier),
          onInfo: limitInterim(),
        });
        const { statusCode, headers } = response;
        if (statusCode >= 300 && statusCode < 400 && typeof headers.location === 'string') {
          await response.body.dump();
          url = new URL(headers.location, url);
          continue;
        }
        if (statusCode !== 200) {
          await response.body.dump();
          return { is: isFinal(statusCode) ? 'gone' : 'later', why: `status ${statusCode}` };
        }
        const bytes = await readWithin(response.body, PICTURE_LIMITS.bytes);
        if (bytes === null) return { is: 'gone', why: 'too large' };
        const type = pictureType(bytes);
        return type === null ? { is: 'gone', why: 'not a picture' } : { is: 'picture', type, bytes };
      } finally {
        void agent.destroy();
      }
    }
    return { is: 'gone', why: 'too many redirects' };
  } catch (error) {
    const { code, name } = error as { code?: unknown; name: string };
    return { is: 'later', why: typeof code === 'string' ? code : name };
  }
}

/**
 * A host that is written as an address is never looked up: it is judged here. Other ports than the web's are
 * the carrier's alone.
 */
function isAllowed({ protocol, port, username, password, hostname }: URL, isOwn: boolean): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isWeb = (protocol === 'http:' || protocol === 'https:') && (port === '' || isOwn);
  return isWeb && username === '' && password === '' && (isIP(host) === 0 || isPublicAddress(host));
}

/** The sign-in is the carrier's: whoever it redirects to must not hear it. */
function headersFor(isOwn: boolean, { accountSid, authToken }: Parameters<typeof fetchPicture>[1]) {
  const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  return { 'user-agent': 'Parley', ...(isOwn ? { authorization: `Basic ${basic}` } : {}) };
}

/** A picture that has just come may not be there yet (404), and a sign-in may be put right. */
const isFinal = (status: number) => status === 410 || status === 415;

/**
 * What every browser shows and nothing that could hold a script, whatever the carrier calls it; null:
 * something else.
 */
export function pictureType(bytes: Buffer): string | null {
  const begin = bytes.toString('latin1', 0, 12);
  if (begin.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (begin.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(begin)) return 'image/gif';
  return /^RIFF[\s\S]{4}WEBP/.test(begin) ? 'image/webp' : null;
}
