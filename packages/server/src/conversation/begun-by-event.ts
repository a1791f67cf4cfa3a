/** Conversations that an automata began because something happened: ended when it says so, and no others. */
import { cancelUnpaid, endWaiting } from '../messages/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { run } from '../platform/db/statement.ts';
import { endAt } from './store.ts';

/** A start of an automata, with where its conversation is. */
export type Begun = { id: number; channelId: number; contactId: number; at: Date };

/**
 * Ends the conversations of these starts that still are theirs: what of them waits to be sent is cancelled
 * and paid back. One that another conversation has replaced stays as it is. Needs a transaction.
 */
export async function endBegunBy(
  trx: Db,
  accountId: number,
  starts: readonly Begun[],
  now: Date,
): Promise<void> {
  if (starts.length === 0) return;
  const given = sql`unnest(
      ${starts.map(({ id }) => id)}::bigint[], ${starts.map(({ channelId }) => channelId)}::bigint[],
      ${starts.map(({ contactId }) => contactId)}::bigint[], ${starts.map(({ at }) => at)}::timestamptz[]
    ) as given (id, channel_id, contact_id, at)`;
  const theirs = await rows(
    trx,
    sql<Begun & { active: boolean }>`
      select given.id, v.channel_id as "channelId", v.contact_id as "contactId", given.at, v.active
      from ${given}
      join conversations v on v.account_id = ${accountId} and v.channel_id = given.channel_id
        and v.contact_id = given.contact_id and v.automaton_start_id = given.id
      order by v.contact_id, v.channel_id for no key update of v`,
  );
  if (theirs.length === 0) return;
  await endAt(
    trx,
    accountId,
    theirs.filter(({ active }) => active),
    'exited',
    now,
  );
  await run(trx, cancelUnpaid(trx, accountId, theirs, now));
  const waiting = await rows(
    trx,
    sql<{ id: number }>`
      select m.id from unnest(
        ${theirs.map(({ channelId }) => channelId)}::bigint[], ${theirs.map(({ contactId }) => contactId)}::bigint[],
        ${theirs.map(({ at }) => at)}::timestamptz[]
      ) as given (channel_id, contact_id, at)
      join messages m on m.account_id = ${accountId} and m.contact_id = given.contact_id
        and m.channel_id = given.channel_id and m.created_at >= given.at
      where m.origin in ('automata', 'flow', 'wait') and m.status in ('queued', 'held')`,
  );
  await endWaiting(
    trx,
    accountId,
    waiting.map(({ id }) => id),
    'cancelled',
    now,
  );
}
