import { erasing, ofContact, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const inboxData: PersonalData = {
  erase: erasing((contact) => [
    sql`delete from inbox_threads where ${ofContact(contact)}`,
    sql`delete from inbox_notes where ${ofContact(contact)}`,
  ]),
  show: ({ accountId, contactId }) => ({
    notes: sql`
      select n.at, n.author, n.body as text from inbox_notes n
      where n.account_id = ${accountId} and n.contact_id = ${contactId} order by n.at, n.id`,
  }),
};
