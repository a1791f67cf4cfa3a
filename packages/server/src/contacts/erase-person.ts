/**
 * Erasing a person (GDPR article 17, CCPA 1798.105): the contact stays as a row that says nothing of anybody,
 * so that reports, ledger and blasts still add up, and all that the person was, wrote or was written is gone.
 * At once: they are on no list and in no conversation, and what waits for them is skipped. Then, table by
 * table, what is stored of them (erase-stored-data.ts); a few minutes later once more, for what was on its
 * way meanwhile, and with that their number.
 */
import { recordAuditEvent } from '../audit/index.ts';
import { feedEvents } from '../feed/index.ts';
import { leaveLists } from '../lists/index.ts';
import { first, sql, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import type { Services } from '../platform/services.ts';
import { eraseStoredData } from './erase-stored-data.ts';
import { contactErasing, numberForgotten, sendingStops } from './hooks.ts';

/** What was on its way when somebody was erased has arrived by then. */
const AFTERWARDS_MS = 2 * 60_000;

export type Erasure = {
  contactId: number;
  /** E.164, as somebody typed it: the person meant is the person erased. */
  phone: string;
  /** Who asked for it. */
  caller: { userId: number; actorName?: string };
  /**
   * The number gets nothing more, also when it is imported or added again, until its owner texts START. An
   * opt-out is kept in any case.
   */
  block: boolean;
};

/**
 * Resolves when nothing of the person can be seen any more.
 * @throws NotFound for an unknown, foreign or erased contact.
 * @throws Refusal when the contact has another number.
 */
export async function erasePerson(services: Services, accountId: number, erasure: Erasure): Promise<void> {
  const { db, clock } = services;
  const { contactId, phone, caller, block } = erasure;
  const now = clock.now();
  await transact(db, async (trx) => {
    const contact = await first(
      trx,
      sql<{ phone: string }>`
        select c.phone from contacts c
        where c.account_id = ${accountId} and c.id = ${contactId} and c.erased_at is null for update`,
    );
    if (!contact) throw new NotFound();
    if (contact.phone !== phone) throw new Refusal('That’s not this person’s number.', 'ContactString');
    await tell(contactErasing, trx, services, { accountId, phone, block });
    await sql`
      insert into erasures (account_id, contact_id, phone, user_id, at)
      values (${accountId}, ${contactId}, ${phone}, ${caller.userId}, ${now})`.execute(trx);
    await sql`
      insert into erasure_jobs (account_id, contact_id, due_at)
      values (${accountId}, ${contactId}, ${new Date(now.getTime() + AFTERWARDS_MS)})`.execute(trx);
    const by = { accountId, caller, clock };
    await recordAuditEvent(trx, by, { act: 'erased', kind: 'contact', id: contactId });
    await leaveLists(trx, accountId, contactId);
    await tell(sendingStops, trx, accountId, contactId, now);
    await sql`
      update contacts set phone = ${NAME}, tags = '{}', time_zone = null, opted_out = false, erased_at = ${now}
      where account_id = ${accountId} and id = ${contactId}`.execute(trx);
    const erased = { contactId, at: now, fact: String(contactId), properties: {} };
    await feedEvents(trx, accountId, [{ kind: 'contact.erased', ...erased }]);
  });
  await eraseStoredData(db, { accountId, contactId, phone, at: now });
}

/**
 * What a contact's number becomes: different for each, and found by nobody who looks for a number. In
 * letters, because searches go by digits.
 */
const NAME = sql`'erased ' || translate(id::text, '0123456789', 'abcdefghij')`;

/**
 * Looks for what came in meanwhile, and forgets the number.
 * @returns false while a message is still in a carrier's hands: to be tried again.
 */
export async function finishErasure(
  services: Services,
  accountId: number,
  contactId: number,
): Promise<boolean> {
  const { db, secrets, clock } = services;
  const erasure = await first(
    db,
    sql<{ phone: string | null; at: Date }>`
      select phone, at from erasures where account_id = ${accountId} and contact_id = ${contactId}`,
  );
  if (!erasure || erasure.phone === null) return true;
  const { phone, at } = erasure;
  const open = await transact(db, async (trx) => {
    await leaveLists(trx, accountId, contactId);
    await tell(sendingStops, trx, accountId, contactId, clock.now());
    return first(
      trx,
      sql`
        select 1 from messages
        where account_id = ${accountId} and contact_id = ${contactId} and status in ('queued', 'held', 'sending') limit 1`,
    );
  });
  await eraseStoredData(db, { accountId, contactId, phone, at });
  if (open) return false;
  await transact(db, async (trx) => {
    await tell(numberForgotten, trx, secrets, accountId, phone);
    await sql`
      update erasures set phone = null, finished_at = ${clock.now()}
      where account_id = ${accountId} and contact_id = ${contactId}`.execute(trx);
  });
  return true;
}
