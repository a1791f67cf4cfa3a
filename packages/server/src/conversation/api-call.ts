/** Makes the HTTP call of an API step, within bounds: public addresses, no redirects, 15 seconds, 256 KiB. */
import { isIP } from 'node:net';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { Agent, type Dispatcher, request } from 'undici';
import { guardedLookup, isPublicAddress, RefusedAddress } from '../platform/http/public-address.ts';
import { readWithin } from '../platform/http/read-within.ts';
import type { ApiRequest } from './run-engine.ts';

const CONNECT_MS = 5_000;
const TOTAL_MS = 15_000;
const MAX_BYTES = 256 * 1024;
const FIRST_FREE_PORT = 1024;
/** They belong to the connection, not to the author. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

export type ApiResult = { ok: boolean; text: string };
/** Never rejects. A `signal` ends it before its time. */
export type ApiCaller = (call: ApiRequest, signal?: AbortSignal) => Promise<ApiResult>;

/** A caller that reaches only addresses that `mayReach` allows. */
export function createApiCaller(mayReach: (address: string) => boolean = isPublicAddress): ApiCaller {
  const agent = new Agent({
    connect: { lookup: guardedLookup(mayReach), timeout: CONNECT_MS },
    maxHeaderSize: 16 * 1024,
    headersTimeout: TOTAL_MS,
    bodyTimeout: TOTAL_MS,
    // A connection is used once: the next call looks the name up again.
    pipelining: 0,
  });
  return async (call, signal) => {
    const problem = problemOf(call.url, mayReach);
    if (problem !== null) return { ok: false, text: problem };
    try {
      return await perform(agent, call, signal);
    } catch (error) {
      return { ok: false, text: wordsFor(error) };
    }
  };
}

/** Why an address may not be called at all; null when it may be tried. */
function problemOf(address: string, mayReach: (address: string) => boolean): string | null {
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

async function perform(agent: Agent, call: ApiRequest, signal?: AbortSignal): Promise<ApiResult> {
  const response = await request(call.url, {
    dispatcher: agent,
    method: call.verb as Dispatcher.HttpMethod,
    headers: headersOf(call),
    body: call.body === '' ? null : call.body,
    signal: AbortSignal.any([AbortSignal.timeout(TOTAL_MS), ...(signal ? [signal] : [])]),
  });
  const { statusCode, headers } = response;
  const body = await readWithin(response.body, MAX_BYTES);
  if (statusCode < 200 || statusCode > 299)
    return { ok: false, text: `The service answered with status ${statusCode}.` };
  if (body === null) return { ok: false, text: 'The answer is larger than 256 KiB.' };
  // Nobody asked for it, and a few bytes may be gigabytes.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return { ok: false, text: 'The answer is compressed, which was not asked for.' };
  const text = decoderFor(String(headers['content-type'] ?? '')).decode(body);
  // More than one message would carry is of no use to a conversation.
  return { ok: true, text: text.replaceAll('\0', '').slice(0, TEXT_LIMITS.message).toWellFormed() };
}

/** In the alphabet that the answer names; without one, or with one that nobody knows, it is UTF-8. */
function decoderFor(contentType: string): { decode: (bytes: Buffer) => string } {
  const named = /;\s*charset="?([\w:.-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named);
  } catch {
    return new TextDecoder();
  }
}

function headersOf({ headers, contentType }: ApiRequest): Record<string, string> {
  const given = Object.entries(headers).filter(
    ([name, value]) =>
      /^[!#$%&'*+.^_`|~\w-]+$/.test(name) &&
      !OWN_HEADERS.has(name.toLowerCase()) &&
      /^[\t\x20-\x7e]*$/.test(value),
  );
  return {
    ...Object.fromEntries(given),
    'user-agent': 'Parley',
    ...(contentType === '' ? {} : { 'content-type': contentType }),
  };
}

/**
 * In words of the author's, who reads them as the fault of a conversation; the name of what we run on would
 * be of no use.
 */
function wordsFor(error: unknown): string {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string; message?: string };
  if (error instanceof RefusedAddress) return message;
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
