/** The guard against two machines that talk to each other: who is muted, until when. */
import { LOOP_GUARD } from '@parley/rules/limits.ts';
import { looksLikeMachine } from '@parley/rules/machine-like.ts';
import type { RawBuilder } from 'kysely';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

const HOUR_MS = 3_600_000;
const since = (now: Date) => new Date(now.getTime() - LOOP_GUARD.minutes * 60_000);
/** Mutes of before have ended by themselves. */
const muteBegin = (now: Date) => new Date(now.getTime() - LOOP_GUARD.muteHours * HOUR_MS);

/** When a mute of this moment ends by itself. */
export const muteEnd = (at: Date) => new Date(at.getTime() + LOOP_GUARD.muteHours * HOUR_MS);

/** SQL: whether a row of `muted_conversations` under this name still mutes. */
export function stillMutes(name: string, now: Date): RawBuilder<boolean> {
  return sql`(${sql.ref(`${name}.ended_at`)} is null and ${sql.ref(`${name}.at`)} > ${muteBegin(now)}::timestamptz)`;
}

/**
 * SQL: whether the channel of a row `given` (channel_id) has said little to a contact in the last
 * hour, so that the guard need not look.
 */
export function hasSaidLittle(
  accountId: number,
  contactId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> {
  return sql`(
    select count(*) < ${LOOP_GUARD.messages} from (
      select from messages e
      where e.account_id = ${accountId} and e.contact_id = ${contactId} and e.created_at > ${since(now)}
        and e.channel_id = given.channel_id ${COUNTED}
      limit ${LOOP_GUARD.messages}
    ) earlier
  )`;
}

/** Not the bare column: it would let the planner read the account's whole last hour for each contact. */
const COUNTED = sql`and coalesce(e.origin, '') in ('flow', 'wait', 'keyword', 'catch-all') and e.status <> 'skipped'`;
/** More of an hour's messages are not looked at. */
const MOST_MESSAGES = 200;

/** A text that is about to be answered by a campaign. */
export type Exchange = { channelId: number; contactId: number; campaignId: number; text: string; at: Date };
type Earlier = { messages: number; repeats: number; texts: { words: string; at: string }[] };

/**
 * Mutes those whose texts look like a machine's while the campaign only says again what it has said; answers
 * whether each is muted now.
 */
export async function muteMachines(
  trx: Db,
  accountId: number,
  exchanges: readonly Exchange[],
  now: Date,
): Promise<boolean[]> {
  const earlier = await readEarlier(trx, accountId, exchanges, now);
  const muted = earlier.map(({ messages, repeats, texts }, n) => {
    const { text = '', at = now } = exchanges[n] ?? {};
    const all = texts.map((each) => ({ words: each.words, at: Date.parse(each.at) }));
    return (
      messages >= LOOP_GUARD.messages &&
      repeats >= LOOP_GUARD.repeats &&
      looksLikeMachine([{ words: text, at: at.getTime() }, ...all])
    );
  });
  const found = exchanges.filter((_, n) => muted[n]);
  if (found.length > 0)
    await sql`
      insert into muted_conversations (account_id, channel_id, contact_id, messages, at)
      select ${accountId}, given.channel_id, given.contact_id, ${LOOP_GUARD.messages}, ${now}
      from unnest(${found.map((each) => each.channelId)}::bigint[], ${found.map((each) => each.contactId)}::bigint[])
        as given (channel_id, contact_id)
      order by given.contact_id, given.channel_id
      on conflict (account_id, channel_id, contact_id)
        do update set messages = excluded.messages, at = excluded.at, ended_at = null`.execute(trx);
  return muted;
}

/** What was said in the last hour, or since somebody unmuted: by the campaign, and by the contact. */
async function readEarlier(
  trx: Db,
  accountId: number,
  exchanges: readonly Exchange[],
  now: Date,
): Promise<Earlier[]> {
  return rows(
    trx,
    sql<Earlier>`
      select said.messages, said.messages - said.different as repeats, coalesce(heard.texts, '[]') as texts
      from unnest(
        ${exchanges.map((each) => each.channelId)}::bigint[], ${exchanges.map((each) => each.contactId)}::bigint[],
        ${exchanges.map((each) => each.campaignId)}::bigint[]
      ) with ordinality as given (channel_id, contact_id, campaign_id, place)
      cross join lateral (
        select greatest(max(k.ended_at), ${since(now)}::timestamptz) as since from muted_conversations k
        where k.account_id = ${accountId} and k.channel_id = given.channel_id and k.contact_id = given.contact_id
      ) looked
      cross join lateral (
        select count(*)::int as messages, count(distinct (step_id, words))::int as different from (
          select e.step_id, regexp_replace(lower(e.body), '[^[:alpha:]]+', '', 'g') as words from messages e
          where e.account_id = ${accountId} and e.contact_id = given.contact_id and e.created_at > looked.since
            and e.channel_id = given.channel_id and e.campaign_id = given.campaign_id ${COUNTED}
          order by e.created_at desc limit ${MOST_MESSAGES}
        ) m
      ) said
      cross join lateral (
        select jsonb_agg(jsonb_build_object('words', i.body, 'at', i.at)) as texts from (
          select body, at from inbound_messages
          where account_id = ${accountId} and contact_id = given.contact_id and at > looked.since
            and channel_id = given.channel_id
          order by at desc limit ${LOOP_GUARD.texts - 1}
        ) i
      ) heard
      order by given.place`,
  );
}

/**
 * Answers a contact again, and what was said until now counts for nothing; nothing changes when it was not
 * muted. False: there is no such contact or channel.
 */
export async function unmute(
  db: Db,
  accountId: number,
  contactId: number,
  channelId: number,
  now: Date,
): Promise<boolean> {
  const known = await first(
    db,
    sql`
      select 1 from contacts c join channels h on h.account_id = ${accountId} and h.id = ${channelId}
      where c.account_id = ${accountId} and c.id = ${contactId}`,
  );
  if (!known) return false;
  await sql`
    update muted_conversations set ended_at = ${now}
    where account_id = ${accountId} and contact_id = ${contactId} and channel_id = ${channelId}`.execute(db);
  return true;
}
