/** What carriers over HTTP share: one short request, lanes that hand messages over, and what a broken request means. */
import type { LookupFunction } from 'node:net';
import { Pool } from 'undici';
import type { LinkState, OutgoingMessage, Report, SendResult, Trouble } from './carrier.ts';

/** At this many requests at a time a blast fills a carrier; replies find a few connections beside them. */
export const LANES = 64;
const CONNECTIONS = 72;
/** How long an answer may take. */
export const ANSWER_MS = 30_000;
const CONNECT_MS = 8_000;
const LONGEST_ANSWER = 64 * 1024;
const RETRY_AFTER_MS = 1_000;

export type HttpAnswer = { status: number; retryAfter: string | string[] | undefined; text: string };
export type HttpRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export function openPool(origin: string, lookup: LookupFunction | undefined, answerMs: number): Pool {
  return new Pool(origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    connect: { timeout: CONNECT_MS, ...(lookup ? { lookup } : {}) },
  });
}

/** One request, by undici's callbacks: a stream and its promises for every short answer would cost as much as the request. */
export function request(pool: Pool, { method, path, headers = {}, body }: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    let status = 0;
    let retryAfter: HttpAnswer['retryAfter'];
    pool.dispatch(
      { path, method, headers, body: body ?? null },
      {
        onRequestStart: () => undefined,
        onResponseStart(_controller, code, answered) {
          status = code;
          retryAfter = answered['retry-after'];
        },
        onResponseData(controller, chunk) {
          size += chunk.length;
          if (size > LONGEST_ANSWER) controller.abort(new Error('The answer is too long.'));
          else parts.push(chunk);
        },
        onResponseEnd: () => resolve({ status, retryAfter, text: Buffer.concat(parts).toString('utf8') }),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/** Retry-After in ms: seconds or a date; a second at least. */
export function retryAfterMs(value: HttpAnswer['retryAfter']): number {
  const text = String(value ?? '').trim();
  if (/^\d{1,6}$/.test(text)) return Math.max(Number(text) * 1_000, RETRY_AFTER_MS);
  const at = Date.parse(text);
  return Number.isNaN(at) ? RETRY_AFTER_MS : Math.max(at - Date.now(), RETRY_AFTER_MS);
}

/** The connection was never made: nothing can have been sent. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'REFUSED_ADDRESS',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
]);

export function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? 'ERROR';
}

/** What a request that threw makes of its message. */
export function brokenRequest(error: unknown): SendResult {
  const code = codeOf(error);
  return UNSENT.has(code)
    ? { is: 'rejected', code, reason: 'The carrier could not be reached.', retry: true }
    : { is: 'unknown', reason: 'The connection broke before the carrier answered.' };
}

/** A probe that threw. */
export const brokenProbe = (error: unknown): Trouble => ({
  code: codeOf(error),
  reason: error instanceof Error ? error.message : String(error),
});

/** Hands groups over in lanes, and knows how long the oldest request has been waiting. */
export function createLanes(sendOne: (message: OutgoingMessage) => Promise<SendResult>) {
  const begun = new Set<{ at: number }>();

  async function timed(message: OutgoingMessage): Promise<SendResult> {
    const request = { at: performance.now() };
    begun.add(request);
    try {
      return await sendOne(message);
    } finally {
      begun.delete(request);
    }
  }

  return {
    link: (): LinkState => ({
      state: 'ready',
      inFlight: begun.size,
      window: LANES,
      oldest: begun.values().next().value?.at ?? null,
    }),
    async send(
      groups: readonly (readonly OutgoingMessage[])[],
      report: Report,
      mayStart: () => boolean,
    ): Promise<void> {
      let next = 0;
      async function lane(): Promise<void> {
        for (;;) {
          const group = groups[next];
          next += 1;
          if (!group) return;
          for (const message of group) {
            if (!mayStart()) return;
            const result = await timed(message);
            report(message, result);
            // What follows must not overtake it.
            if (result.is === 'throttled' || (result.is === 'rejected' && result.retry)) break;
          }
        }
      }
      await Promise.all(Array.from({ length: Math.min(LANES, groups.length) }, lane));
    },
  };
}
