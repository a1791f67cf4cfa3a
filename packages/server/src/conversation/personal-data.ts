import {
  campaignName,
  channelName,
  erasing,
  idsOf,
  ofContact,
  ofNumber,
  type PersonalData,
} from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

export const conversationData: PersonalData = {
  erase: erasing((contact) => {
    const theirs = ofContact(contact);
    const onChannels = sql`channel_id = any(${idsOf(contact, 'channels')})`;
    return [
      sql`delete from conversations where ${theirs} and ${onChannels}`,
      sql`delete from timers where ${theirs} and ${onChannels}`,
      sql`delete from api_calls where ${theirs}`,
      sql`delete from bot_pauses where ${theirs}`,
      sql`delete from unplayed_texts where ${ofNumber(contact)}`,
      sql`update inbound_messages set body = '', media = null, erased = true where ${theirs} and not erased`,
    ];
  }),
  show: (contact) => ({
    textsReceived: sql`
      select i.at, i.body as text, i.media as pictures, ${channelName(contact, 'i.channel_id')},
        ${campaignName(contact, 'i.campaign_id')}
      from inbound_messages i where i.account_id = ${contact.accountId} and i.contact_id = ${contact.contactId} order by i.at, i.id`,
    textsToBePlayed: sql`
      select u.at, u.body as text, ${channelName(contact, 'u.channel_id')}
      from unplayed_texts u
      where u.account_id = ${contact.accountId} and u.phone = ${contact.phone} order by u.id`,
    conversations: sql`
      select ${channelName(contact, 'v.channel_id')}, ${campaignName(contact, 'v.campaign_id')}, v.active,
        v.updated_at as "updatedAt", v.session as state
      from conversations v
      where v.account_id = ${contact.accountId} and v.contact_id = ${contact.contactId}
        and v.channel_id = any(${idsOf(contact, 'channels')})
      order by v.channel_id`,
  }),
};
