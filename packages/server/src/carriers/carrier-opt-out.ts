/**
 * A carrier that keeps an opt-out of its own says so with a code: it is recorded here too, so that no path
 * tries again.
 */

import { first, sql, transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { recordOptOuts } from '../suppression/index.ts';

/** Twilio: the recipient is unsubscribed from this sender. */
export const OPTED_OUT_CODE = '21610';

/** Records the opt-out of a message's recipient; an opt-out that is known stays as it is. */
export async function recordCarrierOptOut(
  services: Services,
  accountId: number,
  messageId: number,
): Promise<void> {
  const person = await first(
    services.db,
    sql<{ phone: string; contactId: number; channelId: number }>`
      select c.phone, c.id as "contactId", m.channel_id as "channelId"
      from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and m.id = ${messageId}`,
  );
  if (!person) return;
  await transact(services.db, (trx) =>
    recordOptOuts(
      trx,
      accountId,
      [{ ...person, source: 'carrier', words: `The carrier refused it: ${OPTED_OUT_CODE}` }],
      services.clock.now(),
    ),
  );
}
