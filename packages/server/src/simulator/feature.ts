/** The simulated carrier's phones: anybody can text a simulator channel and see what comes back. */

import { randomUUID } from 'node:crypto';
import { calls } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { countSms } from '@parley/rules/sms.ts';
import { noteText } from '../carriers/index.ts';
import { type Channel, resolveChannel } from '../channels/index.ts';
import { receiveInbound } from '../conversation/index.ts';
import type { Db } from '../platform/db/database.ts';
import { Malformed, Refusal } from '../platform/errors.ts';
import type { Feature } from '../platform/feature.ts';
import { routesOf } from '../platform/http/handler.ts';
import { phoneMessages } from './store.ts';

const routes = routesOf(calls.simulator, {
  async phoneSend(context, form) {
    const { db, accountId, clock } = context;
    const phone = phoneOf(form.phone);
    const channel = await simulatorChannel(db, accountId, form.channel);
    if (form.text.trim() === '') throw new Refusal('Write a text first.', 'inpText');
    const reference = form.messageId === '' ? randomUUID() : form.messageId;
    const at = clock.now();
    const text = { channelId: channel.id, phone, reference, body: form.text, at };
    const id = await noteText(db, accountId, text);
    await receiveInbound(context, {
      accountId,
      channelId: channel.id,
      phone,
      text: form.text,
      carrierMessageId: reference,
      at,
      overAddressOf: channel.id,
    });
    return { id };
  },

  async phoneMessages({ db, accountId }, form) {
    const phone = phoneOf(form.phone);
    const channel = await simulatorChannel(db, accountId, form.channel);
    const found = await phoneMessages(db, accountId, channel.id, phone, form.since);
    return {
      messages: found.map((message) => {
        const counts = message.direction === 'MO' ? countSms(message.text) : message;
        return {
          id: message.id,
          direction: message.direction,
          text: withMedia(message.text, message.media),
          status: message.direction === 'MO' ? 'received' : (message.status ?? ''),
          credits: counts.credits ?? 0,
          segments: counts.segments ?? 0,
          campaign: message.campaign ?? 0,
          at: message.at.toISOString(),
        };
      }),
    };
  },
});

export const feature: Feature = { routes };

function phoneOf(text: string): string {
  const phone = toE164(text);
  if (phone === null) throw new Malformed('inpContactString', 'inpContactString must be a phone number.');
  return phone;
}

async function simulatorChannel(db: Db, accountId: number, shortCode: string): Promise<Channel> {
  const channel = await resolveChannel(db, accountId, shortCode);
  if (channel.connectionKind !== 'simulator')
    throw new Refusal(`${channel.name} is a real channel: only simulator channels have test phones.`);
  return channel;
}

/** A pretend phone shows the address of a picture below the text. */
function withMedia(text: string, media: string | null): string {
  return [text, media ?? ''].filter((part) => part !== '').join('\n');
}
