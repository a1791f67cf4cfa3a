/** Stores the opt-ins of a batch of turns. Few statements however many turns. */

import { notePending, systemReply } from '../double-opt-in/index.ts';
import { addMembers } from '../lists/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { countedOptIns, recordConsents } from '../suppression/index.ts';
import { type RareEffects, recordFault } from './run-engine.ts';

type OptIn = RareEffects['optIns'][number];

/**
 * Adds to lists. Where the person has said something before, it is their consent: they join the channel's
 * audience, with the proof, and count as opted in, unless they had opted in to the list already. On a list
 * with double opt-in all that waits for their YES, and they are asked for it: at once, behind everything else
 * that the turn says, where they have just texted and `canAsk`; else by the loop (double-opt-in/ask.ts). A
 * list that is gone is a fault of the flow.
 */
export async function storeOptIns(
  trx: Db,
  accountId: number,
  batch: RareEffects,
  now: Date,
  canAsk: boolean,
): Promise<void> {
  if (batch.optIns.length === 0) return;
  const { known, audienceOf, waits } = await readLists(trx, accountId, batch.optIns);
  const valid = batch.optIns.filter((each) => known.has(each.list));
  for (const { list, step, played } of batch.optIns)
    if (!known.has(list)) recordFault(batch, played, step, `List ${list} is gone; nobody was added.`, now);
  const pending = valid.filter((each) => waits(each));
  const joined = valid.filter((each) => !waits(each));
  const acts = joined.filter(({ words }) => words !== '');
  const counted = await countedOptIns(trx, accountId, acts, ({ list, played: { turn } }) => {
    return { listId: list, contactId: turn.contact.id, phone: turn.contact.phone };
  });
  await joinAll(trx, accountId, now, [
    ...valid.map(({ list, played }) => ({ list, contact: played.turn.contact.id })),
    ...acts.flatMap(({ played }) => {
      const list = audienceOf.get(played.turn.channelId);
      return list === undefined ? [] : [{ list, contact: played.turn.contact.id }];
    }),
  ]);
  await recordConsents(trx, accountId, await consentsOf(trx, accountId, acts), now);
  for (const { list, step, campaign, words, played } of counted)
    batch.events.push({
      campaignId: campaign,
      kind: 'optin',
      at: now,
      contactId: played.turn.contact.id,
      phone: played.turn.contact.phone,
      blastId: played.turn.blastId ?? undefined,
      stepId: step,
      listId: list,
      raw: words,
    });
  await storePending(trx, accountId, pending, now, canAsk);
}

/** The lists that exist, each channel's audience, and whether an opt-in must be confirmed first. */
async function readLists(trx: Db, accountId: number, optIns: readonly OptIn[]) {
  const lists = optIns.map((each) => each.list);
  const contacts = optIns.map((each) => each.played.turn.contact.id);
  const found = await rows(
    trx,
    sql<{ list: number; channel: number | null; asks: boolean; members: number[] }>`
      select l.id as list, c.id as channel, l.double_opt_in as asks,
        case when l.double_opt_in then array(
          select m.contact_id from list_members m
          where m.account_id = ${accountId} and m.list_id = l.id and m.contact_id = any(${contacts}::bigint[])
        ) else '{}' end as members
      from lists l
      left join channels c on c.account_id = ${accountId} and c.audience_list_id = l.id
      where l.account_id = ${accountId} and (
        l.id = any(${lists}::bigint[])
        or c.id = any(${optIns.map((each) => each.played.turn.channelId)}::bigint[]))`,
  );
  const asking = new Map(
    found.filter(({ asks }) => asks).map(({ list, members }) => [list, new Set(members)]),
  );
  return {
    known: new Set(found.map((row) => row.list)),
    audienceOf: new Map(found.map((row) => [row.channel, row.list])),
    waits: ({ list, played }: OptIn) => asking.get(list)?.has(played.turn.contact.id) === false,
  };
}

/** List by list in one order, so that two batches wait for each other and never lock each other up. */
async function joinAll(
  trx: Db,
  accountId: number,
  now: Date,
  joining: readonly { list: number; contact: number }[],
): Promise<void> {
  const byList = Map.groupBy(joining, ({ list }) => list);
  for (const list of [...byList.keys()].sort((one, other) => one - other)) {
    const contacts = new Set(byList.get(list)?.map(({ contact }) => contact));
    await addMembers(trx, accountId, list, [...contacts], now);
  }
}

/** Who waits for a YES, and where from; those who have just texted are asked in this turn. */
async function storePending(
  trx: Db,
  accountId: number,
  pending: readonly OptIn[],
  now: Date,
  canAsk: boolean,
): Promise<void> {
  if (pending.length === 0) return;
  const isAsked = ({ played }: OptIn) => canAsk && played.turn.reply === true;
  const texts = await notePending(
    trx,
    accountId,
    pending.map((each) => ({
      listId: each.list,
      contactId: each.played.turn.contact.id,
      campaignId: each.campaign,
      campaignVersion: each.version,
      stepId: each.step,
      blastId: each.played.turn.blastId,
      askedAt: isAsked(each) ? now : null,
    })),
  );
  const asked = pending.map((each, n) => ({ ...each, text: texts[n] ?? '' })).filter(isAsked);
  for (const [played, all] of Map.groupBy(asked, (each) => each.played)) {
    const { channelId, contact } = played.turn;
    for (const text of new Map(all.map((each) => [each.list, each.text])).values())
      played.messages.push(systemReply({ channelId, contactId: contact.id, phone: contact.phone }, text));
  }
}

async function consentsOf(trx: Db, accountId: number, acts: readonly OptIn[]) {
  const shown = await lastShown(
    trx,
    accountId,
    acts.map(({ played }) => played.turn),
  );
  return acts.map(({ list, campaign, version, words, played }) => ({
    phone: played.turn.contact.phone,
    address: played.turn.contact.phone,
    shown: shown.get(`${played.turn.channelId} ${played.turn.contact.id}`) ?? '',
    kind: 'opt-in' as const,
    channelId: played.turn.channelId,
    listId: list,
    campaignId: campaign,
    campaignVersion: version,
    source: 'flow' as const,
    words,
  }));
}

/** What each person had been shown when they answered: the last text of the channel before this turn. */
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
