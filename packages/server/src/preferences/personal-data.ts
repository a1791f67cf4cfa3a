import { erasing, ofContact, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const preferencesData: PersonalData = {
  erase: erasing((contact) => [sql`delete from preference_choices where ${ofContact(contact)}`]),
  show: ({ accountId, contactId }) => ({
    preferences: sql`
      select c.at, c.act, c.said, c.address, w.words as shown
      from preference_choices c
        left join preference_words w on w.account_id = ${accountId} and w.hash = c.words_hash
      where c.account_id = ${accountId} and c.contact_id = ${contactId} order by c.at, c.id`,
  }),
};
