import { erasing, idsOf, ofContact, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const importsData: PersonalData = {
  erase: erasing((contact) => [
    sql`delete from import_changes where ${ofContact(contact)} and import_id = any(${idsOf(contact, 'imports')})`,
  ]),
};
