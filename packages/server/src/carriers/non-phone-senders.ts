/**
 * Who wrote a text, as carriers name them: mostly a phone, sometimes a name or a short code, which nobody can
 * answer.
 */

import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { toE164 } from '@parley/rules/phone.ts';
import { sql } from '../platform/db/database.ts';
import { storable } from '../platform/db/storable.ts';
import type { Services } from '../platform/services.ts';

/** The phone in E.164, with or without its plus; null: a name, a short code, nothing that can be a phone. */
export function senderPhone(from: string): string | null {
  const written = from.trim().replace(/^tel:/i, '');
  return /\p{L}/u.test(written) ? null : (toE164(written) ?? toE164(`+${written.replace(/\D/g, '')}`));
}

const LONGEST_SENDER = 64;
const LONGEST_ID = 200;

export type NonPhoneText = {
  accountId: number;
  channelId: number;
  sender: string;
  text: string;
  /** The same id on the same channel twice counts once. */
  carrierMessageId: string;
  at: Date;
};

/**
 * Keeps a text of a sender that is no phone: there is no contact, no conversation and no answer, but people
 * can read it.
 */
export async function storeNonPhoneText(services: Services, given: NonPhoneText): Promise<void> {
  const { accountId, channelId, sender, text, carrierMessageId, at } = given;
  await sql`
    insert into no_reply_messages (account_id, channel_id, sender, body, carrier_message_id, at)
    values (${accountId}, ${channelId}, ${storable(sender, LONGEST_SENDER)}, ${storable(text, TEXT_LIMITS.message)},
      ${storable(carrierMessageId, LONGEST_ID)}, ${at})
    on conflict (account_id, channel_id, carrier_message_id) do nothing`.execute(services.db);
  services.live.publish(accountId, { type: 'odd-text' });
}
