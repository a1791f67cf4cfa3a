import {
  campaignName,
  channelName,
  erasedName,
  erasing,
  ofContact,
  ofNumber,
  type PersonalData,
} from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const suppressionData: PersonalData = {
  erase: erasing((contact) => [
    sql`delete from opt_out_reviews where ${ofContact(contact)}`,
    sql`
      update consents set phone = ${erasedName(contact)}, words = '', shown = '', address = '', note = ''
      where ${ofNumber(contact)}`,
  ]),
  show: (contact) => ({
    consent: sql`
      select s.kind, s.at, s.source, s.words, s.shown, s.address, s.note, ${channelName(contact, 's.channel_id')},
        ${campaignName(contact, 's.campaign_id')},
        (select l.name from lists l where l.account_id = ${contact.accountId} and l.id = s.list_id) as list
      from consents s where s.account_id = ${contact.accountId} and s.phone = ${contact.phone} order by s.at, s.id`,
  }),
};
