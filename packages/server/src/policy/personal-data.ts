import { erasing, idsOf, ofContact, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const policyData: PersonalData = {
  erase: erasing((contact) => [
    sql`delete from muted_conversations where ${ofContact(contact)} and channel_id = any(${idsOf(contact, 'channels')})`,
    sql`delete from contact_pauses where ${ofContact(contact)}`,
  ]),
  show: (contact) => ({
    pauses: sql`select since, until from contact_pauses where ${ofContact(contact)} order by since`,
  }),
};
