/**
 * Carriers that speak Twilio's form of HTTP: POST …/Accounts/{sid}/Messages.json, status callbacks and
 * inbound messages signed with X-Twilio-Signature. Creating a message takes no idempotency key there: what is
 * in doubt stays in doubt.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import type { Services } from '../platform/services.ts';
import { type Carrier, type OutgoingMessage, type SendResult, validityOf } from './carrier.ts';
import { OPTED_OUT_CODE, recordCarrierOptOut } from './carrier-opt-out.ts';
import {
  ANSWER_MS,
  brokenProbe,
  brokenRequest,
  createLanes,
  type HttpAnswer,
  isRefusedAccess,
  isWrongAddress,
  openConnections,
  retryAfterMs,
  wordsOf,
} from './http.ts';

export type TwilioSettings = {
  /** https://api.twilio.com, or another server of the same form; without a slash at the end. */
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** Part of our webhook addresses: finds the channel. */
  webhookToken: string;
};

/**
 * Reads channels.connection: {baseUrl, accountSid, authToken: base64 of the encrypted token, webhookToken}.
 */
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

export function createTwilio(
  services: Services,
  settings: TwilioSettings,
  lookup?: LookupFunction,
  answerMs = ANSWER_MS,
): Carrier {
  const base = new URL(settings.baseUrl);
  const connections = openConnections(base.origin, lookup, answerMs);
  const account = `${base.pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}`;
  const authorization = `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`;
  const headers = ['authorization', authorization, 'content-type', 'application/x-www-form-urlencoded'];
  const path = `${account}/Messages.json`;
  const { publicUrl } = services.config;
  const callback = publicUrl ? `${publicUrl}/carriers/twilio/${settings.webhookToken}/status?ref=` : null;

  async function sendOne(message: OutgoingMessage): Promise<SendResult> {
    const body = requestBody(message, callback, services.clock.now());
    try {
      const result = readAnswer(await connections.request({ method: 'POST', path, headers, body }));
      if (result.is === 'rejected' && result.code === OPTED_OUT_CODE) await noteOptOut(message);
      return result;
    } catch (error) {
      return brokenRequest(error);
    }
  }

  /** The message has failed either way: that is reported also when this fails. */
  async function noteOptOut({ accountId, id }: OutgoingMessage): Promise<void> {
    await recordCarrierOptOut(services, accountId, id).catch((error: unknown) =>
      services.log.error({ err: error }, "a carrier's opt-out was not recorded"),
    );
  }

  const lanes = createLanes(sendOne, services.config.carrierRequests);
  return {
    kind: 'twilio',
    supportsIdempotencyKey: false,
    send: lanes.send,
    link: lanes.link,
    async probe() {
      try {
        const answer = await connections.request({
          method: 'GET',
          path: `${account}.json`,
          headers: ['authorization', authorization],
        });
        if (isRefusedAccess(answer.status)) return errorOf(answer);
        return answer.status >= 500 ? { code: String(answer.status), reason: 'The carrier fails.' } : null;
      } catch (error) {
        return brokenProbe(error);
      }
    },
    close: connections.close,
  };
}

/** Authentication failed, account suspended or closed. */
const ACCOUNT_TROUBLE = new Set(['20003', '20005', '30002', '401']);
/** Codes of one message or its recipient, whatever status they come with. */
const OF_MESSAGE = /^21\d{3}$/;
/** Faster than the account or the sender may, or the sender's queue is full. */
const BUSY = new Set(['14107', '20429', '21611']);

/** Seconds that a message may wait at Twilio; it takes 1 to 36,000, and 36,000 is what it does unasked. */
const LONGEST_VALIDITY = 36_000;

function requestBody(message: OutgoingMessage, callback: string | null, now: Date): string {
  let body = `To=${encodeURIComponent(message.to)}&From=${encodeURIComponent(message.from)}&Body=${encodeURIComponent(message.body)}`;
  if (message.media !== null) body += `&MediaUrl=${encodeURIComponent(message.media)}`;
  const validity = Math.ceil((validityOf(message, now) ?? Number.POSITIVE_INFINITY) / 1_000);
  if (validity < LONGEST_VALIDITY) body += `&ValidityPeriod=${validity}`;
  if (callback !== null) body += `&StatusCallback=${encodeURIComponent(callback + message.id)}`;
  return body;
}

function readAnswer(answer: HttpAnswer): SendResult {
  const { status, retryAfter, text } = answer;
  if (status >= 200 && status < 300) {
    const sid = /"sid"\s*:\s*"([^"]{1,100})"/.exec(text)?.[1];
    return sid === undefined
      ? { is: 'unknown', reason: 'The carrier took the message without a number for it.' }
      : { is: 'accepted', carrierId: sid };
  }
  const { code, reason } = errorOf(answer);
  if (status === 429 || BUSY.has(code)) return { is: 'throttled', retryAfterMs: retryAfterMs(retryAfter) };
  // The request was complete: whether the message went out before the server failed, nobody knows.
  if (status >= 500) return { is: 'unknown', reason: `The carrier failed while it answered (${status}).` };
  const isOfConnection = isRefusedAccess(status) || isWrongAddress(status) || ACCOUNT_TROUBLE.has(code);
  const retry = isOfConnection && !OF_MESSAGE.test(code);
  return { is: 'rejected', code, reason, retry };
}

/** `{"code": 21211, "message": "…"}`, also when it broke off or is a page of something else. */
function errorOf({ status, text }: HttpAnswer): { code: string; reason: string } {
  const code = /"code"\s*:\s*"?(\d{1,10})/.exec(text)?.[1] ?? String(status);
  const quoted = /"message"\s*:\s*("(?:[^"\\\n]|\\["\\/bfnrt]|\\u[\da-f]{4})*")/i.exec(text)?.[1];
  const reason = wordsOf(quoted === undefined ? text : (JSON.parse(quoted) as string));
  return { code, reason: reason || 'The carrier refused it.' };
}

/**
 * The signature of a webhook: HMAC-SHA1, under the auth token, of the address and the sorted form fields;
 * base64. Of a field that is repeated the values are sorted, each once, as Twilio's own libraries do.
 */
export function twilioSignature(authToken: string, url: string, fields: Iterable<[string, string]>): string {
  const byName = Map.groupBy(fields, ([name]) => name);
  let text = url;
  for (const name of [...byName.keys()].sort())
    for (const value of [...new Set(byName.get(name)?.map(([, each]) => each))].sort()) text += name + value;
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}

/** Whether a webhook carries the carrier's signature of the address it came to. Compares in constant time. */
export function isSigned(
  authToken: string,
  address: string,
  fields: readonly [string, string][],
  given: string,
): boolean {
  const signature = Buffer.from(given);
  return signedForms(address).some((form) => {
    const expected = Buffer.from(twilioSignature(authToken, form, fields));
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });
}

/** As it is, and with or without its port: carriers sign either, and Twilio's own libraries accept both. */
function signedForms(address: string): string[] {
  const parts = /^(https?:\/\/)(\[[^\]]*\]|[^/:?#]+)(:\d+)?(.*)$/.exec(address);
  if (!parts) return [address];
  const [, scheme = '', host = '', port, rest = ''] = parts;
  const usual = scheme === 'https://' ? ':443' : ':80';
  return [address, scheme + host + (port === undefined ? usual : '') + rest];
}
