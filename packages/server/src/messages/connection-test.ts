/** A text that tries a connection out. */

import { calls } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { readConnection } from '../channels/index.ts';
import { ensureContacts } from '../contacts/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { Malformed, NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { queueMessages } from './queue.ts';

const { test, testResult } = calls.connections;

export const connectionTestRoutes = routesOf(
  { test, testResult },
  {
    async test(context, { channel, phone, text }) {
      const { db, secrets, accountId, clock, signals } = context;
      const to = toE164(phone);
      if (to === null)
        throw new Malformed('inpContactString', 'Please enter a phone number, for example +1 212 555 0100.');
      if (text.trim() === '') throw new Refusal('Please enter a text.', 'inpText');
      const sent = await transact(db, async (trx) => {
        if (!(await readConnection(trx, accountId, channel))) throw new NotFound();
        const [contact] = await ensureContacts(trx, secrets, accountId, [to], clock.now());
        if (!contact) throw new Error('The contact was not stored.');
        const [message] = await queueMessages(trx, context, accountId, [
          {
            channelId: channel,
            contactId: contact.id,
            campaignId: null,
            blastId: null,
            stepId: null,
            origin: 'test',
            purpose: 'test',
            body: text,
            media: null,
          },
        ]);
        return message;
      });
      signals.wake('outbox');
      return { id: sent?.id ?? 0 };
    },

    async testResult({ db, accountId }, { message }) {
      const found = await readTest(db, accountId, message);
      if (!found) throw new NotFound();
      const { status, code, reason, carrierId } = found;
      return { status, code: code ?? '', reason: reason ?? '', carrierId: carrierId ?? '' };
    },
  },
);

/** What became of a test text. */
type TestResult = {
  status: string;
  code: string | null;
  reason: string | null;
  carrierId: string | null;
};

async function readTest(db: Db, accountId: number, message: number): Promise<TestResult | undefined> {
  return first(
    db,
    sql<TestResult>`
      -- Refused for now, it waits for its next try; people's own hours hold it back.
      select case when status = 'held' and reason not in ('quiet-hours', 'local-time') then 'queued' else status::text end
        as status, carrier_code as code, reason, carrier_id as "carrierId" from messages
      where account_id = ${accountId} and id = ${message} and origin = 'test'`,
  );
}
