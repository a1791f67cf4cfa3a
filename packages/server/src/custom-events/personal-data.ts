import { erasing, ofContact, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const customEventsData: PersonalData = {
  erase: erasing((contact) => [
    sql`
      with gone as (delete from custom_events where ${ofContact(contact)} returning source, event_id)
      delete from custom_event_keys k using gone
      where k.account_id = ${contact.accountId} and k.source = gone.source and k.event_id = gone.event_id`,
  ]),
  show: (contact) => ({
    customEvents: sql`
      select at, name, source, event_id as "eventId", data from custom_events
      where ${ofContact(contact)} order by at, id`,
  }),
};
