/**
 * Gateways with an HTTP form of their own, Kannel's sendsms first of all. They give no id and take no key:
 * what is in doubt stays in doubt. Receipts come to an address that carries our reference.
 */
import type { LookupFunction } from 'node:net';
import { encodingOf } from '@parley/rules/sms.ts';
import type { Services } from '../../platform/services.ts';
import { type Carrier, type OutgoingMessage, type SendResult, validityOf } from '../carrier.ts';
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
} from '../http.ts';
import { fillParameters, type GatewaySettings } from './gateway-settings.ts';

const MINUTE_MS = 60_000;
const GSM_CODING = '0';
const UNICODE_CODING = '2';
const FORM = ['content-type', 'application/x-www-form-urlencoded;charset=UTF-8'];

export function createGateway(
  services: Services,
  settings: GatewaySettings,
  lookup?: LookupFunction,
  answerMs = ANSWER_MS,
): Carrier {
  const address = new URL(settings.url);
  const connections = openConnections(address.origin, lookup, answerMs);
  const { publicUrl } = services.config;
  const receipts = publicUrl ? receiptAddress(publicUrl, settings.webhookToken) : null;
  const accepted = settings.acceptedTexts
    .split('\n')
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '');

  async function sendOne(message: OutgoingMessage): Promise<SendResult> {
    const form = formOf(message);
    const { pathname, search } = address;
    const glue = search === '' ? '?' : '&';
    try {
      const answer =
        settings.method === 'GET'
          ? await connections.request({ method: 'GET', path: `${pathname}${search}${glue}${form}` })
          : await connections.request({ method: 'POST', path: pathname + search, headers: FORM, body: form });
      return readAnswer(answer, accepted);
    } catch (error) {
      return brokenRequest(error);
    }
  }

  function formOf(message: OutgoingMessage): string {
    const validity = validityOf(message, services.clock.now());
    const pairs = fillParameters(settings.parameters, {
      username: settings.username,
      password: settings.password,
      from: message.from,
      to: message.to,
      text: message.body,
      coding: encodingOf(message.body) === 'GSM' ? GSM_CODING : UNICODE_CODING,
      reference: String(message.id),
      receipt: receipts === null ? '' : receipts.replace('{reference}', String(message.id)),
      validity: validity === null ? '' : String(Math.ceil(validity / MINUTE_MS)),
    });
    return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  }

  const lanes = createLanes(sendOne, services.config.carrierRequests);
  return {
    kind: 'gateway',
    supportsIdempotencyKey: false,
    send: lanes.send,
    link: lanes.link,
    /** Asks without parameters: any answer but a failure of the server shows that it is there. */
    async probe() {
      try {
        const { status } = await connections.request({ method: 'GET', path: address.pathname });
        return status >= 500 ? { code: String(status), reason: 'The gateway fails.' } : null;
      } catch (error) {
        return brokenProbe(error);
      }
    },
    close: connections.close,
  };
}

/**
 * Where receipts come to; Kannel fills in %d (what became of it), %F (its id) and %A (the network's words).
 */
export function receiptAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/carriers/gateway/${token}/receipt?ref={reference}&status=%d&id=%F&answer=%A`;
}

function readAnswer(answer: HttpAnswer, accepted: readonly string[]): SendResult {
  const { status, retryAfter, text, isWhole } = answer;
  const words = wordsOf(text) || 'The gateway gave no reason.';
  if (status >= 200 && status < 300) {
    const seen = text.toLowerCase();
    if (accepted.length === 0 || accepted.some((each) => seen.includes(each)))
      return { is: 'accepted', carrierId: null };
    if (!isWhole) return { is: 'unknown', reason: 'The answer broke off before it said what became of it.' };
    return { is: 'rejected', code: String(status), reason: words, retry: false };
  }
  if (status === 429) return { is: 'throttled', retryAfterMs: retryAfterMs(retryAfter) };
  const code = String(status);
  // 503 says that nothing was taken.
  if (isRefusedAccess(status) || status === 503 || isWrongAddress(status))
    return { is: 'rejected', code, reason: words, retry: true };
  if (status >= 500) return { is: 'unknown', reason: `The gateway failed while it answered (${status}).` };
  return { is: 'rejected', code, reason: words, retry: false };
}
