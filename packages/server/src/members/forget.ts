/**
 * All SQL that removes what is stored of a person who was erased. Rows that something is counted by stay and say nothing of anybody; all
 * others go. Each statement is a transaction of its own that may be run again, so that nobody waits for a person with many texts.
 */
import { LINK_LIMITS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../platform/db/database.ts';
import { forgetEvents } from '../reports/events.ts';

/** Forgets a contact that is erased already. `phone`: the number it had until `at`; somebody may have come with the same number since. */
export async function forgetContact(
  db: Db,
  accountId: number,
  contactId: number,
  phone: string,
  at: Date,
): Promise<void> {
  for (const statement of statements(accountId, contactId, phone, at)) await statement.execute(db);
  await forgetEvents(db, accountId, contactId, phone);
}

/** `/s/` and a code. */
const CODE = `${LINK_LIMITS.path}([A-Za-z0-9]{${LINK_LIMITS.codeLength}})`;

function statements(accountId: number, contactId: number, phone: string, at: Date): RawBuilder<unknown>[] {
  const theirs = sql`account_id = ${accountId} and contact_id = ${contactId}`;
  // Indexes that lead to the contact over its channel, import or campaign are walked for each of these.
  const ofAccount = (table: string) =>
    sql`array(select id from ${sql.table(table)} where account_id = ${accountId})`;
  const onChannels = sql`channel_id = any(${ofAccount('channels')})`;
  const theirNumber = sql`account_id = ${accountId} and phone = ${phone} and at <= ${at}`;
  const name = sql`(select phone from contacts where account_id = ${accountId} and id = ${contactId})`;
  return [
    sql`delete from conversations where ${theirs} and ${onChannels}`,
    sql`delete from timers where ${theirs} and ${onChannels}`,
    sql`delete from api_calls where ${theirs}`,
    sql`delete from unpaid_replies where ${theirs}`,
    sql`delete from bot_pauses where ${theirs}`,
    sql`delete from inbox_marks where ${theirs}`,
    sql`delete from inbox_notes where ${theirs}`,
    sql`delete from muted_contacts where ${theirs} and ${onChannels}`,
    sql`delete from doubtful_texts where ${theirs}`,
    sql`delete from import_changes where ${theirs} and import_id = any(${ofAccount('imports')})`,
    // The codes of links stand in the texts and nowhere else beside the person. What the carrier has in hand is forgotten when it is out of it.
    sql`
      with texts as materialized (
        select id, body from messages
        where ${theirs} and status not in ('queued', 'held', 'sending') and (body is not null or media is not null)
      ), cleared as (
        update messages m set body = null, media = null from texts where m.account_id = ${accountId} and m.id = texts.id
      )
      delete from link_codes k
      using (select distinct found[1] as code from texts, regexp_matches(texts.body, ${CODE}, 'g') as found) codes
      where k.code = codes.code and k.account_id = ${accountId} and k.contact_id = ${contactId}`,
    sql`
      delete from inbound_pictures p using inbound i
      where p.account_id = ${accountId} and i.account_id = ${accountId} and i.contact_id = ${contactId} and p.inbound_id = i.id`,
    sql`update inbound set body = '', media = null, erased = true where ${theirs} and not erased`,
    ...['=', '<>'].map(
      (is) => sql`
        update link_clicks set phone = ${name}, agent = ''
        where ${theirs} and kind ${sql.raw(is)} 'person' and (agent <> '' or phone <> ${name})`,
    ),
    sql`
      update consents set phone = ${name}, words = '', shown = '', address = '', note = '' where ${theirNumber}`,
    sql`
      update simulator_messages set phone = ${name}, body = '', media = null where ${theirNumber} and ${onChannels}`,
    // What was in hand came into the pretend carrier's book later.
    sql`
      update simulator_messages s set phone = ${name}, body = '', media = null from messages m
      where m.account_id = ${accountId} and m.contact_id = ${contactId} and s.account_id = ${accountId}
        and s.channel_id = m.channel_id and s.direction = 'MT' and s.reference = m.id::text and s.phone = ${phone}`,
    sql`delete from inbound_parts where ${theirNumber}`,
    // By the ids of its texts as `plainId` (carriers/smpp/ids.ts) writes them, not by the number: nobody looks for it there.
    sql`
      update carrier_ids k set phone = ${name} from messages m
      where m.account_id = ${accountId} and m.contact_id = ${contactId} and m.carrier_id is not null and k.account_id = ${accountId}
        and k.channel_id = m.channel_id and k.carrier_id = regexp_replace(lower(btrim(m.carrier_id)), '^0+(?=.)', '')
        and k.phone = ${phone}`,
    // Replies that are kept to be given again are encrypted, and may name anybody: without them nothing is done twice either.
    sql`update intents set reply = null where account_id = ${accountId} and at <= ${at} and reply is not null`,
  ];
}
