/** What a group of incoming texts is read with and stored as: two statements however many texts. */
import type { Session } from '@parley/engine';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { invariant } from '../platform/errors.ts';

export type InboundText = {
  channelId: number;
  /** E.164 */
  phone: string;
  text: string;
  /** The carrier's id of the message: the same one twice counts once. */
  carrierMessageId: string;
  at: Date;
};

/** What is known of a text when it comes in. */
export type Known = {
  /** The stored message when it was delivered before. */
  duplicateOf: number | null;
  /** Null: nobody we know. */
  contactId: number | null;
  tags: Record<string, string> | null;
  timeZone: string | null;
  optedOut: boolean;
  /** Two machines seemed to talk: nothing is answered. */
  muted: boolean;
  /** The channel's audience list; null for a deleted channel. */
  audience: number | null;
  inAudience: boolean;
  /** The campaign whose keyword this is. */
  keywordCampaign: number | null;
  conversation: Conversation | null;
};

/** An active conversation. */
export type Conversation = { session: Session; turn: number; blastId: number | null; updatedAt: Date };

/** Reads what is known of each text, in their order. Their active conversations are locked first, in the order of contacts. */
export async function readKnown(trx: Db, accountId: number, texts: readonly InboundText[]): Promise<Known[]> {
  const [conversations, known] = await Promise.all([
    lockActive(trx, accountId, texts),
    readFacts(trx, accountId, texts),
  ]);
  const active = new Map(conversations.map((each) => [`${each.channelId} ${each.phone}`, each]));
  return texts.map(({ channelId, phone }, n) => {
    const facts = known[n];
    invariant(facts, 'every text is answered');
    return { ...facts, conversation: active.get(`${channelId} ${phone}`) ?? null };
  });
}

async function lockActive(
  trx: Db,
  accountId: number,
  texts: readonly InboundText[],
): Promise<(Conversation & { channelId: number; phone: string })[]> {
  return rows(
    trx,
    sql<Conversation & { channelId: number; phone: string }>`
      select v.channel_id as "channelId", c.phone, v.session, v.turn, v.blast_id as "blastId", v.updated_at as "updatedAt"
      from unnest(
        ${texts.map((each) => each.channelId)}::bigint[], ${texts.map((each) => each.phone)}::text[]
      ) as given (channel_id, phone)
      join contacts c on c.account_id = ${accountId} and c.phone = given.phone
      join conversations v
        on v.account_id = ${accountId} and v.channel_id = given.channel_id and v.contact_id = c.id
      where v.active
      order by v.contact_id, v.channel_id
      for no key update of v`,
  );
}

async function readFacts(
  trx: Db,
  accountId: number,
  texts: readonly InboundText[],
): Promise<Omit<Known, 'conversation'>[]> {
  return rows(
    trx,
    sql<Omit<Known, 'conversation'>>`
      select
        (select i.id from inbound i where i.account_id = ${accountId} and i.channel_id = given.channel_id
          and i.carrier_message_id = given.carrier_message_id) as "duplicateOf",
        c.id as "contactId", c.tags, c.time_zone as "timeZone", coalesce(c.opted_out, false) as "optedOut",
        exists (select from muted_contacts u where u.account_id = ${accountId} and u.channel_id = given.channel_id
          and u.contact_id = c.id) as muted,
        h.audience_list_id as audience,
        exists (select from list_members m where m.account_id = ${accountId} and m.list_id = h.audience_list_id
          and m.contact_id = c.id) as "inAudience",
        (select k.campaign_id from keywords k
          join campaigns p on p.account_id = ${accountId} and p.id = k.campaign_id
          where k.account_id = ${accountId} and k.channel_id = given.channel_id and k.keyword_key = given.keyword_key
            and p.deleted_at is null) as "keywordCampaign"
      from unnest(
        ${texts.map((each) => each.channelId)}::bigint[], ${texts.map((each) => each.phone)}::text[],
        ${texts.map((each) => normaliseKeyword(each.text))}::text[],
        ${texts.map((each) => each.carrierMessageId)}::text[]
      ) with ordinality as given (channel_id, phone, keyword_key, carrier_message_id, place)
      left join channels h on h.account_id = ${accountId} and h.id = given.channel_id
      left join contacts c on c.account_id = ${accountId} and c.phone = given.phone
      order by given.place`,
  );
}

export type InboundKind = 'stop' | 'start' | 'help' | 'keyword' | 'answer' | 'confirm' | 'none';
export type NewInbound = InboundText & { contactId: number; kind: InboundKind; campaignId: number | null };

/** Another process stored one of these messages in this very moment: run the group again. */
export class DuplicateRace extends Error {}

/** Stores incoming messages; answers their ids in order. */
export async function storeInbound(
  trx: Db,
  accountId: number,
  texts: readonly NewInbound[],
): Promise<number[]> {
  if (texts.length === 0) return [];
  const stored = await rows(
    trx,
    sql<{ id: number; channelId: number; carrierMessageId: string }>`
      insert into inbound (account_id, channel_id, contact_id, carrier_message_id, body, kind, campaign_id, at)
      select ${accountId}, given.channel_id, given.contact_id, given.carrier_message_id, given.body, given.kind,
        given.campaign_id, given.at
      from unnest(
        ${texts.map((each) => each.channelId)}::bigint[], ${texts.map((each) => each.contactId)}::bigint[],
        ${texts.map((each) => each.carrierMessageId)}::text[], ${texts.map((each) => each.text)}::text[],
        ${texts.map((each) => each.kind)}::text[], ${texts.map((each) => each.campaignId)}::bigint[],
        ${texts.map((each) => each.at)}::timestamptz[]
      ) with ordinality as given (channel_id, contact_id, carrier_message_id, body, kind, campaign_id, at, place)
      order by given.place
      on conflict (account_id, channel_id, carrier_message_id) do nothing
      returning id, channel_id as "channelId", carrier_message_id as "carrierMessageId"`,
  );
  if (stored.length < texts.length) throw new DuplicateRace();
  const ids = new Map(stored.map((row) => [`${row.channelId} ${row.carrierMessageId}`, row.id]));
  return texts.map((each) => ids.get(`${each.channelId} ${each.carrierMessageId}`) ?? 0);
}
