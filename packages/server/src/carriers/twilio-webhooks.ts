/**
 * Webhooks of carriers that speak Twilio's form: receipts and inbound messages, signed, acknowledged after
 * the commit.
 */

import { type ParsedUrlQuery, parse } from 'node:querystring';
import { refusedReply } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storable } from '../platform/db/storable.ts';
import type { Services } from '../platform/services.ts';
import type { ReceiptStatus } from './carrier.ts';
import { OPTED_OUT_CODE, recordCarrierOptOut } from './carrier-opt-out.ts';
import { receiptCame, textCame } from './hooks.ts';
import { createInboundChannelOf, sameCarrier } from './inbound-channel.ts';
import { senderPhone, storeNonPhoneText } from './non-phone-senders.ts';
import { queuePictures } from './pictures.ts';
import { isSigned, readTwilioSettings, type TwilioSettings } from './twilio.ts';
import { createTokenLookup, type TokenChannel } from './webhook-tokens.ts';

const BODY_BYTES = 64 * 1024;
const MOST_FIELDS = 200;
const MOST_PICTURES = 10;
const LONGEST_ADDRESS = 2_000;

/** Their words. Whoever tells of a message has it: that settles one whose answer was lost. */
const STATUSES: Readonly<Record<string, ReceiptStatus>> = {
  accepted: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

/** It waited at the carrier for longer than its validity. */
const EXPIRED_CODE = '30036';

export function serveTwilio(app: FastifyInstance, services: Services): void {
  const findReceiver = createTokenLookup(services, 'twilio', readTwilioSettings);
  const receiving = createInboundChannelOf(services, sameCarrier('twilio', 'accountSid'));

  /**
   * The receiver, when the request is signed by its carrier. A wrong token and a wrong signature look alike.
   */
  async function verified(
    request: FastifyRequest,
    fields: Fields,
  ): Promise<TokenChannel<TwilioSettings> | null> {
    const { token } = request.params as { token: string };
    const receiver = await findReceiver(token);
    if (!receiver) return null;
    const base = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
    const given = String(request.headers['x-twilio-signature'] ?? '');
    return isSigned(receiver.settings.authToken, base + request.url, fields.all, given) ? receiver : null;
  }

  app.removeContentTypeParser(['application/x-www-form-urlencoded', 'application/json']);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES },
    // Much quicker than URLSearchParams, and a carrier sends many.
    (_request, body, done) => done(null, parse(body as string, '&', '=', { maxKeys: MOST_FIELDS })),
  );

  app.post('/carriers/twilio/:token/status', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const fields = fieldsOf(request);
    const receiver = await verified(request, fields);
    if (!receiver) return refuse(reply);
    const messageId = Number((request.query as Record<string, unknown>).ref);
    const code = fields.get('ErrorCode') || null;
    const told = STATUSES[(fields.get('MessageStatus') || fields.get('SmsStatus')).toLowerCase()];
    const status = told === 'failed' && code === EXPIRED_CODE ? 'expired' : told;
    if (status && Number.isSafeInteger(messageId) && messageId > 0) {
      const carrierId = fields.get('MessageSid') || null;
      await receiptCame.one(services, receiver.accountId, { messageId, status, carrierId, code });
      if (code === OPTED_OUT_CODE) await recordCarrierOptOut(services, receiver.accountId, messageId);
    }
    return reply.status(204).send();
  });

  app.post('/carriers/twilio/:token/inbound', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const fields = fieldsOf(request);
    const receiver = await verified(request, fields);
    if (!receiver) return refuse(reply);
    const carrierMessageId = fields.get('MessageSid');
    const from = fields.get('From').trim();
    if (carrierMessageId === '' || from === '')
      return reply.status(400).send(refusedReply('MessageSid and From are needed.'));
    const media = picturesOf(fields);
    const { accountId } = receiver;
    const { channelId } = await receiving(receiver, fields.get('To'));
    const at = services.clock.now();
    // A picture without words answers with its address.
    const text = fields.get('Body').trim() === '' ? media.join('\n') : fields.get('Body');
    const phone = senderPhone(from);
    if (phone === null) {
      await storeNonPhoneText(services, { accountId, channelId, sender: from, text, carrierMessageId, at });
      return reply.type('text/xml').send('<Response/>');
    }
    const incoming = { accountId, channelId, phone, text, carrierMessageId, at, media };
    const { inboundId } = await textCame.one(services, incoming);
    if (media.length > 0) await queuePictures(services.db, { accountId, channelId, inboundId }, media, at);
    // An empty answer: our replies go out as messages of their own.
    return reply.type('text/xml').send('<Response/>');
  });
}

/** The addresses of the pictures, and of whatever else came along. */
function picturesOf({ get }: Fields): string[] {
  const count = Math.min(Number(get('NumMedia')) || 0, MOST_PICTURES);
  const given = Array.from({ length: count }, (_, n) => storable(get(`MediaUrl${n}`), LONGEST_ADDRESS));
  return given.filter((address) => /^https?:\/\//i.test(address));
}

type Fields = { all: [string, string][]; get: (name: string) => string };

function fieldsOf(request: FastifyRequest): Fields {
  const parsed = (request.body ?? {}) as ParsedUrlQuery;
  const all: Fields['all'] = [];
  for (const name in parsed) {
    const value = parsed[name];
    if (typeof value === 'string') all.push([name, value]);
    else for (const each of value ?? []) all.push([name, each]);
  }
  // Of a repeated field the first counts.
  return { all, get: (name) => [parsed[name] ?? ''].flat()[0] ?? '' };
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.status(403).send(refusedReply('The signature is wrong.'));
}
