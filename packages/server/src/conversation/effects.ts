/** Stores the rarer effects of a batch of turns: tag values, opt-ins, notices. Few statements however many turns. */
import type { NewMessage } from '../delivery/queue.ts';
import { addMembers } from '../members/store.ts';
import { recordConsents } from '../optouts/store.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { nameKey } from '../platform/names.ts';
import { type Batch, recordFault } from './play.ts';

/** People that one notice reaches at most: a larger list is what a blast is for. */
const NOTICE_PEOPLE = 10_000;

/** Stores tag values by tag id; a tag that the account does not have is a fault of the flow. */
export async function storeTags(
  trx: Db,
  accountId: number,
  tagNames: Readonly<Record<string, string>>,
  batch: Batch,
  now: Date,
): Promise<void> {
  if (batch.tags.length === 0) return;
  const ids = new Map(Object.entries(tagNames).map(([id, name]) => [nameKey(name), id]));
  const values = new Map<number, Record<string, string>>();
  for (const { contactId, tag, value, step, played } of batch.tags) {
    const id = ids.get(nameKey(tag));
    if (id === undefined)
      recordFault(batch, played, step, `There is no tag "${tag}"; nothing was stored.`, now);
    else values.set(contactId, { ...values.get(contactId), [id]: value });
  }
  if (values.size === 0) return;
  await sql`
    update contacts c set tags = c.tags || given.tags::jsonb
    from unnest(
      ${[...values.keys()]}::bigint[], ${[...values.values()].map((tags) => JSON.stringify(tags))}::text[]
    ) as given (contact_id, tags)
    where c.account_id = ${accountId} and c.id = given.contact_id`.execute(trx);
}

/** Adds to lists and to the channel's audience, with the proof of consent. A list that is gone is a fault of the flow. */
export async function storeOptIns(trx: Db, accountId: number, batch: Batch, now: Date): Promise<void> {
  if (batch.optIns.length === 0) return;
  const audiences = await rows(
    trx,
    sql<{ list: number; channel: number | null }>`
      select l.id as list, c.id as channel from lists l
      left join channels c on c.account_id = ${accountId} and c.audience_list_id = l.id
      where l.account_id = ${accountId} and (
        l.id = any(${batch.optIns.map((each) => each.list)}::bigint[])
        or c.id = any(${batch.optIns.map((each) => each.played.turn.channelId)}::bigint[]))`,
  );
  const lists = new Set(audiences.map((row) => row.list));
  const audienceOf = new Map(audiences.map((row) => [row.channel, row.list]));
  const valid = batch.optIns.filter((each) => lists.has(each.list));
  for (const { list, step, played } of batch.optIns)
    if (!lists.has(list)) recordFault(batch, played, step, `List ${list} is gone; nobody was added.`, now);
  const joining = new Map<number, Set<number>>();
  const join = (list: number | undefined, contact: number) => {
    if (list !== undefined) joining.set(list, (joining.get(list) ?? new Set()).add(contact));
  };
  for (const { list, played } of valid) {
    join(list, played.turn.contact.id);
    join(audienceOf.get(played.turn.channelId), played.turn.contact.id);
  }
  const inOrder = [...joining].sort(([one], [other]) => one - other);
  for (const [list, contacts] of inOrder) await addMembers(trx, accountId, list, [...contacts], now);
  const shown = await lastShown(
    trx,
    accountId,
    valid.map(({ played }) => played.turn),
  );
  await recordConsents(
    trx,
    accountId,
    valid.map(({ list, campaign, version, played }) => ({
      phone: played.turn.contact.phone,
      address: played.turn.contact.phone,
      shown: shown.get(`${played.turn.channelId} ${played.turn.contact.id}`) ?? '',
      kind: 'opt-in',
      channelId: played.turn.channelId,
      listId: list,
      campaignId: campaign,
      campaignVersion: version,
      source: 'flow',
      words: played.session.lastResponse,
    })),
    now,
  );
  for (const { list, step, campaign, played } of valid)
    batch.events.push({
      campaignId: campaign,
      kind: 'optin',
      at: now,
      contactId: played.turn.contact.id,
      phone: played.turn.contact.phone,
      blastId: played.turn.blastId ?? undefined,
      stepId: step,
      listId: list,
      raw: played.session.lastResponse,
    });
}

/** What each person had been shown when she answered: the last text of the channel before this turn. */
async function lastShown(
  trx: Db,
  accountId: number,
  turns: readonly { channelId: number; contact: { id: number } }[],
): Promise<Map<string, string>> {
  const found = await rows(
    trx,
    sql<{ place: string; body: string }>`
      select given.channel_id || ' ' || given.contact_id as place, m.body
      from unnest(${turns.map((turn) => turn.channelId)}::bigint[], ${turns.map((turn) => turn.contact.id)}::bigint[])
        as given (channel_id, contact_id)
      cross join lateral (
        select body from messages
        where account_id = ${accountId} and contact_id = given.contact_id and channel_id = given.channel_id
          and body is not null and status <> 'skipped' and not (origin = 'system' and credits = 0)
        order by created_at desc, id desc limit 1
      ) m`,
  );
  return new Map(found.map(({ place, body }) => [place, body]));
}

/** Turns notices into messages to the members of their lists who are not opted out, beside the messages of their turns. */
export async function expandNotices(trx: Db, accountId: number, batch: Batch, now: Date): Promise<void> {
  if (batch.notices.length === 0) return;
  const members = await rows(
    trx,
    sql<{ list: number; contacts: number[] }>`
      select given.list, array(
          select c.id from list_members m
          join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
          where m.account_id = ${accountId} and m.list_id = given.list and not c.opted_out
          order by c.id limit ${NOTICE_PEOPLE + 1}
        ) as contacts
      from unnest(${[...new Set(batch.notices.map((notice) => notice.list))]}::bigint[]) as given (list)`,
  );
  const contactsOf = new Map(members.map((row) => [row.list, row.contacts]));
  for (const { list, step, text, links, played } of batch.notices) {
    const contacts = contactsOf.get(list) ?? [];
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
        body: text,
        media: null,
        links,
      };
      played.messages.push(message);
    }
  }
}
