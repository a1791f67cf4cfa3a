/** What a group of incoming texts is read with and stored as: two statements however many texts. */

import { type Session, type StoredSession, upgradeSession } from '@parley/engine';
import { firstWordOf, normaliseKeyword } from '@parley/rules/keyword.ts';
import type { RawBuilder } from 'kysely';
import type { InboundText } from '../carriers/index.ts';
import { feedCte } from '../feed/index.ts';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { type Db, isUniqueViolation, rows, sql } from '../platform/db/database.ts';
import type { Statement } from '../platform/db/statement.ts';
import { hasSaidLittle, stillMutes } from '../policy/index.ts';
import { isPaused, isUnpaid } from './held-conversations.ts';

/** What is known of a text when it comes in. */
export type Known = {
  /** The stored message when it was delivered before. */
  duplicateOf: number | null;
  /** Something of the same number came before and was not played yet. */
  isBehind: boolean;
  /** Null: nobody we know. */
  contactId: number | null;
  tags: Record<string, string> | null;
  timeZone: string | null;
  optedOut: boolean;
  /** Two machines seemed to talk: nothing is answered. */
  muted: boolean;
  /** So little was said to them in the last hour that nobody need ask whether two machines talk. */
  underLoopLimit: boolean;
  /** What the conversation has said waits for credits. */
  unpaid: boolean;
  /** Somebody of the team has taken over: texts are theirs to answer. */
  paused: boolean;
  /** The channel's audience list; null for a deleted channel. */
  audience: number | null;
  inAudience: boolean;
  /** The campaign whose keyword this is. */
  keywordCampaign: number | null;
  /** The campaign whose keyword its first word is, where that is enough. */
  firstWordCampaign: number | null;
  conversation: Conversation | null;
};

/** An active conversation. */
export type Conversation = { session: Session; turn: number; blastId: number | null; updatedAt: Date };

type ConversationRow = Omit<Conversation, 'session'> & { session: StoredSession };
type KnownRow = Omit<Known, 'conversation'> & { [K in keyof ConversationRow]: ConversationRow[K] | null };

/**
 * Reads what is known of each text, in their order. Nothing is locked: whoever stores a turn finds out
 * whether it is still the next one.
 */
export async function readKnown(
  trx: Db,
  accountId: number,
  texts: readonly (InboundText & { unplayedId?: number })[],
  now: Date,
): Promise<Known[]> {
  const keys = texts.map((each) => normaliseKeyword(each.text));
  const found = await rows(
    trx,
    sql<KnownRow>`
      with given as materialized (
        select * from unnest(
          ${numberArray(texts.map((each) => each.channelId))}::bigint[], ${textArray(texts.map((each) => each.phone))}::text[],
          ${textArray(keys)}::text[], ${textArray(keys.map(firstWordOf))}::text[],
          ${textArray(texts.map((each) => each.carrierMessageId))}::text[],
          ${numberArray(texts.map(({ unplayedId = null }) => unplayedId))}::bigint[]
        ) with ordinality as each (channel_id, phone, keyword_key, first_word, carrier_message_id, unplayed_id, place)
      )
      select
        (select i.id from inbound_messages i where i.account_id = ${accountId} and i.channel_id = given.channel_id
          and i.carrier_message_id = given.carrier_message_id) as "duplicateOf",
        exists (select from unplayed_texts q where q.account_id = ${accountId} and q.phone = given.phone
          and (given.unplayed_id is null or q.id < given.unplayed_id)) as "isBehind",
        c.id as "contactId", c.tags, c.time_zone as "timeZone", coalesce(c.opted_out, false) as "optedOut",
        exists (select from muted_conversations u where u.account_id = ${accountId} and u.channel_id = given.channel_id
          and u.contact_id = c.id and ${stillMutes('u', now)}) as muted,
        ${isUnpaid(accountId, sql`c.id`)} as unpaid, ${isPaused(accountId, sql`c.id`, now)} as paused,
        ${hasSaidLittle(accountId, sql`c.id`, now)} as "underLoopLimit",
        h.audience_list_id as audience,
        exists (select from list_members m where m.account_id = ${accountId} and m.list_id = h.audience_list_id
          and m.contact_id = c.id) as "inAudience",
        (select k.campaign_id from keywords k
          join campaigns p on p.account_id = ${accountId} and p.id = k.campaign_id
          where k.account_id = ${accountId} and k.channel_id = given.channel_id and k.keyword_key = given.keyword_key
            and p.deleted_at is null) as "keywordCampaign",
        case when given.first_word <> '' then (select k.campaign_id from keywords k
          join campaigns p on p.account_id = ${accountId} and p.id = k.campaign_id
          where k.account_id = ${accountId} and k.channel_id = given.channel_id and k.keyword_key = given.first_word
            and p.deleted_at is null and p.starts_by_first_word) end as "firstWordCampaign",
        v.session, v.turn, v.blast_id as "blastId", v.updated_at as "updatedAt"
      from given
      left join lateral (
        select audience_list_id from channels where account_id = ${accountId} and id = given.channel_id offset 0
      ) h on true
      left join contacts c on c.account_id = ${accountId} and c.phone = given.phone
      -- By its whole key ('offset' keeps it a query of its own): in a database of one account the planner
      -- would leave the account and
      -- the channel to be found by skipping through the index.
      left join lateral (
        select session, turn, blast_id, updated_at from conversations
        where account_id = ${accountId} and channel_id = given.channel_id and contact_id = c.id and active offset 0
      ) v on true
      order by given.place`,
  );
  return found.map(({ session, turn, blastId, updatedAt, ...known }) => {
    const isActive = session !== null && turn !== null && updatedAt !== null;
    if (!isActive) return { ...known, conversation: null };
    return { ...known, conversation: { session: upgradeSession(session), turn, blastId, updatedAt } };
  });
}

export type InboundKind = 'stop' | 'start' | 'help' | 'keyword' | 'answer' | 'confirm' | 'none';
export type NewInbound = InboundText & { contactId: number; kind: InboundKind; campaignId: number | null };

/** Another process stored one of these messages in this very moment: look again. */
export const isDuplicate = (error: unknown): boolean =>
  isUniqueViolation(error, 'inbound_messages_account_id_channel_id_carrier_message_id_key');

const mediaOf = ({ media = [] }: NewInbound) => (media.length > 0 ? JSON.stringify(media) : null);

/**
 * Stores incoming messages; answers their ids in order. Fails for one that is stored already ({@link
 * isDuplicate}).
 */
export function inboundStatement(
  db: Db,
  accountId: number,
  texts: readonly NewInbound[],
): Statement<number[]> {
  const insert = sql`
    insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, campaign_id, at,
      media)
    select ${accountId}, given.channel_id, given.contact_id, given.carrier_message_id, given.body, given.kind,
      given.campaign_id, given.at, given.media::jsonb
    from unnest(
      ${numberArray(texts.map((each) => each.channelId))}::bigint[], ${numberArray(texts.map((each) => each.contactId))}::bigint[],
      ${textArray(texts.map((each) => each.carrierMessageId))}::text[], ${textArray(texts.map((each) => each.text))}::text[],
      ${textArray(texts.map((each) => each.kind))}::text[], ${numberArray(texts.map((each) => each.campaignId))}::bigint[],
      ${textArray(texts.map((each) => each.at.toISOString()))}::timestamptz[], ${textArray(texts.map(mediaOf))}::text[]
    ) with ordinality as given (channel_id, contact_id, carrier_message_id, body, kind, campaign_id, at, media, place)
    order by given.place`;
  const fed = [
    fedTexts(db, accountId, 'contact.texted', sql`true`),
    fedTexts(db, accountId, 'keyword.texted', sql`kind = 'keyword'`),
  ].filter((each) => each !== null);
  const answer = sql`id, channel_id as "channelId", carrier_message_id as "carrierMessageId"`;
  const query =
    fed.length > 0
      ? sql`with stored as (${insert} returning *)${sql.join(fed, sql` `)} select ${answer} from stored`
      : sql`${insert} returning ${answer}`;
  type Stored = { id: number; channelId: number; carrierMessageId: string };
  const key = ({ channelId, carrierMessageId }: Omit<Stored, 'id'>) => `${channelId} ${carrierMessageId}`;
  return {
    query: query.compile(db),
    read(stored) {
      const ids = new Map((stored as Stored[]).map((row) => [key(row), row.id]));
      return texts.map((each) => ids.get(key(each)) ?? 0);
    },
  };
}

const fedTexts = (
  db: Db,
  accountId: number,
  event: 'contact.texted' | 'keyword.texted',
  which: RawBuilder<unknown>,
) =>
  feedCte(
    db,
    accountId,
    event,
    sql`
      select contact_id, at, id::text,
        jsonb_build_object('campaign', campaign_id, 'channel', channel_id, 'text', body), id
      from stored where ${which}`,
  );
