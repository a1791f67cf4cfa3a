/** Makes the HTTP call of an API step, within bounds: public addresses, no redirects, 15 seconds, 256 KiB. */
import { type FailureCause, isTrouble } from '@parley/engine';
import { Agent, type Dispatcher, request } from 'undici';
import { addressProblem, callFailure, limitInterim } from '../platform/http/outbound.ts';
import { guardedLookup, isPublicAddress, RefusedAddress } from '../platform/http/public-address.ts';
import { readWithin } from '../platform/http/read-within.ts';
import type { KeyedRequest } from './call-rules.ts';
import { API_STEP_AGENT } from './limit-rings.ts';

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

/** `text`: the answer, or in words why there is none. */
export type ApiResult = {
  ok: boolean;
  text: string;
  /** Of the answer, whatever it is; absent: there was none. */
  status?: number;
  contentType?: string;
  /** What came with a status that is no success. */
  body?: string;
  /** Absent: another try would end as this one did. */
  failed?: FailureCause;
};
/** Never rejects. A `signal` ends it before its time. */
export type ApiCaller = (call: KeyedRequest, signal?: AbortSignal) => Promise<ApiResult>;

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
      const again = error instanceof RefusedAddress ? {} : ({ failed: 'no-answer' } as const);
      return { ok: false, text: callFailure(error), ...again };
    }
  };
}

async function perform(agent: Agent, call: KeyedRequest, signal?: AbortSignal): Promise<ApiResult> {
  const response = await request(call.url, {
    dispatcher: agent,
    method: call.verb as Dispatcher.HttpMethod,
    headers: headersOf(call),
    body: call.body === '' ? null : call.body,
    signal: AbortSignal.any([AbortSignal.timeout(TOTAL_MS), ...(signal ? [signal] : [])]),
    onInfo: limitInterim(),
  });
  const { statusCode: status, headers } = response;
  const contentType = String(headers['content-type'] ?? '');
  const bytes = await readWithin(response.body, MAX_BYTES);
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  const body =
    bytes && isPlain ? decoderFor(contentType).decode(bytes).replaceAll('\0', '').toWellFormed() : '';
  const known = { status, contentType };
  if (status < 200 || status > 299)
    return {
      ok: false,
      text: `The service answered with status ${status}.`,
      ...known,
      body,
      ...(isTrouble(status) && { failed: 'trouble' as const }),
    };
  if (bytes === null) return { ok: false, text: 'The answer is larger than 256 KiB.', ...known };
  // Nobody asked for it, and a few bytes may be gigabytes.
  if (!isPlain) return { ok: false, text: 'The answer is compressed, which was not asked for.', ...known };
  return { ok: true, text: body, ...known };
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

function headersOf({ headers, contentType, key, traceparent }: KeyedRequest): Record<string, string> {
  const given = Object.entries(headers).filter(
    ([name, value]) =>
      /^[!#$%&'*+.^_`|~\w-]+$/.test(name) &&
      !OWN_HEADERS.has(name.toLowerCase()) &&
      /^[\t\x20-\x7e]*$/.test(value),
  );
  return {
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...Object.fromEntries(given.map(([name, value]) => [isOurs(name) ? name.toLowerCase() : name, value])),
    'user-agent': API_STEP_AGENT,
    ...(contentType === '' ? {} : { 'content-type': contentType }),
  };
}

/** The author's own key, and trace, win over ours. */
const isOurs = (name: string) => ['idempotency-key', 'traceparent'].includes(name.toLowerCase());
