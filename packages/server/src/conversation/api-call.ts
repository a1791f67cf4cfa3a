/** Makes the HTTP call of an API step, within bounds: public addresses, no redirects, 15 seconds, 256 KiB. */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { Agent, type Dispatcher, request } from 'undici';
import { addressProblem, callFailure } from '../platform/http/outbound.ts';
import { guardedLookup, isPublicAddress } from '../platform/http/public-address.ts';
import { readWithin } from '../platform/http/read-within.ts';
import type { ApiRequest } from './run-engine.ts';

const CONNECT_MS = 5_000;
const TOTAL_MS = 15_000;
const MAX_BYTES = 256 * 1024;
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
    const problem = addressProblem(call.url, mayReach);
    if (problem !== null) return { ok: false, text: problem };
    try {
      return await perform(agent, call, signal);
    } catch (error) {
      return { ok: false, text: callFailure(error) };
    }
  };
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
