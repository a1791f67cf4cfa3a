/** People who text a channel, and what they were sent: for the tests of what the gate lets through. */
import { expect } from 'vitest';
import { receiveInbound } from '../../conversation/index.ts';
import { first, rows, sql } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';

export type Where = { services: Services; accountId: number; channelId: number };

type Seen = {
  origin: string;
  status: string;
  reason: string | null;
  heldUntil: Date | null;
  credits: number;
  body: string | null;
};

/** `where` is asked at each call: tests begin with an account of their own. */
export function talks(where: () => Where) {
  let texts = 0;
  return {
    text: (phone: string, words: string) => {
      const { services, accountId, channelId } = where();
      texts += 1;
      const carrierMessageId = `${phone} ${words} ${texts}`;
      const at = services.clock.now();
      return receiveInbound(services, { accountId, channelId, phone, text: words, carrierMessageId, at });
    },

    /** All but free notices of the system. */
    messagesTo: (phone: string) => {
      const { services, accountId } = where();
      return rows(
        services.db,
        sql<Seen>`
          select m.origin, m.status, m.reason, m.held_until as "heldUntil", m.credits, m.body
          from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
          where m.account_id = ${accountId} and c.phone = ${phone} and not (m.origin = 'system' and m.credits = 0)
          order by m.id`,
      );
    },

    balanceAddsUp: async () => {
      const { services, accountId } = where();
      const row = await first(
        services.db,
        sql<{ right: boolean }>`
          select balance + reserved + spent = granted as right from balances where account_id = ${accountId}`,
      );
      expect(row?.right).toBe(true);
    },
  };
}
