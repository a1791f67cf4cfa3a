/**
 * Receipts and incoming texts of HTTP gateways: GET with a secret token in the path, acknowledged after the
 * commit with an empty answer.
 */

import { createHash } from 'node:crypto';
import { refusedReply } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/services.ts';
import type { ReceiptStatus } from '../carrier.ts';
import { receiptCame, textCame } from '../hooks.ts';
import { createInboundChannelOf, sameCarrier } from '../inbound-channel.ts';
import { senderPhone, storeNonPhoneText } from '../non-phone-senders.ts';
import { statusCode } from '../smpp/command-status.ts';
import { receiptStatus } from '../smpp/smpp-receipt.ts';
import { createTokenLookup } from '../webhook-tokens.ts';
import { decodeText, rawFields } from './query-charset.ts';

/**
 * Kannel's dlr bits (gw/dlr.h), the more telling first: an expired message has 2 and 32. Buffered (4) settles
 * one whose answer was lost.
 */
const BITS: readonly [number, ReceiptStatus][] = [
  [32, 'expired'],
  [16, 'failed'],
  [1, 'delivered'],
  [2, 'undelivered'],
  [8, 'sent'],
  [4, 'sent'],
];

export function serveGateway(app: FastifyInstance, services: Services): void {
  const findReceiver = createTokenLookup(services, 'gateway', () => null);
  const receiving = createInboundChannelOf(services, sameCarrier('gateway', 'url'));

  app.get('/carriers/gateway/:token/receipt', async (request, reply) => {
    const receiver = await findReceiver(tokenOf(request));
    if (!receiver) return unknown(reply);
    const fields = fieldsOf(request);
    const answer = fields.text('answer');
    const status = statusOf(fields.text('status'), answer);
    const messageId = Number(fields.text('ref'));
    if (status && Number.isSafeInteger(messageId) && messageId > 0)
      await receiptCame.one(services, receiver.accountId, {
        messageId,
        status,
        carrierId: fields.text('id') || null,
        code: errorCode(answer),
      });
    return reply.type('text/plain').send('');
  });

  app.get('/carriers/gateway/:token/inbound', async (request, reply) => {
    const receiver = await findReceiver(tokenOf(request));
    if (!receiver) return unknown(reply);
    const fields = fieldsOf(request);
    const from = fields.text('from');
    if (from === '') return reply.status(400).send(refusedReply('from is needed.'));
    const { accountId } = receiver;
    const { channelId } = await receiving(receiver, fields.text('to'));
    const text = decodeText(fields.bytes('text'), fields.text('charset'), fields.text('coding'));
    const at = services.clock.now();
    const carrierMessageId = messageIdOf(fields, from, text, at);
    const phone = senderPhone(from);
    if (phone === null)
      await storeNonPhoneText(services, { accountId, channelId, sender: from, text, carrierMessageId, at });
    else
      await textCame.one(services, {
        accountId,
        channelId,
        phone,
        text,
        carrierMessageId,
        at,
        overAddressOf: receiver.channelId,
      });
    // Kannel would send any words back to the phone.
    return reply.type('text/plain').send('');
  });
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token;

type Fields = { text: (name: string) => string; bytes: (name: string) => Buffer };

function fieldsOf(request: FastifyRequest): Fields {
  const raw = rawFields(request.url);
  const bytes = (name: string) => raw.get(name) ?? Buffer.alloc(0);
  return { bytes, text: (name) => bytes(name).toString('utf8').trim() };
}

/** The gateway's own id; without one, the same words of the same moment are the same text. */
function messageIdOf(fields: Fields, from: string, text: string, at: Date): string {
  const given = fields.text('id');
  if (given !== '') return given;
  const moment = fields.text('ts') || String(at.getTime());
  return createHash('sha256').update(`${from} ${moment} ${text}`).digest('base64url');
}

/** What became of the message; an SMPP network's own word tells more than Kannel's bits. */
function statusOf(given: string, answer: string): ReceiptStatus | undefined {
  const word = /\bstat:\s*(\w{1,20})/i.exec(answer)?.[1];
  const told = word === undefined ? undefined : receiptStatus(word);
  if (told) return told;
  if (!/^\d{1,3}$/.test(given)) return receiptStatus(given);
  return BITS.find(([bit]) => (Number(given) & bit) !== 0)?.[1];
}

/** `err:001` or `NACK/0x0000000b/…` of an SMPP network behind Kannel; null: none or no error. */
function errorCode(answer: string): string | null {
  const refused = /^NACK\/0x([\da-f]{1,8})\b/i.exec(answer)?.[1];
  if (refused !== undefined) return statusCode(Number.parseInt(refused, 16));
  const code = /\berr:\s*(\w{1,10})/i.exec(answer)?.[1];
  return code === undefined || /^0+$/.test(code) ? null : code;
}

function unknown(reply: FastifyReply): FastifyReply {
  return reply.status(403).send(refusedReply('The address is wrong.'));
}
