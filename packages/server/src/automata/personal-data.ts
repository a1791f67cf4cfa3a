import { erasing, ofContact, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const startsData: PersonalData = {
  erase: erasing((contact) => [sql`delete from automaton_starts where ${ofContact(contact)}`]),
  show: ({ accountId, contactId }) => ({
    automata: sql`
      select a.name as automata, s.kind as event, s.happened_at as "happenedAt", s.state, s.reason,
        s.settled_at as "settledAt"
      from automaton_starts s
      join automata a on a.account_id = ${accountId} and a.id = s.automaton_id
      where s.account_id = ${accountId} and s.contact_id = ${contactId} order by s.happened_at, s.id`,
  }),
};
