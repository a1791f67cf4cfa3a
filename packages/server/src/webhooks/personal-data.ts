import { erasing, ofContact, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

/** That somebody was erased is still told: it names nothing of the contact but the id. */
export const webhooksData: PersonalData = {
  erase: erasing((contact) => [
    sql`delete from webhook_deliveries where ${ofContact(contact)} and kind <> 'contact.erased'`,
  ]),
  show: ({ accountId, contactId }) => ({
    toldToOtherPrograms: sql`
      select d.at, d.kind, e.url as address, d.data from webhook_deliveries d
      join webhook_endpoints e on e.account_id = ${accountId} and e.id = d.endpoint_id
      where d.account_id = ${accountId} and d.contact_id = ${contactId} order by d.at, d.id`,
  }),
};
