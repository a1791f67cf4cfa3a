import { campaignName, channelName, erasing, ofContact, type PersonalData } from '../contacts/index.ts';
import { forgetCodesIn } from '../links/index.ts';
import { textWithoutCode } from '../platform/code-text.ts';
import { sql } from '../platform/db/database.ts';

export const messagesData: PersonalData = {
  // What the carrier has in hand is forgotten when it is out of it.
  erase: erasing((contact) => [
    sql`delete from unpaid_replies where ${ofContact(contact)}`,
    sql`
      with texts as materialized (
        select id, body from messages
        where ${ofContact(contact)} and status not in ('queued', 'held', 'sending')
          and (body is not null or media is not null)
      ), cleared as (
        update messages m set body = null, media = null from texts
        where m.account_id = ${contact.accountId} and m.id = texts.id
      )
      ${forgetCodesIn('texts', contact)}`,
  ]),
  show: (contact) => ({
    textsSent: sql`
      select m.created_at as at, ${textWithoutCode} as text, m.media as picture, m.status, m.reason, m.sent_at as "sentAt",
        m.settled_at as "settledAt", ${channelName(contact, 'm.channel_id')}, ${campaignName(contact, 'm.campaign_id')}
      from messages m
      where m.account_id = ${contact.accountId} and m.contact_id = ${contact.contactId} order by m.created_at, m.id`,
  }),
};
