/** Receipts and incoming texts of HTTP gateways: GET with a secret token in the path, acknowledged after the commit with an empty answer. */
import { createHash } from 'node:crypto';
import { toE164 } from '@parley/rules/phone.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receive } from '../../conversation/receive.ts';
import { type ReceiptStatus, recordReceipt } from '../../delivery/receipts.ts';
import type { Services } from '../../services.ts';
import { createReceivers } from '../receivers.ts';
import { decodeText, rawFields } from './query.ts';

const LONGEST_TEXT = 1_600;
const LONGEST_ID = 200;

/** Kannel's dlr bits, and the words of others. Those that say nothing new (buffered) have no row. */
const STATUSES: Readonly<Record<string, ReceiptStatus>> = {
  1: 'delivered',
  2: 'undelivered',
  8: 'sent',
  16: 'failed',
  sent: 'sent',
  accepted: 'sent',
  delivered: 'delivered',
  delivrd: 'delivered',
  undelivered: 'undelivered',
  undeliv: 'undelivered',
  failed: 'failed',
  rejected: 'failed',
  rejectd: 'failed',
  expired: 'expired',
};

export function serveGateway(app: FastifyInstance, services: Services): void {
  const findReceiver = createReceivers(services, 'gateway', () => null);

  app.get('/carriers/gateway/:token/receipt', async (request, reply) => {
    const receiver = await findReceiver(tokenOf(request));
    if (!receiver) return unknown(reply);
    const fields = fieldsOf(request);
    const status = STATUSES[fields.text('status').toLowerCase()];
    const messageId = Number(fields.text('ref'));
    if (status && Number.isSafeInteger(messageId) && messageId > 0)
      await recordReceipt(services, receiver.accountId, {
        messageId,
        status,
        carrierId: fields.text('id').slice(0, LONGEST_ID) || null,
        code: errorCode(fields.text('answer')),
      });
    return reply.type('text/plain').send('');
  });

  app.get('/carriers/gateway/:token/inbound', async (request, reply) => {
    const receiver = await findReceiver(tokenOf(request));
    if (!receiver) return unknown(reply);
    const fields = fieldsOf(request);
    const from = fields.text('from');
    const phone = toE164(from) ?? toE164(`+${from.replace(/\D/g, '')}`);
    if (phone === null)
      return reply
        .status(400)
        .send({ RESULT: 0, MESSAGE: 'from must be a phone number.', DETAIL: '', SUSER: 0 });
    const text = decodeText(fields.bytes('text'), fields.text('charset'), fields.text('coding'));
    const { accountId, channelId } = receiver;
    const at = services.clock.now();
    await receive(services, {
      accountId,
      channelId,
      phone,
      text: text.slice(0, LONGEST_TEXT),
      carrierMessageId: messageIdOf(fields, phone, text, at),
      at,
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
function messageIdOf(fields: Fields, phone: string, text: string, at: Date): string {
  const given = fields.text('id');
  if (given !== '') return given.slice(0, LONGEST_ID);
  const moment = fields.text('ts') || String(at.getTime());
  return createHash('sha256').update(`${phone} ${moment} ${text}`).digest('base64url');
}

/** `err:001` of the network's words (SMPP behind Kannel); null: none or no error. */
function errorCode(answer: string): string | null {
  const code = /\berr:\s*(\w{1,10})/i.exec(answer)?.[1];
  return code === undefined || /^0+$/.test(code) ? null : code;
}

function unknown(reply: FastifyReply): FastifyReply {
  return reply.status(403).send({ RESULT: 0, MESSAGE: 'The address is wrong.', DETAIL: '', SUSER: 0 });
}
