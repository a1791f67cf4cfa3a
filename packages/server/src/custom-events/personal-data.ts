import { erasing, ofContact, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const customEventsData: PersonalData = {
  erase: erasing((contact) => [sql`delete from custom_events where ${ofContact(contact)}`]),
  show: (contact) => ({
    customEvents: sql`
      select at, name, source, event_id as "eventId", data from custom_events
      where ${ofContact(contact)} order by at, id`,
  }),
};
