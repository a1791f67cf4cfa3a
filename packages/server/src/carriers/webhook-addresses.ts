/** The addresses that a carrier calls, for people to copy into its settings. */
import type { ConnectionKind } from '@parley/contract';
import { receiptAddress } from './http-gateway/http-gateway.ts';
import type { StoredSettings } from './stored-settings.ts';

export type WebhookAddress = {
  place: 1 | 2;
  purpose: 'inbound' | 'receipt';
  address: string;
  /** Until when the one before it goes on; '': there is none. */
  formerUntil: string;
};

/** Receipts need no address at a carrier of Twilio's form: each message names its own. */
export function webhookAddresses(
  publicUrl: string,
  place: 1 | 2,
  kind: ConnectionKind,
  { webhookToken = '', formerUntil: until = '' }: StoredSettings,
  now: Date,
): WebhookAddress[] {
  if (webhookToken === '') return [];
  const inbound = `${publicUrl}/carriers/${kind}/${webhookToken}/inbound`;
  const formerUntil = until !== '' && Date.parse(until) > now.getTime() ? until : '';
  if (kind === 'twilio') return [{ place, purpose: 'inbound', address: inbound, formerUntil }];
  if (kind !== 'gateway') return [];
  return [
    {
      place,
      purpose: 'inbound',
      address: `${inbound}?from=%p&to=%P&text=%b&charset=%C&coding=%c&id=%I&ts=%T`,
      formerUntil,
    },
    { place, purpose: 'receipt', address: receiptAddress(publicUrl, webhookToken), formerUntil },
  ];
}
