/**
 * The other SMPP channels of an account. A carrier that knows several binds of one user may deliver over any
 * of them: a text belongs to the channel whose number it was written to, a receipt to the channel that sent
 * the message.
 */
import { rows, sql } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import type { ConnectionPlace } from '../carrier.ts';
import { createInboundChannelOf } from '../inbound-channel.ts';

export type Siblings = {
  /** The channel that has this number, else the one that the session belongs to, not surely. */
  receiving: (destination: string) => Promise<{ channelId: number; isSure: boolean }>;
  /**
   * The message that another channel's carrier id means, to or from one of these numbers (digits); null:
   * none.
   */
  sender: (carrierIds: readonly string[], digits: readonly string[]) => Promise<number | null>;
};

/** Of channels. */
export const isSmpp = sql`deleted_at is null and (connection_kind = 'smpp' or fallback_kind = 'smpp')`;

export function createSiblings(services: Services, { accountId, channelId }: ConnectionPlace): Siblings {
  const receiving = createInboundChannelOf(
    services,
    sql`h.connection_kind = 'smpp' or h.fallback_kind = 'smpp'`,
  );
  return {
    receiving: (destination) => receiving({ accountId, channelId }, destination),
    async sender(carrierIds, digits) {
      const found = await rows(
        services.db,
        sql<{ messageId: number; phone: string }>`
          select message_id as "messageId", phone from carrier_message_ids
          where account_id = ${accountId} and carrier_id = any(${carrierIds}::text[]) and channel_id = any(array(
            select id from channels where account_id = ${accountId} and ${isSmpp} and id <> ${channelId}))`,
      );
      return found.find(({ phone }) => digits.includes(phone.replace(/\D/g, '')))?.messageId ?? null;
    },
  };
}
