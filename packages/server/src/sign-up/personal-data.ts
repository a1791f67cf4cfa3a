import { erasing, ofContact, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const signUpData: PersonalData = {
  erase: erasing((contact) => [sql`delete from pending_sign_ups where ${ofContact(contact)}`]),
  show: ({ accountId, contactId }) => ({
    signUpsWaiting: sql`
      select s.at, s.url, s.address, w.words as shown,
        (select l.name from lists l where l.account_id = ${accountId} and l.id = s.list_id) as list
      from pending_sign_ups s
        join sign_up_words w on w.account_id = ${accountId} and w.list_id = s.list_id and w.hash = s.words_hash
      where s.account_id = ${accountId} and s.contact_id = ${contactId} order by s.at, s.list_id`,
  }),
};
