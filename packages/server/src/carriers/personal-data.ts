import { erasedName, erasing, idsOf, ofNumber, type PersonalData } from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const carriersData: PersonalData = {
  erase: erasing((contact) => {
    const { accountId, contactId, phone } = contact;
    const name = erasedName(contact);
    return [
      sql`
        delete from inbound_media p using inbound_messages i
        where p.account_id = ${accountId} and i.account_id = ${accountId} and i.contact_id = ${contactId} and p.inbound_id = i.id`,
      sql`
        update simulator_messages set phone = ${name}, body = '', media = null
        where ${ofNumber(contact)} and channel_id = any(${idsOf(contact, 'channels')})`,
      // What was in hand came into the pretend carrier's book later.
      sql`
        update simulator_messages s set phone = ${name}, body = '', media = null from messages m
        where m.account_id = ${accountId} and m.contact_id = ${contactId} and s.account_id = ${accountId}
          and s.channel_id = m.channel_id and s.direction = 'MT' and s.reference = m.id::text and s.phone = ${phone}`,
      sql`delete from inbound_message_parts where ${ofNumber(contact)}`,
      // By the ids of its texts as `plainId` (smpp/ids.ts) writes them, not by the number: nobody looks for
      // it there.
      sql`
        update carrier_message_ids k set phone = ${name} from messages m
        where m.account_id = ${accountId} and m.contact_id = ${contactId} and m.carrier_id is not null and k.account_id = ${accountId}
          and k.channel_id = m.channel_id and k.carrier_id = regexp_replace(lower(btrim(m.carrier_id)), '^0+(?=.)', '')
          and k.phone = ${phone}`,
    ];
  }),
};
