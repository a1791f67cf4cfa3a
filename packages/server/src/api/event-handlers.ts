import { randomUUID } from 'node:crypto';
import { type GivenTo, type Operations, writeId } from '@parley/contract/api/index.ts';
import { ensureContacts } from '../contacts/index.ts';
import { contactsHeld, keptEvents, recordCustomEvents } from '../custom-events/index.ts';
import { transact } from '../platform/db/database.ts';
import { invariant } from '../platform/errors.ts';
import type { ApiContext, ApiHandlers } from './context.ts';
import { ApiFault, invalid } from './problem.ts';

type Given = GivenTo<Operations['recordEvent']>['body'];
const DAY_MS = 24 * 3_600_000;

export const eventHandlers: ApiHandlers<'recordEvent' | 'recordEvents'> = {
  recordEvent: (context, { body }) => record(context, [body], () => '#'),
  recordEvents: (context, { body: { events } }) => record(context, events, (n) => `#/events/${n}`),
};

/** All of them or none. @throws ApiFault 404 for a contact that is none, 422 for a moment that cannot be. */
function record(
  { db, secrets, accountId, clock }: ApiContext,
  events: readonly Given[],
  pointerOf: (n: number) => string,
) {
  return transact(db, async (trx) => {
    const now = clock.now();
    const kept = await keptEvents(trx, accountId, now);
    for (const [n, { at = now }] of events.entries()) checkMoment(at, now, kept, `${pointerOf(n)}/at`);
    const named = events.flatMap(({ contact }) => (contact === undefined ? [] : [contact]));
    const known = await contactsHeld(trx, accountId, named);
    const unknown = events.findIndex(({ contact }) => contact !== undefined && !known.has(contact));
    if (unknown >= 0) {
      const detail = 'There is no such contact.';
      throw new ApiFault(404, detail, [{ pointer: `${pointerOf(unknown)}/contact`, detail }]);
    }
    const phones = events.flatMap(({ phone }) => (phone === undefined ? [] : [phone]));
    const made = phones.length > 0 ? await ensureContacts(trx, secrets, accountId, phones, now) : [];
    const byPhone = new Map(made.map(({ phone, id }) => [phone, id]));
    const people = events.map(({ contact, phone = '' }) => {
      const id = contact ?? byPhone.get(phone);
      invariant(id, 'a contact is made for a number');
      return id;
    });
    const recorded = await recordCustomEvents(
      trx,
      accountId,
      events.map(({ name, at = now, id, source, properties = {} }, n) => ({
        contactId: people[n] ?? 0,
        name,
        at,
        source,
        eventId: id ?? randomUUID(),
        data: properties,
      })),
    );
    return {
      recorded,
      repeated: events.length - recorded,
      contacts: people.map((id) => writeId('contact', id)),
    };
  });
}

/** Clocks of other systems may be ahead of ours. */
function checkMoment(at: Date, now: Date, kept: { months: number; since: Date }, pointer: string): void {
  if (at.getTime() > now.getTime() + DAY_MS) throw invalid({ pointer, detail: 'This is in the future.' });
  if (at < kept.since) throw invalid({ pointer, detail: `Events are kept for ${kept.months} months.` });
}
