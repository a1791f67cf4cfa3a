import { erasing, ofContact, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const catchAllData: PersonalData = {
  erase: erasing((contact) => [sql`delete from catch_all_answers where ${ofContact(contact)}`]),
};
