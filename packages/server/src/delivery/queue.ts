/** Single messages on their way out: replies, notifications, codes. A blast's messages come from its fan-out instead. */
import type { PlacedLink } from '@parley/engine';
import { countSms } from '@parley/rules/sms.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import type { Services } from '../services.ts';

export type NewMessage = {
  channelId: number;
  contactId: number;
  campaignId: number | null;
  /** The blast whose conversation says this. */
  blastId: number | null;
  stepId: number | null;
  origin: 'flow' | 'keyword' | 'trigger' | 'notify' | 'system' | 'test' | 'blast';
  body: string;
  /** Address of a picture; null: a text message. */
  media: string | null;
  /** Links to be shortened: where samples stand for them in the body. */
  links?: readonly PlacedLink[];
  /** Not charged, and sent to an opted-out number too: the answers to STOP, START and HELP. */
  free?: boolean;
};

export type QueuedMessage = {
  id: number;
  /** 'skipped' has a reason: 'opted-out' or 'balance'. It is recorded, shown and never sent. */
  status: 'queued' | 'skipped';
  reason: 'opted-out' | 'balance' | null;
  credits: number;
};

/**
 * Records messages and queues those that may be sent, in the order given; one statement however many. They are charged in
 * their order while the balance lasts, with one ledger row. Wake the signal `outbox` after the commit.
 */
export async function queueMessages(
  trx: Db,
  services: Services,
  accountId: number,
  messages: readonly NewMessage[],
): Promise<QueuedMessage[]> {
  if (messages.length === 0) return [];
  const now = services.clock.now();
  const ids: number[] = [];
  for (const _ of messages) ids.push(await services.messageIds.next());
  const counts = messages.map(({ body, media }) => countMessage(body, media));
  const column = <T>(pick: (message: NewMessage) => T) => messages.map(pick);
  const queued = await rows(
    trx,
    sql<QueuedMessage & { n: number }>`
      with given as (
        select * from unnest(
          ${ids}::bigint[], ${column((each) => each.channelId)}::bigint[], ${column((each) => each.contactId)}::bigint[],
          ${column((each) => each.campaignId)}::bigint[], ${column((each) => each.blastId)}::bigint[],
          ${column((each) => each.stepId)}::bigint[], ${column((each) => each.origin)}::text[],
          ${column((each) => each.body)}::text[], ${column((each) => each.media)}::text[],
          ${messages.map((each, n) => (each.free ? 0 : counts[n]?.credits))}::smallint[],
          ${counts.map((count) => count.segments)}::smallint[]
        ) with ordinality as given (id, channel_id, contact_id, campaign_id, blast_id, step_id, origin, body, media,
          credits, segments, n)
      ),
      judged as (
        select given.*, o.phone is not null and given.credits > 0 as stopped
        from given
        join contacts c on c.account_id = ${accountId} and c.id = given.contact_id
        left join opt_outs o on o.account_id = ${accountId} and o.phone = c.phone
      ),
      purse as (select balance from balances where account_id = ${accountId} for update),
      decided as (
        select judged.*,
          case
            when stopped then 'opted-out'
            when credits > 0 and sum(credits) filter (where not stopped) over (order by n)
              > coalesce((select balance from purse), 0) then 'balance'
          end as reason
        from judged
      ),
      cost as (
        select coalesce(sum(credits), 0) as credits, count(*) as messages
        from decided where reason is null and credits > 0
      ),
      paid as (
        update balances set balance = balance - cost.credits, spent = spent + cost.credits
        from cost where balances.account_id = ${accountId} and cost.credits > 0
      ),
      booked as (
        insert into ledger (account_id, kind, credits, messages, at)
        select ${accountId}, 'spend', cost.credits, cost.messages, ${now}::timestamptz from cost where cost.credits > 0
      ),
      stored as (
        insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, step_id, origin, status, body,
          media, credits, segments, reason, created_at, settled_at)
        select ${accountId}, id, channel_id, contact_id, campaign_id, blast_id, step_id, origin,
          (case when reason is null then 'queued' else 'skipped' end)::message_status, body, media,
          case when reason is null then credits else 0 end, segments, reason, ${now}::timestamptz,
          case when reason is not null then ${now}::timestamptz end
        from decided
      ),
      waiting as (
        insert into outbox (account_id, message_id, channel_id, due_at)
        select ${accountId}, id, channel_id, ${now}::timestamptz from decided where reason is null
      )
      select n, id, case when reason is null then 'queued' else 'skipped' end as status, reason,
        case when reason is null then credits else 0 end as credits
      from decided order by n`,
  );
  return queued.map(({ id, status, reason, credits }) => ({ id, status, reason, credits }));
}

/** Price and parts of one message; a picture alone counts one. */
export function countMessage(body: string, media: string | null): { credits: number; segments: number } {
  const { credits, segments } = countSms(body);
  return media === null
    ? { credits, segments }
    : { credits: Math.max(1, credits), segments: Math.max(1, segments) };
}
