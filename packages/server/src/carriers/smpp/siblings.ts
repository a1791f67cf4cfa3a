/**
 * The other SMPP channels of an account. A carrier that knows several binds of one user may deliver over any of them: a text belongs to the
 * channel whose number it was written to, a receipt to the channel that sent the message.
 */
import { first, rows, sql } from '../../platform/db/database.ts';
import type { Services } from '../../services.ts';
import type { ConnectionPlace } from '../carrier.ts';

export type Siblings = {
  /** The channel that has this number, else the one that the session belongs to. */
  receiving: (destination: string) => Promise<number>;
  /** The message that another channel's carrier id means, to or from one of these numbers (digits); null: none. */
  sender: (carrierIds: readonly string[], digits: readonly string[]) => Promise<number | null>;
};

/** A changed number is noticed after this. */
const KNOWN_MS = 10_000;
const MOST_KNOWN = 1_000;
/** Of channels. */
export const isSmpp = sql`deleted_at is null and (connection_kind = 'smpp' or backup_kind = 'smpp')`;

export function createSiblings(services: Services, { accountId, channelId }: ConnectionPlace): Siblings {
  const known = new Map<string, { channelId: number; until: number }>();
  return {
    async receiving(destination) {
      const digits = destination.replace(/\D/g, '');
      const kept = known.get(digits);
      if (kept && kept.until > performance.now()) return kept.channelId;
      const found = await first(
        services.db,
        sql<{ id: number }>`
          select id from channels
          where account_id = ${accountId} and ${isSmpp} and regexp_replace(number, '\\D', '', 'g') = ${digits}
          order by id <> ${channelId}, id limit 1`,
      );
      const receiving = found?.id ?? channelId;
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(digits, { channelId: receiving, until: performance.now() + KNOWN_MS });
      return receiving;
    },
    async sender(carrierIds, digits) {
      const found = await rows(
        services.db,
        sql<{ messageId: number; phone: string }>`
          select message_id as "messageId", phone from carrier_ids
          where account_id = ${accountId} and carrier_id = any(${carrierIds}::text[]) and channel_id = any(array(
            select id from channels where account_id = ${accountId} and ${isSmpp} and id <> ${channelId}))`,
      );
      return found.find(({ phone }) => digits.includes(phone.replace(/\D/g, '')))?.messageId ?? null;
    },
  };
}
