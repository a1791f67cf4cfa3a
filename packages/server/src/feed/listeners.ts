/** Who wants which kinds of events of an account. */
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import { type Db, poolOf, sql } from '../platform/db/database.ts';
import { listenedKindsOf } from './listened-kinds.ts';
import { FEED_CHANNEL, LISTENERS } from './notices.ts';

/** Who acts on events. */
export type FeedConsumerName = 'automations' | 'webhooks';

/**
 * Says which kinds of events a consumer wants of an account: all of them, each time; none: it listens no
 * more, and is still given what was fed before. Needs a transaction. This process feeds it at once, others
 * as soon as they hear of the commit.
 */
export async function setListenedKinds(
  trx: Db,
  accountId: number,
  consumer: FeedConsumerName,
  kinds: readonly EventKindName[],
): Promise<void> {
  const pool = poolOf(trx);
  if (pool) listenedKindsOf(pool).expect(accountId, kinds);
  await sql`
    with gone as (
      delete from event_listeners
      where account_id = ${accountId} and consumer = ${consumer} and kind <> all(${kinds}::text[])
    ), turn as (
      insert into event_feed_turns (account_id, consumer, served_at, retry_at)
      values (${accountId}, ${consumer}, '-infinity', '-infinity') on conflict (account_id, consumer) do nothing
    )
    insert into event_listeners (account_id, consumer, kind)
    select ${accountId}, ${consumer}, kind from unnest(${kinds}::text[]) as wanted (kind) group by kind order by kind
    on conflict (account_id, consumer, kind) do nothing`.execute(trx);
  // By itself: what is told where rows lie is told there alone.
  await sql`select pg_notify(${FEED_CHANNEL}, ${`${LISTENERS}${accountId}`})`.execute(trx);
}
