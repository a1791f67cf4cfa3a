/** All SQL that writes conversations, their timers and their API calls. */
import { type Session, type StoredSession, upgradeSession } from '@parley/engine';
import { booleanArray, numberArray } from '../platform/db/arrays.ts';
import { type Db, isNullIn, rows, sql } from '../platform/db/database.ts';
import { run, type Statement, writing } from '../platform/db/statement.ts';
import type { KeyedRequest } from './call-rules.ts';

export type StoredTurn = {
  channelId: number;
  contactId: number;
  session: Session;
  blastId: number | null;
  /** Of a fresh one; one that goes on keeps its own. */
  automatonStartId: number | null;
  turn: number;
  /** The stored turn that it follows; 0: it is fresh, and takes the place of what is there. */
  follows: number;
};

/** The conversation has gone on since it was read: the turn must be played again. */
export const isStale = (error: unknown): boolean => isNullIn(error, 'conversations', 'turn');

/**
 * Stores conversations after a turn; at most one for each contact and channel. Fails for one that has gone on
 * ({@link isStale}).
 */
export function conversationStatements(
  db: Db,
  accountId: number,
  turns: readonly StoredTurn[],
  now: Date,
): Statement<void>[] {
  // In one order everywhere, so that two batches wait for each other instead of locking each other up.
  const inOrder = turns.toSorted(
    (one, other) => one.contactId - other.contactId || one.channelId - other.channelId,
  );
  const fresh = inOrder.filter(({ follows }) => follows === 0);
  const going = inOrder.filter(({ follows }) => follows > 0);
  return [
    ...(going.length > 0 ? [goOn(db, accountId, going, now)] : []),
    ...(fresh.length > 0 ? [replace(db, accountId, fresh, now)] : []),
  ];
}

const eachOf = (turns: readonly StoredTurn[]) => sql`
  rows from (
    unnest(
      ${numberArray(turns.map((turn) => turn.channelId))}::bigint[], ${numberArray(turns.map((turn) => turn.contactId))}::bigint[],
      ${numberArray(turns.map((turn) => turn.session.campaignId))}::bigint[],
      ${booleanArray(turns.map((turn) => turn.session.status === 'active'))}::boolean[],
      ${numberArray(turns.map((turn) => turn.turn))}::int[], ${numberArray(turns.map((turn) => turn.follows))}::int[],
      ${numberArray(turns.map((turn) => turn.blastId))}::bigint[],
      ${numberArray(turns.map((turn) => turn.automatonStartId))}::bigint[]),
    jsonb_array_elements(${JSON.stringify(turns.map((turn) => turn.session))}::jsonb)
  ) as each (channel_id, contact_id, campaign_id, active, turn, follows, blast_id, automaton_start_id, session)`;

/**
 * Nobody was locked while the turn was played: that the conversation has not gone on meanwhile is asked here.
 */
function goOn(db: Db, accountId: number, turns: readonly StoredTurn[], now: Date): Statement<void> {
  return writing(
    db,
    sql`
      with given as materialized (select each.* from ${eachOf(turns)})
      update conversations v set campaign_id = given.campaign_id, active = given.active, session = given.session,
        turn = case when v.active and v.turn = given.follows then given.turn end, blast_id = given.blast_id,
        updated_at = ${now}
      from given
      where v.account_id = ${accountId} and v.channel_id = given.channel_id and v.contact_id = given.contact_id`,
  );
}

function replace(db: Db, accountId: number, turns: readonly StoredTurn[], now: Date): Statement<void> {
  return writing(
    db,
    sql`
      insert into conversations (account_id, channel_id, contact_id, campaign_id, active, session, turn, blast_id,
        automaton_start_id, updated_at)
      select ${accountId}, each.channel_id, each.contact_id, each.campaign_id, each.active, each.session,
        each.turn, each.blast_id, each.automaton_start_id, ${now}
      from ${eachOf(turns)}
      on conflict (account_id, channel_id, contact_id) do update set
        campaign_id = excluded.campaign_id, active = excluded.active, session = excluded.session,
        turn = excluded.turn, blast_id = excluded.blast_id,
        automaton_start_id = excluded.automaton_start_id, updated_at = excluded.updated_at`,
  );
}

type Place = { channelId: number; contactId: number };

/**
 * Ends the active conversations of these contacts on one channel each: another one, or nothing, takes their
 * place.
 */
export const replacingStatement = (db: Db, accountId: number, places: readonly Place[], now: Date) =>
  endingStatement(db, accountId, places, 'replaced', now);

function endingStatement(
  db: Db,
  accountId: number,
  places: readonly Place[],
  reason: Session['endReason'],
  now: Date,
): Statement<void> {
  return writing(
    db,
    sql`
      update conversations v set active = false, session = v.session || ${ENDED(reason)}::jsonb, updated_at = ${now}
      from unnest(
        ${places.map((place) => place.channelId)}::bigint[], ${places.map((place) => place.contactId)}::bigint[]
      ) as given (channel_id, contact_id)
      where v.account_id = ${accountId} and v.channel_id = given.channel_id and v.contact_id = given.contact_id
        and v.active`,
  );
}

/** Ends the active conversations at these places. */
export async function endAt(
  trx: Db,
  accountId: number,
  places: readonly Place[],
  reason: Session['endReason'],
  now: Date,
): Promise<void> {
  if (places.length > 0) await run(trx, endingStatement(trx, accountId, places, reason, now));
}

/** Ends every active conversation of contacts who opted out, on all channels. */
export async function endConversations(
  trx: Db,
  accountId: number,
  contactIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update conversations v set active = false, session = v.session || ${ENDED('opted-out')}::jsonb, updated_at = ${now}
    where v.account_id = ${accountId} and v.contact_id = any(${contactIds}::bigint[]) and v.active
      and v.channel_id in (select c.id from channels c where c.account_id = ${accountId})`.execute(trx);
}

const ENDED = (endReason: Session['endReason']) =>
  JSON.stringify({ status: 'ended', endReason, waiting: null });

/**
 * Sets when conversations are to be woken. A timer that a later turn left behind is told by its turn and does
 * nothing.
 */
export function timerStatement(
  db: Db,
  accountId: number,
  timers: readonly (Place & { turn: number; dueAt: string; isSend: boolean })[],
): Statement<void> {
  return writing(
    db,
    sql`
      insert into timers (account_id, channel_id, contact_id, turn, due_at, is_send)
      select ${accountId}, given.channel_id, given.contact_id, given.turn, given.due_at, given.is_send
      from unnest(
        ${timers.map((timer) => timer.channelId)}::bigint[], ${timers.map((timer) => timer.contactId)}::bigint[],
        ${timers.map((timer) => timer.turn)}::int[], ${timers.map((timer) => timer.dueAt)}::timestamptz[],
        ${booleanArray(timers.map((timer) => timer.isSend))}::boolean[]
      ) as given (channel_id, contact_id, turn, due_at, is_send)
      order by given.contact_id, given.channel_id
      on conflict (account_id, channel_id, contact_id) do update set
        turn = excluded.turn, due_at = excluded.due_at, is_send = excluded.is_send, held_since = null,
        worker = null, leased_until = null`,
  );
}

/** Asks for API calls; their answers come back as turns. */
export function apiCallStatement(
  db: Db,
  accountId: number,
  calls: readonly (Place & { turn: number; request: KeyedRequest; reply: boolean })[],
  now: Date,
): Statement<void> {
  return writing(
    db,
    sql`
      insert into api_calls (account_id, channel_id, contact_id, turn, request, reply, due_at)
      select ${accountId}, given.channel_id, given.contact_id, given.turn, given.request::jsonb, given.reply, ${now}
      from unnest(
        ${calls.map((call) => call.channelId)}::bigint[], ${calls.map((call) => call.contactId)}::bigint[],
        ${calls.map((call) => call.turn)}::int[], ${calls.map((call) => JSON.stringify(call.request))}::text[],
        ${calls.map((call) => call.reply)}::boolean[]
      ) as given (channel_id, contact_id, turn, request, reply)`,
  );
}

/** A stored conversation with what a turn needs to know of its contact. */
export type LockedConversation = {
  channelId: number;
  contactId: number;
  phone: string;
  tags: Record<string, string>;
  timeZone: string | null;
  session: Session;
  turn: number;
  blastId: number | null;
};

/**
 * Reads active conversations and keeps everybody else from them until the transaction ends; in the order of
 * contacts, so that two batches wait for each other and never lock each other up.
 */
export async function lockConversations(
  trx: Db,
  accountId: number,
  places: readonly Place[],
): Promise<LockedConversation[]> {
  const found = await rows(
    trx,
    sql<Omit<LockedConversation, 'session'> & { session: StoredSession }>`
      select v.channel_id as "channelId", v.contact_id as "contactId", c.phone, c.tags, c.time_zone as "timeZone",
        v.session, v.turn, v.blast_id as "blastId"
      from unnest(
        ${places.map((place) => place.channelId)}::bigint[], ${places.map((place) => place.contactId)}::bigint[]
      ) as given (channel_id, contact_id)
      join conversations v
        on v.account_id = ${accountId} and v.channel_id = given.channel_id and v.contact_id = given.contact_id
      join contacts c on c.account_id = ${accountId} and c.id = v.contact_id
      where v.active
      order by v.contact_id, v.channel_id
      for no key update of v`,
  );
  return found.map((each) => ({ ...each, session: upgradeSession(each.session) }));
}
