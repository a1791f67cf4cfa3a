/**
 * Stores the rarer effects of a batch of turns: tag values, notices; opt-ins are in store-opt-ins.ts. Few
 * statements however many turns.
 */

import { addValues } from '../contacts/index.ts';
import type { NewMessage } from '../messages/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { nameKey } from '../platform/names.ts';
import { type RareEffects, recordFault } from './run-engine.ts';

/** People that one notice reaches at most: a larger list is what a blast is for. */
const NOTICE_PEOPLE = 10_000;

/** Stores tag values by tag id; a tag that the account does not have is a fault of the flow. */
export async function storeTags(
  trx: Db,
  accountId: number,
  tagNames: Readonly<Record<string, string>>,
  batch: RareEffects,
  now: Date,
): Promise<void> {
  if (batch.tags.length === 0) return;
  const ids = new Map(Object.entries(tagNames).map(([id, name]) => [nameKey(name), id]));
  const values = new Map<number, Record<string, string>>();
  for (const { contactId, tag, value, step, played } of batch.tags) {
    const id = ids.get(nameKey(tag));
    if (id === undefined)
      recordFault(batch, played, step, `There is no tag “${tag}”; nothing was stored.`, now);
    else values.set(contactId, { ...values.get(contactId), [id]: value });
  }
  if (values.size === 0) return;
  await addValues(trx, accountId, values, now);
}

/**
 * Turns notices into messages to the members of their lists who are not opted out, beside the messages of
 * their turns. A list that is gone is a fault of the flow.
 */
export async function expandNotices(
  trx: Db,
  accountId: number,
  batch: RareEffects,
  now: Date,
): Promise<void> {
  if (batch.notices.length === 0) return;
  const members = await rows(
    trx,
    sql<{ list: number; contacts: number[] }>`
      select l.id as list, array(
          select c.id from list_members m
          join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
          where m.account_id = ${accountId} and m.list_id = l.id and not c.opted_out
          order by c.id limit ${NOTICE_PEOPLE + 1}
        ) as contacts
      from lists l
      where l.account_id = ${accountId} and l.id = any(${batch.notices.map((notice) => notice.list)}::bigint[])`,
  );
  const contactsOf = new Map(members.map((row) => [row.list, row.contacts]));
  for (const { list, step, text, links, played } of batch.notices) {
    const contacts = contactsOf.get(list);
    if (!contacts) {
      recordFault(batch, played, step, `List ${list} is gone; nobody was notified.`, now);
      continue;
    }
    if (contacts.length > NOTICE_PEOPLE)
      recordFault(
        batch,
        played,
        step,
        `Only the first ${NOTICE_PEOPLE} people of list ${list} were notified.`,
        now,
      );
    for (const contactId of contacts.slice(0, NOTICE_PEOPLE)) {
      const message: NewMessage = {
        channelId: played.turn.channelId,
        contactId,
        campaignId: played.flow.campaignId,
        blastId: null,
        stepId: step,
        origin: 'notify',
        purpose: 'notice',
        body: text,
        media: null,
        links,
      };
      played.messages.push(message);
    }
  }
}
