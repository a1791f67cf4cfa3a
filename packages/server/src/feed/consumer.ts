/**
 * Gives consumers what was fed, in groups of one account, in the order in which it was fed: one group of an
 * account and consumer at a time, whichever process it is in. A group is handled and deleted in one
 * transaction, so that a crash loses none and none has its effects twice.
 */
import { type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { later } from '../platform/db/later.ts';
import { claimFirst, LOOKED_AT } from '../platform/db/leases.ts';
import { isUnavailable } from '../platform/db/outage.ts';
import { startDueLoop } from '../platform/due-loops.ts';
import type { Background, Services } from '../platform/services.ts';
import type { NewContactEvent } from './feed-events.ts';
import type { FeedConsumerName } from './listeners.ts';

export type FeedEvent = NewContactEvent & { id: number };

export type FeedConsumer = {
  consumer: FeedConsumerName;
  /**
   * Does what follows from a group (oldest first, ids rising), all of it in `trx`; answers what is to be done
   * after the commit. Where it throws, the group comes again, after a rest of that account. One fact may come
   * twice where it was fed twice: acts are keyed by kind, fact and contact.
   */
  handle: (trx: Db, accountId: number, events: readonly FeedEvent[]) => Promise<(() => void) | undefined>;
};

const GROUP_SIZE = 500;
const REST_MS = 1_000;
const LONGEST_REST_MS = 5 * 60_000;

export function startFeedConsumer(services: Services, consumer: FeedConsumer): Background {
  return startDueLoop(services, {
    name: `feed of ${consumer.consumer}`,
    due: (now) => waitingTurns(consumer.consumer, now),
    once: () => handleNextGroup(services, consumer),
  });
}

/** The group of the account that has waited longest for its turn. False: there is none. */
export async function handleNextGroup(services: Services, feedConsumer: FeedConsumer): Promise<boolean> {
  const { db, clock, log } = services;
  const { consumer, handle } = feedConsumer;
  let accountId: number | undefined;
  try {
    const afterwards = await transact(db, async (trx) => {
      accountId = await takeTurn(trx, consumer, clock.now());
      if (accountId === undefined) return undefined;
      const events = await oldest(trx, accountId, consumer);
      const after = await handle(trx, accountId, events);
      await endTurn(trx, accountId, consumer, events, clock.now());
      return after;
    });
    afterwards?.();
    return accountId !== undefined;
  } catch (error) {
    if (accountId === undefined || isUnavailable(error)) throw error;
    log.error({ err: error, accountId, consumer }, 'a group of events could not be handled and waits');
    await rest(db, accountId, consumer, clock.now());
    return true;
  }
}

/** Accounts with something for a consumer. */
const waitingTurns = (consumer: FeedConsumerName, now: Date, accountId = sql`t.account_id`) => sql`
  event_feed_turns t
  where t.consumer = ${consumer} and t.retry_at <= ${now}
    and exists (select 1 from event_feed f where f.account_id = ${accountId} and f.consumer = ${consumer})`;

async function takeTurn(trx: Db, consumer: FeedConsumerName, now: Date): Promise<number | undefined> {
  const waiting = await rows(
    trx,
    sql<{ accountId: number }>`
      select t.account_id as "accountId" from ${waitingTurns(consumer, now)}
      order by t.served_at, t.account_id limit ${LOOKED_AT}`,
  );
  const turn = await claimFirst(waiting, (accountId) =>
    first(
      trx,
      sql<{ accountId: number }>`
        select t.account_id as "accountId" from ${waitingTurns(consumer, now, sql`${accountId}`)}
          and t.account_id = ${accountId} for update of t skip locked`,
    ),
  );
  return turn?.accountId;
}

const oldest = (trx: Db, accountId: number, consumer: FeedConsumerName) =>
  rows(
    trx,
    sql<FeedEvent>`
      select id, kind, contact_id as "contactId", at, fact, properties from event_feed
      where account_id = ${accountId} and consumer = ${consumer} order by id limit ${GROUP_SIZE}`,
  );

/** By their ids: rows of transactions that took longer become visible behind later ones. */
async function endTurn(
  trx: Db,
  accountId: number,
  consumer: FeedConsumerName,
  events: readonly FeedEvent[],
  now: Date,
): Promise<void> {
  await sql`
    delete from event_feed where account_id = ${accountId} and consumer = ${consumer}
      and id = any(${events.map(({ id }) => id)}::bigint[])`.execute(trx);
  await sql`
    update event_feed_turns set served_at = ${now}, failures = 0
    where account_id = ${accountId} and consumer = ${consumer}`.execute(trx);
}

/** The longer, the more often it failed. */
async function rest(db: Db, accountId: number, consumer: FeedConsumerName, now: Date): Promise<void> {
  await sql`
    update event_feed_turns set failures = least(failures + 1, 30), served_at = ${now},
      retry_at = ${later(sql`${now}::timestamptz`, sql`least(${REST_MS} * 2 ^ failures, ${LONGEST_REST_MS}) * interval '1 millisecond'`)}
    where account_id = ${accountId} and consumer = ${consumer}`.execute(db);
}
