/**
 * Numbers that must get nothing more, and the proof of who agreed or refused. Only {@link liftOptOuts} takes
 * an opt-out back, and only the person's own words call it: imports, moves, deletions and re-adding never do.
 */
import { zoneOf } from '../accounts/index.ts';
import { markOptedOut } from '../contacts/index.ts';
import { recordEvents } from '../events/index.ts';
import { feedCte } from '../feed/index.ts';
import { amongTexts, numberArray, textArray } from '../platform/db/arrays.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { run, type Statement, writing } from '../platform/db/statement.ts';
import { tell } from '../platform/hook.ts';
import { optedBackIn, optedOutNow, optingOut } from './hooks.ts';

export type NewOptOut = {
  /** E.164 */
  phone: string;
  /** Null: nobody we know. */
  contactId: number | null;
  /** The channel it came through; null: none (an upload, a call, a carrier's list). */
  channelId: number | null;
  /**
   * The channel to whose secret address it came, where nothing else proves who wrote it; it may be written to
   * another channel's number.
   */
  overAddressOf?: number;
  /** What brought it: a word of OPT_OUT_SOURCES. */
  source: string;
  /** The person's own words, or what stands for them. */
  words: string;
  /** What the person had been shown. */
  shown?: string;
  /** The number or address that the person used. */
  address?: string;
  /** What somebody noted who recorded it by hand, and who that was. */
  note?: string;
  userId?: number;
};

/**
 * Opts numbers out in the whole account: nothing more is sent, active conversations end, lists count anew,
 * the consent is recorded and the campaign that wrote last gets the event. Answers the numbers that were not
 * opted out before. Needs a transaction.
 */
export async function recordOptOuts(
  trx: Db,
  accountId: number,
  people: readonly NewOptOut[],
  now: Date,
): Promise<Set<string>> {
  // Of two of one number the one that is better proved.
  const distinct = onePerPhone([
    ...people.filter(isOverAddress),
    ...people.filter((each) => !isOverAddress(each)),
  ]);
  if (distinct.length === 0) return new Set();
  const stored = await rows(
    trx,
    sql<{ phone: string }>`
      insert into suppressions (account_id, phone, channel_id, source, words, note, user_id, over_address_of, at)
      select ${accountId}, given.*, ${now}
      from unnest(
        ${distinct.map((each) => each.phone)}::text[], ${distinct.map((each) => each.channelId)}::bigint[],
        ${distinct.map((each) => each.source)}::text[], ${distinct.map((each) => each.words)}::text[],
        ${distinct.map((each) => each.note ?? '')}::text[], ${distinct.map((each) => each.userId ?? null)}::bigint[],
        ${distinct.map((each) => each.overAddressOf ?? null)}::bigint[]
      ) as given (phone, channel_id, source, words, note, user_id, over_address_of)
      order by given.phone
      on conflict (account_id, phone) do nothing
      returning phone`,
  );
  const fresh = new Set(stored.map((row) => row.phone));
  await prove(
    trx,
    accountId,
    distinct.filter((each) => !fresh.has(each.phone) && !isOverAddress(each)),
  );
  const added = distinct.filter((each) => fresh.has(each.phone));
  if (added.length === 0) return fresh;
  const contactIds = added.map((each) => each.contactId).filter((id) => id !== null);
  await tell(optingOut, trx, accountId, contactIds, now);
  await markOptedOut(trx, accountId, contactIds, true);
  await recordConsents(
    trx,
    accountId,
    added.map((each) => ({ ...NOTHING, ...each, kind: 'opt-out' })),
    now,
  );
  await recordOptOutEvents(trx, accountId, added, now);
  await tell(optedOutNow, trx, accountId, added, now);
  return fresh;
}

const isOverAddress = (each: NewOptOut) => each.overAddressOf !== undefined;

/**
 * Of numbers that opted out over a secret address (a test phone, a gateway), and once more in another way:
 * what comes over that address takes this one not back.
 */
async function prove(trx: Db, accountId: number, people: readonly NewOptOut[]): Promise<void> {
  if (people.length === 0) return;
  await sql`
    with given as materialized (
      select * from unnest(
        ${people.map((each) => each.phone)}::text[], ${people.map((each) => each.channelId)}::bigint[],
        ${people.map((each) => each.source)}::text[], ${people.map((each) => each.words)}::text[],
        ${people.map((each) => each.note ?? '')}::text[], ${people.map((each) => each.userId ?? null)}::bigint[]
      ) as each (phone, channel_id, source, words, note, user_id)
    ), weak as materialized (
      select o.phone from suppressions o join given on given.phone = o.phone
      where o.account_id = ${accountId} and o.over_address_of is not null order by o.phone for update of o
    )
    update suppressions o set channel_id = given.channel_id, source = given.source, words = given.words,
      note = given.note, user_id = given.user_id, over_address_of = null
    from given join weak on weak.phone = given.phone
    where o.account_id = ${accountId} and o.phone = given.phone`.execute(trx);
}

/**
 * Takes opt-outs back because these people asked for it, and records that they agreed. Whoever has got hold
 * of a channel's secret address may write anything there: what came over it (`overAddressOf`) takes back only
 * what came over it; all test phones of an account are one, since the same people write on them. Answers the
 * numbers that stay opted out. Needs a transaction.
 */
export async function liftOptOuts(
  trx: Db,
  accountId: number,
  people: readonly NewOptOut[],
  now: Date,
): Promise<Set<string>> {
  const distinct = onePerPhone(people);
  if (distinct.length === 0) return new Set();
  const lifted = await rows(
    trx,
    sql<{ phone: string }>`
      delete from suppressions o
      using unnest(
        ${distinct.map((each) => each.phone)}::text[],
        ${distinct.map((each) => each.overAddressOf ?? null)}::bigint[]
      ) as given (phone, over_address_of)
      where o.account_id = ${accountId} and o.phone = given.phone
        and (given.over_address_of is null or coalesce(o.over_address_of, o.channel_id) = given.over_address_of
          or ${areTestPhones(accountId)})
      returning o.phone`,
  );
  const phones = new Set(lifted.map((row) => row.phone));
  // Only those: another transaction may be opting a number out that this one found free.
  const changed = distinct
    .filter((each) => phones.has(each.phone))
    .map((each) => each.contactId)
    .filter((id) => id !== null);
  await markOptedOut(trx, accountId, changed, false);
  if (changed.length > 0) await tell(optedBackIn, trx, accountId, changed, now);
  const limited = distinct.filter((each) => each.overAddressOf !== undefined && !phones.has(each.phone));
  const left = await optedOut(
    trx,
    accountId,
    limited.map((each) => each.phone),
  );
  const agreed = distinct.filter((each) => !left.has(each.phone));
  const consents = agreed.map((each) => ({ ...NOTHING, ...each, kind: 'opt-in' as const }));
  await recordConsents(trx, accountId, consents, now);
  return left;
}

/** The opt-out `o` and what takes it back (`given`) came over test phones, be it of two channels. */
const areTestPhones = (accountId: number) => sql`
  2 = (select count(*) from unnest(array[o.over_address_of, given.over_address_of]) as said (channel_id)
    join channels h on h.account_id = ${accountId} and h.id = said.channel_id and h.connection_kind = 'simulator')`;

export type Asked = { phone: string; channelId: number; campaignId: number; words: string };

/** How often somebody is told how to opt in again, at most. */
const HINT_EVERY_MS = 24 * 3_600_000;

/**
 * Notes keywords of people who opted out beside their opt-outs. Answers the numbers that are to be told how
 * to opt in again: those whose channel wants it, and who were not a moment ago.
 */
export async function noteAsked(
  trx: Db,
  accountId: number,
  asked: readonly Asked[],
  now: Date,
): Promise<Set<string>> {
  if (asked.length === 0) return new Set();
  const noted = await rows(
    trx,
    sql<{ phone: string; hint: boolean }>`
      with given as materialized (
        select * from unnest(
          ${asked.map((each) => each.phone)}::text[], ${asked.map((each) => each.channelId)}::bigint[],
          ${asked.map((each) => each.campaignId)}::bigint[], ${asked.map((each) => each.words)}::text[]
        ) as each (phone, channel_id, campaign_id, words)
      ), before as (
        select o.phone, o.asked_at from suppressions o join given on given.phone = o.phone
        where o.account_id = ${accountId} order by o.phone for update of o
      )
      update suppressions o set asked_at = ${now}, asked_words = given.words, asked_campaign_id = given.campaign_id
      from given join before on before.phone = given.phone
        left join channels h on h.account_id = ${accountId} and h.id = given.channel_id
      where o.account_id = ${accountId} and o.phone = given.phone
      returning o.phone, coalesce(h.start_hint, false)
        and coalesce(before.asked_at <= ${new Date(now.getTime() - HINT_EVERY_MS)}, true) as hint`,
  );
  return new Set(noted.filter(({ hint }) => hint).map(({ phone }) => phone));
}

/** Which of these numbers (E.164) are opted out. */
export async function optedOut(db: Db, accountId: number, phones: readonly string[]): Promise<Set<string>> {
  return phones.length === 0 ? new Set() : run(db, optedOutStatement(db, accountId, phones));
}

/** The same, to go with others in one trip. */
export function optedOutStatement(
  db: Db,
  accountId: number,
  phones: readonly string[],
): Statement<Set<string>> {
  const text = sql`
    select phone from suppressions where account_id = ${accountId} and phone ${amongTexts(textArray(phones))}`;
  return {
    query: text.compile(db),
    read: (found) => new Set((found as { phone: string }[]).map((row) => row.phone)),
  };
}

export type NewConsent = {
  phone: string;
  kind: 'opt-in' | 'opt-out';
  channelId: number | null;
  listId: number | null;
  campaignId: number | null;
  campaignVersion: number | null;
  source: string;
  words: string;
  /** The call to action or question that the person had been shown. */
  shown?: string;
  /** The number or address that the person used. */
  address?: string;
  note?: string;
  userId?: number;
};

const NOTHING = { listId: null, campaignId: null, campaignVersion: null };

/** Appends to the proof of consent. */
export async function recordConsents(
  trx: Db,
  accountId: number,
  consents: readonly NewConsent[],
  now: Date,
): Promise<void> {
  const statement = consentStatement(trx, accountId, consents, now);
  if (statement) await run(trx, statement);
}

/** {@link recordConsents} as a statement; null when there is nothing to record. */
export function consentStatement(
  db: Db,
  accountId: number,
  consents: readonly NewConsent[],
  now: Date,
): Statement<void> | null {
  if (consents.length === 0) return null;
  const texts = (key: 'phone' | 'kind' | 'source' | 'words' | 'shown' | 'address' | 'note') =>
    textArray(consents.map((consent) => consent[key] ?? ''));
  const numbers = (key: 'channelId' | 'listId' | 'campaignId' | 'campaignVersion' | 'userId') =>
    numberArray(consents.map((consent) => consent[key] ?? null));
  const insert = sql`
    insert into consents (account_id, phone, kind, channel_id, list_id, campaign_id, campaign_version, source, words, shown,
      address, note, user_id, at)
    select ${accountId}, given.*, ${now}
    from unnest(
      ${texts('phone')}::text[], ${texts('kind')}::text[], ${numbers('channelId')}::bigint[],
      ${numbers('listId')}::bigint[], ${numbers('campaignId')}::bigint[], ${numbers('campaignVersion')}::int[],
      ${texts('source')}::text[], ${texts('words')}::text[], ${texts('shown')}::text[], ${texts('address')}::text[],
      ${texts('note')}::text[], ${numbers('userId')}::bigint[]
    ) as given`;
  const fed = [
    fedConsents(db, accountId, 'contact.opted_in', 'opt-in'),
    fedConsents(db, accountId, 'contact.opted_out', 'opt-out'),
  ].filter((each) => each !== null);
  const storing =
    fed.length > 0 ? sql`with stored as (${insert} returning *)${sql.join(fed, sql` `)} select` : insert;
  return writing(db, storing);
}

const fedConsents = (
  db: Db,
  accountId: number,
  event: 'contact.opted_in' | 'contact.opted_out',
  kind: NewConsent['kind'],
) =>
  feedCte(
    db,
    accountId,
    event,
    sql`
      select c.id, s.at, s.id::text, jsonb_build_object('campaign', s.campaign_id, 'channel', s.channel_id)
        || ${event === 'contact.opted_in' ? sql`jsonb_build_object('list', s.list_id)` : sql`'{}'::jsonb`}, s.id
      from stored s join contacts c on c.account_id = ${accountId} and c.phone = s.phone
      where s.kind = ${kind}`,
  );

type OptOutPlace = {
  contactId: number;
  campaignId: number;
  blastId: number | null;
  stepId: number | null;
  /** Of the campaign, as the contact had it; null: it is not known. */
  version: number | null;
};

/**
 * The event goes to the campaign, the step and the blast whose message the person got last; without one there
 * is none to blame.
 */
async function recordOptOutEvents(
  trx: Db,
  accountId: number,
  people: readonly NewOptOut[],
  now: Date,
): Promise<void> {
  const zone = await zoneOf(trx, accountId);
  const lastSent = await rows(
    trx,
    sql<OptOutPlace>`
      select given.contact_id as "contactId", m.campaign_id as "campaignId", m.blast_id as "blastId", m.step_id as "stepId", (
          select coalesce((v.session->>'published')::integer, 0) from conversations v
          where v.account_id = ${accountId} and v.channel_id = m.channel_id and v.contact_id = given.contact_id
            and v.campaign_id = m.campaign_id
        ) as version
      from unnest(${people.map((each) => each.contactId)}::bigint[]) as given (contact_id)
      cross join lateral (
        select campaign_id, blast_id, step_id, channel_id from messages
        where account_id = ${accountId} and contact_id = given.contact_id and campaign_id is not null
          and not (blast_id is not null and status in ('queued', 'held', 'skipped'))
        order by created_at desc, id desc limit 1
      ) m`,
  );
  const wordsOf = new Map<number | null, string>(people.map((each) => [each.contactId, each.words]));
  await recordEvents(
    trx,
    accountId,
    zone,
    lastSent.map(({ contactId, campaignId, blastId, stepId, version }) => ({
      campaignId,
      stepId: stepId ?? undefined,
      version: version ?? undefined,
      kind: 'optout',
      at: now,
      contactId,
      blastId: blastId ?? undefined,
      raw: wordsOf.get(contactId),
    })),
  );
}

function onePerPhone<Person extends NewOptOut>(people: readonly Person[]): Person[] {
  return [...new Map(people.map((each) => [each.phone, each])).values()];
}
