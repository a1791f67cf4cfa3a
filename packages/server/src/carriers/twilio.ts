/**
 * Carriers that speak Twilio's form of HTTP: POST …/Accounts/{sid}/Messages.json, status callbacks and inbound messages signed with
 * X-Twilio-Signature. Creating a message takes no idempotency key there: what is in doubt stays in doubt.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Pool } from 'undici';
import type { Services } from '../services.ts';
import type { Carrier, OutgoingMessage, SendResult } from './carrier.ts';

export type TwilioSettings = {
  /** https://api.twilio.com, or another server of the same form; without a slash at the end. */
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** Part of our webhook addresses: finds the channel. */
  webhookToken: string;
};

/** At this many requests at a time a blast fills a carrier; replies find a few connections beside them. */
const BLAST_CONNECTIONS = 64;
const CONNECTIONS = 72;
const TIMEOUT_MS = 30_000;
const RETRY_AFTER_MS = 1_000;
const LONGEST_ANSWER = 64 * 1024;

/** Reads channels.connection: {baseUrl, accountSid, authToken: base64 of the encrypted token, webhookToken}. */
export function readTwilioSettings(services: Services, connection: Record<string, unknown>): TwilioSettings {
  const text = (name: string) => {
    const value = connection[name];
    if (typeof value !== 'string' || value === '') throw new Error(`The connection has no ${name}.`);
    return value;
  };
  return {
    baseUrl: text('baseUrl').replace(/\/+$/, ''),
    accountSid: text('accountSid'),
    authToken: services.secrets.decrypt(Buffer.from(text('authToken'), 'base64')),
    webhookToken: text('webhookToken'),
  };
}

export function createTwilio(services: Services, settings: TwilioSettings): Carrier {
  const base = new URL(settings.baseUrl);
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const path = `${base.pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}/Messages.json`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const { publicUrl } = services.config;
  const callback = publicUrl ? `${publicUrl}/carriers/twilio/${settings.webhookToken}/status?ref=` : null;

  async function sendOne(message: OutgoingMessage): Promise<SendResult> {
    const body = requestBody(message, callback);
    try {
      return readAnswer(await post(pool, path, headers, body));
    } catch (error) {
      return isCertainlyUnsent(error)
        ? { is: 'rejected', code: codeOf(error), reason: 'The carrier could not be reached.', retry: true }
        : { is: 'unknown', reason: 'The connection broke before the carrier answered.' };
    }
  }

  return {
    kind: 'twilio',
    honoursKeys: false,
    async send(groups, report, mayStart) {
      let next = 0;
      async function lane(): Promise<void> {
        for (;;) {
          const group = groups[next];
          next += 1;
          if (!group) return;
          for (const message of group) {
            if (!mayStart()) return;
            report(message, await sendOne(message));
          }
        }
      }
      await Promise.all(Array.from({ length: Math.min(BLAST_CONNECTIONS, groups.length) }, lane));
    },
    close: () => pool.close(),
  };
}

function requestBody(message: OutgoingMessage, callback: string | null): string {
  let body = `To=${encodeURIComponent(message.to)}&From=${encodeURIComponent(message.from)}&Body=${encodeURIComponent(message.body)}`;
  if (message.media !== null) body += `&MediaUrl=${encodeURIComponent(message.media)}`;
  if (callback !== null) body += `&StatusCallback=${encodeURIComponent(callback + message.id)}`;
  return body;
}

type Answer = { status: number; retryAfter: string | string[] | undefined; text: string };

/** Posts a form, by undici's callbacks: a stream and its promises for every short answer would cost as much as the request. */
function post(pool: Pool, path: string, headers: Record<string, string>, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    let status = 0;
    let retryAfter: Answer['retryAfter'];
    pool.dispatch(
      { path, method: 'POST', headers, body },
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

function readAnswer({ status, retryAfter, text }: Answer): SendResult {
  if (status >= 200 && status < 300) {
    const sid = /"sid"\s*:\s*"([^"]{1,100})"/.exec(text)?.[1];
    return sid === undefined
      ? { is: 'unknown', reason: 'The carrier took the message without a number for it.' }
      : { is: 'accepted', carrierId: sid };
  }
  if (status === 429) return { is: 'throttled', retryAfterMs: retryAfterMs(retryAfter) };
  // The request was complete: whether the message went out before the server failed, nobody knows.
  if (status >= 500) return { is: 'unknown', reason: `The carrier failed while it answered (${status}).` };
  const code = /"code"\s*:\s*"?(\d{1,10})/.exec(text)?.[1] ?? String(status);
  const reason = /"message"\s*:\s*"((?:[^"\\]|\\.){0,300})/.exec(text)?.[1] ?? 'The carrier refused it.';
  return { is: 'rejected', code, reason, retry: false };
}

function retryAfterMs(value: string | string[] | undefined): number {
  const text = String(value ?? '').trim();
  if (/^\d{1,6}$/.test(text)) return Math.max(Number(text) * 1_000, RETRY_AFTER_MS);
  const at = Date.parse(text);
  return Number.isNaN(at) ? RETRY_AFTER_MS : Math.max(at - Date.now(), RETRY_AFTER_MS);
}

const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isCertainlyUnsent(error: unknown): boolean {
  return UNSENT.has(codeOf(error));
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? 'unknown';
}

/** The signature of a webhook: HMAC-SHA1, under the auth token, of the address and the sorted form fields; base64. */
export function twilioSignature(authToken: string, url: string, fields: Iterable<[string, string]>): string {
  const sorted = [...fields].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  let text = url;
  for (const [name, value] of sorted) text += name + value;
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}

/** Compares in constant time. */
export function isSignedBy(expected: string, given: string | undefined): boolean {
  const one = Buffer.from(expected);
  const other = Buffer.from(given ?? '');
  return one.length === other.length && timingSafeEqual(one, other);
}
