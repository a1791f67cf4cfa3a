/**
 * Single messages on their way out: replies, notifications, codes. A blast's messages come from its fan-out
 * instead.
 */

import type { PlacedLink } from '@parley/engine';
import { countSms } from '@parley/rules/sms.ts';
import type { RawBuilder } from 'kysely';
import { spending } from '../credits/index.ts';
import { booleanArray, numberArray, textArray } from '../platform/db/arrays.ts';
import { type Db, isCheckViolation, sql } from '../platform/db/database.ts';
import { run, type Statement } from '../platform/db/statement.ts';
import type { Services } from '../platform/services.ts';
import type { OpenSpan } from '../platform/traces/traces.ts';
import { firstTimers, sendPolicyOf, stillMutes, withDisclosure } from '../policy/index.ts';
import { type DirectMessage, type DirectSend, directSends } from './direct-send.ts';
import { POLICIES, type Policy, type Purpose } from './purposes.ts';
import { tracedQueue } from './trace-messages.ts';

export type NewMessage = {
  channelId: number;
  contactId: number;
  campaignId: number | null;
  /** The blast whose conversation says this. */
  blastId: number | null;
  stepId: number | null;
  /** Where it comes from, as it is stored and shown. */
  origin:
    | 'flow'
    /** Said when a wait of days, weeks or until a date is over: a send. */
    | 'wait'
    | 'keyword'
    | 'catch-all'
    | 'trigger'
    | 'notify'
    | 'system'
    | 'test'
    | 'blast'
    | 'automata'
    | 'inbox'
    | 'api';
  /** How it is treated. */
  purpose: Purpose;
  body: string;
  /** Address of a picture; null: a text message. */
  media: string | null;
  /** Links to be shortened: where samples stand for them in the body. */
  links?: readonly PlacedLink[];
  /** What asks for it, where that is traced. */
  cause?: OpenSpan;
  /**
   * Whoever asks for it has read in this transaction that the person is there, not opted out and, where a
   * flow says it, not muted: their number. The last gate looks again.
   */
  checked?: { phone: string };
};

export type QueuedMessage = {
  id: number;
  /**
   * 'skipped' has a reason. It is recorded, shown and never sent. 'loop': the contact is muted, because two
   * machines seem to talk. 'held' waits for credits.
   */
  status: 'queued' | 'held' | 'skipped';
  reason: 'opted-out' | 'balance' | 'loop' | null;
  credits: number;
};

/** `credits`: what it costs when it is sent. */
type PricedMessage = NewMessage & { id: number; credits: number; segments: number };
type CertainMessage = PricedMessage & { checked: { phone: string } };

export type QueueStatements = {
  /** Answers the ids of those that are leased to the sender of this process. */
  rows: Statement<number[]> | null;
  paid: Statement<QueuedMessage[]>;
  /** What `paid` answers unless it fails, where that is known before; else null. */
  expected: QueuedMessage[] | null;
  /** After the commit: hands over what `rows` answered, and wakes the outbox for all others. */
  sendOn: (leased: readonly number[]) => void;
};

export type QueueRules = {
  /**
   * All or none: it fails ({@link isOverdrawn}) when the balance does not last for all. Not for an account
   * without a balance.
   */
  requireFullBalance?: boolean;
  /**
   * What may go without waiting in the outbox: answers alone, or all of it, where this transaction has seen
   * that neither a pause nor quiet hours hold any of it. `sendOn` must be called after the commit.
   */
  mayGoDirectly?: 'answers' | 'all';
};

/**
 * Records messages and queues those that may be sent, in the order given; one statement however many. They
 * are charged in their order while the balance lasts, with one ledger row; what a conversation says beyond
 * that waits for credits (unpaid-replies.ts). Wake the signal `outbox` after the commit.
 */
export async function queueMessages(
  trx: Db,
  services: Services,
  accountId: number,
  given: readonly NewMessage[],
): Promise<QueuedMessage[]> {
  const statements = await queueStatements(trx, services, accountId, given);
  return statements ? runQueue(trx, statements) : [];
}

/** Runs the statements of {@link queueStatements} by themselves. */
export async function runQueue(
  trx: Db,
  { rows, paid }: Pick<QueueStatements, 'rows' | 'paid'>,
): Promise<QueuedMessage[]> {
  if (rows) await run(trx, rows);
  return run(trx, paid);
}

/**
 * {@link queueMessages} as statements, to be run in this order; null when there is nothing to queue. `rows`
 * touches nothing that other groups of the account touch; `paid` holds its balance until the transaction
 * ends.
 */
export async function queueStatements(
  trx: Db,
  services: Services,
  accountId: number,
  given: readonly NewMessage[],
  { requireFullBalance = false, mayGoDirectly }: QueueRules = {},
): Promise<QueueStatements | null> {
  if (given.length === 0) return null;
  const now = services.clock.now();
  const messages = await introduced(trx, services, accountId, given);
  const priced: PricedMessage[] = [];
  for (const message of messages) {
    const { credits, segments } = countMessage(message.body, message.media);
    const id = await services.messageIds.next();
    priced.push({ ...message, id, credits: policyOf(message).charged ? credits : 0, segments });
  }
  const traced = tracedQueue(services, accountId, priced);
  if (requireFullBalance && priced.every(isCertain)) {
    const mayAll = mayGoDirectly === 'all' || (mayGoDirectly === 'answers' && priced.every(isAnswer));
    const direct = mayAll ? directSendOf(services, priced) : null;
    return traced(certainStatements(trx, services, accountId, priced, { direct, now }));
  }
  const query = judgingStatement(accountId, priced, requireFullBalance, now);
  return traced({
    rows: null,
    paid: { query: query.compile(trx), read: (rows) => (rows as QueuedMessage[]).map(queuedOf) },
    expected: null,
    sendOn: () => services.signals.wake('outbox'),
  });
}

/** Looks at each message once more, and charges and stores it by what is found. */
function judgingStatement(
  accountId: number,
  messages: readonly PricedMessage[],
  requireFullBalance: boolean,
  now: Date,
): RawBuilder<QueuedMessage> {
  const flags = (pick: (policy: Policy) => boolean) =>
    booleanArray(messages.map((message) => pick(policyOf(message))));
  return sql<QueuedMessage>`
      with given as materialized (
        select * from unnest(
          ${columnsOf(messages)}, ${flags((each) => each.toOptedOut)}::boolean[],
          ${booleanArray(messages.map(isCertain))}::boolean[], ${flags((each) => each.muted)}::boolean[],
          ${flags((each) => each.waitsForCredits)}::boolean[]
        ) with ordinality as each (${COLUMNS}, to_opted_out, checked, muted, waits, n)
      ),
      -- Once for each message: what reads it several times would look again each time.
      judged as materialized (
        select given.*,
          -- Null: the contact is gone.
          case when given.checked then false else (
            select o.phone is not null and not given.to_opted_out
            from contacts c left join suppressions o on o.account_id = ${accountId} and o.phone = c.phone
            where c.account_id = ${accountId} and c.id = given.contact_id
          ) end as stopped,
          -- Behind what waits already: a conversation keeps its order.
          given.waits and exists (select 1 from unpaid_replies u where u.account_id = ${accountId}
            and u.contact_id = given.contact_id and u.channel_id = given.channel_id) as behind,
          given.muted and not given.checked and exists (select 1 from muted_conversations k where k.account_id = ${accountId}
            and k.channel_id = given.channel_id and k.contact_id = given.contact_id and ${stillMutes('k', now)}) as looping
        from given
      ),
      ${requireFullBalance ? sql`` : sql`funds as (select balance from balances where account_id = ${accountId} for update),`}
      decided as (
        select judged.*,
          case
            when stopped then 'opted-out'
            when looping then 'loop'
            when behind then 'balance'
            ${requireFullBalance ? NEVER_SHORT : SHORT}
          end as reason
        from judged where stopped is not null
      ),
      settled as (
        select *, case when reason is null then 'queued' when reason = 'balance' and waits then 'held' else 'skipped' end as status
        from decided
      ),
      cost as (
        select coalesce(sum(credits), 0) as credits, count(*) as messages
        from decided where reason is null and credits > 0
      ),
      ${spending(accountId, now)},
      ${storing(accountId, now)}
      select n, id, status, reason, case when reason is null then credits else 0 end as credits
      from settled order by n`;
}

/** CTEs over `settled` and `decided`: the messages, those that wait for credits, and the outbox. */
const storing = (accountId: number, now: Date) => sql`
    stored as (
      insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, step_id, origin, status, body,
        media, credits, segments, reason, created_at, settled_at)
      select ${accountId}, id, channel_id, contact_id, campaign_id, blast_id, step_id, origin, status::message_status, body, media,
        case when reason is null then credits else 0 end, segments, reason, ${now}::timestamptz,
        case when status = 'skipped' then ${now}::timestamptz end
      from settled
    ),
    unpaid as (
      insert into unpaid_replies (account_id, message_id, channel_id, contact_id, credits, reply, holds, since)
      select ${accountId}, id, channel_id, contact_id, credits, reply, origin <> 'notify', ${now}::timestamptz
      from settled where status = 'held'
    ),
    waiting as (
      insert into outbox (account_id, message_id, channel_id, reply, due_at)
      select ${accountId}, id, channel_id, reply, ${now}::timestamptz
      from decided where reason is null
    )`;

/** Nothing is left to be asked about it: it is queued, or its group fails. */
const isCertain = (message: PricedMessage): message is CertainMessage => message.checked !== undefined;

/** Neither quiet hours nor a pause hold it. */
const isAnswer = (message: NewMessage) => policyOf(message).ahead;

const directSendOf = (services: Services, messages: readonly NewMessage[]): DirectSend | null =>
  directSends.one(services, [...new Set(messages.map(({ channelId }) => channelId))]);

/**
 * For messages that are certain to be sent and paid: half the work of looking at each once more. Those that
 * are leased to the sender of this process are committed as 'sending' by a statement that looks for opt-outs,
 * as the gate of the outbox does (`markSending`); whoever opted out since waits for that gate.
 */
function certainStatements(
  db: Db,
  { signals }: Services,
  accountId: number,
  messages: readonly CertainMessage[],
  { direct, now }: { direct: DirectSend | null; now: Date },
): QueueStatements {
  const query = sql<{ id: number }>`
    with given as materialized (
      select each.*, ${direct !== null}::boolean and not exists (
        select from suppressions o where o.account_id = ${accountId} and o.phone = each.phone) as leased
      from unnest(${columnsOf(messages)}, ${textArray(messages.map(({ checked }) => checked.phone))}::text[])
        as each (${COLUMNS}, phone)
    ),
    stored as (
      insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, step_id, origin, status, body,
        media, credits, segments, created_at, sent_at)
      select ${accountId}, id, channel_id, contact_id, campaign_id, blast_id, step_id, origin,
        case when leased then 'sending'::message_status else 'queued' end, body, media, credits, segments,
        ${now}::timestamptz, case when leased then ${now}::timestamptz end
      from given
    ),
    waiting as (
      insert into outbox (account_id, message_id, channel_id, reply, due_at, worker, leased_until, submitted)
      select ${accountId}, id, channel_id, reply, ${now}::timestamptz, case when leased then ${direct?.worker ?? null} end,
        case when leased then ${direct?.leasedUntil ?? null}::timestamptz end,
        case when leased then false end
      from given
    )
    select id from given where leased`;
  const cost = messages.reduce((sum, { credits }) => sum + credits, 0);
  const charged = messages.filter(({ credits }) => credits > 0).length;
  const paid = sql`
    with cost as (select ${cost}::int as credits, ${charged}::int as messages),
    ${spending(accountId, now)}
    select from cost`;
  const queued = messages.map(
    ({ id, credits }): QueuedMessage => ({ id, status: 'queued', reason: null, credits }),
  );
  return {
    rows: {
      query: query.compile(db),
      read: (found) => (found as { id: number }[]).map(({ id }) => id),
    },
    paid: { query: paid.compile(db), read: () => queued },
    expected: queued,
    sendOn(leased) {
      const ours = new Set(leased);
      if (ours.size < messages.length) signals.wake('outbox');
      if (ours.size > 0)
        direct?.send(
          accountId,
          messages.flatMap((message) => (ours.has(message.id) ? [directMessage(message, now)] : [])),
        );
    },
  };
}

const directMessage = (message: CertainMessage, now: Date): DirectMessage => ({
  id: message.id,
  channelId: message.channelId,
  contactId: message.contactId,
  body: message.body,
  media: message.media,
  segments: message.segments,
  firstTry: now,
  phone: message.checked.phone,
  optedOut: false,
});

/** Records what is not sent and costs nothing, so that people see it and why. */
export async function recordSkipped(
  trx: Db,
  services: Services,
  accountId: number,
  given: readonly NewMessage[],
  reason: 'frequency',
): Promise<void> {
  if (given.length === 0) return;
  const now = services.clock.now();
  const messages: PricedMessage[] = [];
  for (const message of given) {
    const { segments } = countMessage(message.body, message.media);
    messages.push({ ...message, id: await services.messageIds.next(), credits: 0, segments });
  }
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, step_id, origin, status, body,
      media, credits, segments, reason, created_at, settled_at)
    select ${accountId}, id, channel_id, contact_id, campaign_id, blast_id, step_id, origin, 'skipped', body, media,
      credits, segments, ${reason}, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${columnsOf(messages)}) as each (${COLUMNS})`.execute(trx);
}

/** What a message is stored with, as `unnest` takes it; {@link COLUMNS} names it. */
function columnsOf(messages: readonly PricedMessage[]): RawBuilder<unknown> {
  const numbers = (pick: (message: PricedMessage) => number | null) => numberArray(messages.map(pick));
  const texts = (pick: (message: PricedMessage) => string | null) => textArray(messages.map(pick));
  return sql`
    ${numbers((each) => each.id)}::bigint[], ${numbers((each) => each.channelId)}::bigint[],
    ${numbers((each) => each.contactId)}::bigint[], ${numbers((each) => each.campaignId)}::bigint[],
    ${numbers((each) => each.blastId)}::bigint[], ${numbers((each) => each.stepId)}::bigint[],
    ${texts((each) => each.origin)}::text[], ${texts((each) => each.body)}::text[], ${texts((each) => each.media)}::text[],
    ${numbers((each) => each.credits)}::smallint[], ${numbers((each) => each.segments)}::smallint[],
    ${booleanArray(messages.map((each) => policyOf(each).ahead))}::boolean[]`;
}
const COLUMNS = sql`
  id, channel_id, contact_id, campaign_id, blast_id, step_id, origin, body, media, credits, segments, reply`;

const policyOf = ({ purpose }: NewMessage): Policy => POLICIES[purpose];

const queuedOf = ({ id, status, reason, credits }: QueuedMessage): QueuedMessage => ({
  id,
  status,
  reason,
  credits,
});

/**
 * Whether a balance is sure to last for so many messages, unless others spend most of it in this very moment.
 */
export const lastsFor = (balance: number, messages: number): boolean => balance >= messages * SURE_CREDITS;
/** More than a message costs. */
const SURE_CREDITS = 20;

const SHORT = sql`
  when credits > 0 and sum(credits) filter (where not stopped and not looping) over (order by n)
    > coalesce((select balance from funds), 0) then 'balance'`;
const NEVER_SHORT = sql``;

/** The balance was too low for all of a statement's messages. */
export const isOverdrawn = (error: unknown): boolean => isCheckViolation(error, 'balances_balance_check');

/** The first thing that somebody gets from a channel carries the channel's disclosure, where it has one. */
async function introduced(
  trx: Db,
  services: Services,
  accountId: number,
  messages: readonly NewMessage[],
): Promise<readonly NewMessage[]> {
  let result = messages;
  for (const channelId of new Set(messages.map((message) => message.channelId))) {
    const { disclosure } = await sendPolicyOf({ db: trx, runtime: services.runtime }, accountId, channelId);
    if (disclosure === '') continue;
    const own = messages.filter((message) => message.channelId === channelId && policyOf(message).charged);
    const ids = [...new Set(own.map((message) => message.contactId))];
    const first = await firstTimers(trx, accountId, channelId, ids);
    result = result.map((message) => {
      const { charged } = policyOf(message);
      const tells = message.channelId === channelId && charged && first.delete(message.contactId);
      return tells ? { ...message, body: withDisclosure(message.body, disclosure) } : message;
    });
  }
  return result;
}

/** Price and parts of one message; a picture alone counts one. */
export function countMessage(body: string, media: string | null): { credits: number; segments: number } {
  const { credits, segments } = countSms(body);
  return media === null
    ? { credits, segments }
    : { credits: Math.max(1, credits), segments: Math.max(1, segments) };
}
