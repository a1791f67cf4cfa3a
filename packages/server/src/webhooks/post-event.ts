/** Posts an event to an endpoint, within bounds: the addresses it may have, no redirects, 15 seconds. */
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { Agent, request } from 'undici';
import type { Config } from '../platform/config.ts';
import { addressProblem, callFailure, limitInterim } from '../platform/http/outbound.ts';
import { guardedLookup, isPublicAddress } from '../platform/http/public-address.ts';
import { readRetryAfter } from '../platform/http/retry-after.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import { OpenSpan, tracesOf } from '../platform/traces/traces.ts';
import { signedHeaders } from './signature.ts';

const CONNECT_MS = 5_000;
const GONE = 410;
/** Too many requests, and not now: both may say when again. */
const BUSY = [429, 503];

export type Posted = {
  ok: boolean;
  /** The receiver wants nothing more. */
  gone: boolean;
  /** The receiver wants nothing for so long (Retry-After); 0: it does not say. */
  restMs: number;
  /** Of HTTP; 0: there was no answer. */
  status: number;
  /** The beginning of the answer, or why there is none. */
  answer: string;
  durationMs: number;
};

/** What is posted: the same bytes with each try. */
export type Envelope = { webhookId: string; type: string; at: Date; data: unknown };

/** Which addresses endpoints may have: public ones, or all where the operator allows private ones. */
const reachBy = ({ privateCarriers }: Config) => (privateCarriers ? () => true : isPublicAddress);

/** Why an address is not taken; null when it may be tried. */
export const endpointProblem = ({ config }: Pick<Services, 'config'>, url: string): string | null =>
  addressProblem(url, reachBy(config));

const agents = inRuntime<Agent, Pick<Services, 'config' | 'runtime'>>(
  ({ config }) =>
    new Agent({
      connect: { lookup: guardedLookup(reachBy(config)), timeout: CONNECT_MS },
      maxHeaderSize: 16 * 1024,
      headersTimeout: WEBHOOK_LIMITS.answerMs,
      bodyTimeout: WEBHOOK_LIMITS.answerMs,
    }),
);

/** The body of a request. */
export const bodyOf = ({ type, at, data }: Envelope): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/** Never rejects. */
export async function postEvent(
  services: Pick<Services, 'config' | 'runtime' | 'clock'>,
  endpoint: { url: string; secrets: readonly string[] },
  envelope: Envelope,
  cutOff?: AbortSignal,
): Promise<Posted> {
  const began = performance.now();
  const span = tracedPost(services, envelope);
  const over = (posted: Pick<Posted, 'status' | 'answer'>, restMs = 0): Posted => {
    const ok = posted.status >= 200 && posted.status <= 299;
    span?.over(posted.status, ok);
    return {
      ...posted,
      ok,
      gone: posted.status === GONE,
      restMs,
      durationMs: Math.round(performance.now() - began),
    };
  };
  const problem = endpointProblem(services, endpoint.url);
  if (problem !== null) return over({ status: 0, answer: problem });
  const body = bodyOf(envelope);
  const patience = patienceOf(WEBHOOK_LIMITS.answerMs, cutOff);
  try {
    const response = await request(endpoint.url, {
      dispatcher: agents(services),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley',
        ...span?.headers,
        ...signedHeaders(endpoint.secrets, envelope.webhookId, services.clock.now(), body),
      },
      body,
      signal: patience.signal,
      onInfo: limitInterim(),
    });
    const { statusCode: status, headers } = response;
    const restMs = BUSY.includes(status) ? (readRetryAfter(headers['retry-after']) ?? 0) : 0;
    return over({ status, answer: await beginningOf(response.body) }, restMs);
  } catch (error) {
    return over({ status: 0, answer: callFailure(error) });
  } finally {
    patience.end();
  }
}

/** A signal after so long, or when the other one comes; cheaper than combined ones, of which each is kept. */
function patienceOf(ms: number, cutOff?: AbortSignal): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const cut = () => controller.abort(cutOff?.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('Too late.', 'TimeoutError')), ms);
  if (cutOff?.aborted) cut();
  cutOff?.addEventListener('abort', cut);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      cutOff?.removeEventListener('abort', cut);
    },
  };
}

/**
 * A span for a try, where there are traces: all tries of an event are in one trace, and the receiver is told
 * of it. Null: nothing is traced.
 */
function tracedPost(services: Pick<Services, 'runtime'>, { webhookId, type }: Envelope) {
  const traces = tracesOf(services);
  if (!traces) return null;
  const span = new OpenSpan('webhook posted', 'client');
  span.join({ ...traces.ofWebhook(webhookId), spanId: '' });
  return {
    headers: { traceparent: traces.traceparent(span) },
    over: (status: number, ok: boolean) =>
      traces.end(
        span,
        {
          'parley.webhook.id': webhookId,
          'parley.event.kind': type,
          'http.response.status_code': status === 0 ? null : status,
        },
        !ok,
      ),
  };
}

/** An answer that breaks off is one: its status was heard. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      // Leaving the loop ends the body.
      if (size >= WEBHOOK_LIMITS.answerBytes) break;
    }
  } catch {
    // What came until then is shown.
  }
  const bytes = Buffer.concat(chunks).subarray(0, WEBHOOK_LIMITS.answerBytes);
  return new TextDecoder().decode(bytes).replaceAll('\0', '').toWellFormed();
}
