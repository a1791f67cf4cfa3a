/** Sends single messages: replies, notices, codes. A lane of its own, so that they overtake blasts. */

import { LEASE_MS, leaseEnd } from '../blasts/index.ts';
import { channelsElsewhere } from '../carriers/index.ts';
import { NO_ANSWER, publishBlast, type Result, recordLateAnswers, storeResults } from '../messages/index.ts';
import { changed, type Db, rows, sql, transact } from '../platform/db/database.ts';
import { releaseOnOutage } from '../platform/db/outage.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { preparedDb } from '../platform/db/prepared.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { type ChannelLine, lineOf } from './channel-line.ts';
import { expireMessages } from './expire.ts';
import { checkPolicy, type Outgoing } from './policy-check.ts';
import { timeToLiveOf } from './rate-limit.ts';
import { groupByContact, recover, type StoredMessage } from './recover.ts';
import { type Group, metLater, submitGroups } from './submit.ts';

const ROUND = 200;
/** Rounds at a time: a slow carrier must not hold up the others, nor the results of one round the next. */
const MOST_ROUNDS = 8;
const LEASE_MARGIN_MS = 3_000;

type Claimed = {
  accountId: number;
  channelId: number;
  messageId: number;
  /** It answers the person's own text. */
  reply: boolean;
  abandoned: boolean;
  /** False: it was claimed and never handed over. Null: not written down, so it may have been. */
  handed: boolean | null;
  /** How long the channel tries. */
  timeToLiveMinutes: number | null;
  message: Outgoing | null;
};

export function startOutboxPump(services: Services): Background {
  const rounds = new Set<Promise<unknown>>();
  /** The names of their claims. */
  const working = new Set<string>();
  let stopping = false;
  const isStopping = () => stopping;
  // Their texts are the same each time: planned once, not for every round.
  const hot = preparedDb(services.pool);
  const transactHot = pipelined(services.pool);

  const loop = startLoop({
    name: 'outbox pump',
    log: services.log,
    pauseMs: 500,
    once: async () => {
      if (stopping || rounds.size >= MOST_ROUNDS) return false;
      // One name for each claim, so that work which lost its lease cannot take the next claim for its own.
      const worker = workerName();
      const now = services.clock.now();
      const claimed = await claimOutbox(hot, worker, [...working], channelsElsewhere(services), now).catch(
        // Whether it leased something is not known.
        releaseOnOutage(() => dropClaim(services.db, worker, now, null), isStopping),
      );
      if (claimed.length === 0) return false;
      const { gated, over } = sendRound(worker, claimed, now.getTime() + LEASE_MS);
      const round: Promise<unknown> = over
        .catch((error: unknown) => services.log.error({ err: error }, 'a round of the outbox failed'))
        .finally(() => {
          rounds.delete(round);
          working.delete(worker);
          loop.wake();
        });
      rounds.add(round);
      working.add(worker);
      // What comes meanwhile goes together in the next round: a few large ones cost less than many small
      // ones.
      await gated;
      return claimed.length === ROUND;
    },
  });
  services.signals.on('outbox', loop.wake);

  /**
   * `gated`: all of it has been through the gate, or failed; `over`: all of it is handed over and its results
   * are stored.
   */
  function sendRound(
    worker: string,
    claimed: readonly Claimed[],
    leasedUntil: number,
  ): { gated: Promise<unknown>; over: Promise<unknown> } {
    const channels = [...Map.groupBy(claimed, (each) => `${each.accountId}/${each.channelId}`).values()].map(
      (members) => ({ members, ready: metLater(makeReady(worker, members)) }),
    );
    const sent = channels.map(({ members, ready }) =>
      sendForChannel(worker, members, ready, leasedUntil).catch(
        releaseOnOutage(() => giveUp(worker, members), isStopping),
      ),
    );
    return { gated: Promise.allSettled(channels.map(({ ready }) => ready)), over: Promise.all(sent) };
  }

  /**
   * Gives back what work that broke off still holds. All that it handed over is answered and stored by then:
   * what is in 'sending' never was, and waits again. What it took over from a worker that died stays in
   * doubt.
   */
  async function giveUp(worker: string, members: readonly Claimed[]): Promise<void> {
    const { accountId, channelId } = members[0] as Claimed;
    const outcome = { ...NO_ANSWER, status: 'queued' as const };
    const own = members.filter(({ abandoned }) => !abandoned);
    await store(
      worker,
      accountId,
      own.map(({ messageId }) => ({ messageId, outcome })),
    );
    await dropClaim(services.db, worker, services.clock.now(), channelId);
  }

  /** The channel, and what of its messages may go. */
  async function makeReady(
    worker: string,
    members: readonly Claimed[],
  ): Promise<{ line: ChannelLine; groups: Group[] }> {
    const { accountId, channelId } = members[0] as Claimed;
    const now = services.clock.now();
    const passing = metLater(passOn(accountId, channelId, members, now));
    // Also when the one fails the other is over before anything is given back.
    const line = await lineOf(hot, services, accountId, channelId).finally(() =>
      Promise.allSettled([passing]),
    );
    const going = await passing;
    const again = await takeOver(worker, accountId, line, members, now);
    return { line, groups: groupByContact(accountId, line, [...again, ...going], now) };
  }

  async function sendForChannel(
    worker: string,
    members: readonly Claimed[],
    ready: ReturnType<typeof makeReady>,
    leasedUntil: number,
  ): Promise<void> {
    const { accountId } = members[0] as Claimed;
    const { line, groups } = await ready;
    let lease = leasedUntil;
    const { stored } = submitGroups({
      services,
      accountId,
      line,
      groups,
      urgent: true,
      mayStart: () => !stopping && services.clock.now().getTime() < lease - LEASE_MARGIN_MS,
      // Each message that comes back has a moment of its own.
      pause: () => undefined,
      keepLease: async () => {
        const now = services.clock.now();
        if (await renew(services.db, worker, members, now)) lease = now.getTime() + LEASE_MS;
      },
      ...(members.some(({ handed }) => handed === false) && {
        note: (slice) => noteSubmission(services.db, worker, accountId, slice),
      }),
      store: (results) => store(worker, accountId, results),
    });
    await stored;
  }

  /** The last gate, then 'sending'; what is held waits on. What needs no sending leaves the outbox. */
  async function passOn(
    accountId: number,
    channelId: number,
    members: readonly Claimed[],
    now: Date,
  ): Promise<Outgoing[]> {
    const open = members.filter(({ message }) => message?.status === 'queued' || message?.status === 'held');
    const waiting = open.filter((each) => !isLate(each, now)).flatMap(({ message }) => message ?? []);
    const replies = new Set(members.filter((each) => each.reply).map((each) => each.messageId));
    const { ready, held } = await checkPolicy(hot, services, accountId, channelId, waiting, replies, now);
    const readyIds = new Set(ready.map(({ id }) => id));
    const isInDoubt = ({ abandoned, message }: Claimed) => abandoned && message?.status === 'sending';
    const over = members.filter(
      (each) => !readyIds.has(each.messageId) && !held.has(each.messageId) && !isInDoubt(each),
    );
    if (over.length > 0)
      await transact(services.db, async (trx) => {
        const late = open.filter((each) => isLate(each, now)).map(({ messageId }) => messageId);
        await expireMessages(trx, accountId, late, now);
        await removeFromOutbox(
          trx,
          accountId,
          over.map(({ messageId }) => messageId),
        );
      });
    return ready;
  }

  /**
   * What a worker that died had in hand: what it had not handed over waits again, what stays in doubt leaves
   * the outbox.
   */
  async function takeOver(
    worker: string,
    accountId: number,
    line: ChannelLine,
    members: readonly Claimed[],
    now: Date,
  ): Promise<StoredMessage[]> {
    const inHand = members.filter(({ abandoned, message }) => abandoned && message?.status === 'sending');
    const outcome = { ...NO_ANSWER, status: 'queued' as const };
    const ready = inHand.filter(({ handed }) => handed === false);
    if (ready.length > 0)
      await store(
        worker,
        accountId,
        ready.map(({ messageId }) => ({ messageId, outcome })),
      );
    const inDoubt = inHand.flatMap(({ handed, message }) => (handed !== false && message ? [message] : []));
    const { again, unknown } = recover(line, inDoubt);
    if (unknown.length > 0)
      await transact(services.db, async (trx) => {
        await storeResults(trx, accountId, unknown, now);
        await removeFromOutbox(
          trx,
          accountId,
          unknown.map(({ messageId }) => messageId),
        );
      });
    return again;
  }

  /**
   * Stores results of messages that are still ours; a worker that was frozen and lost them tells only what
   * the carrier answered.
   */
  async function store(worker: string, accountId: number, results: readonly Result[]): Promise<void> {
    const now = services.clock.now();
    const back = results.filter(({ outcome: { status } }) => status === 'queued' || status === 'held');
    const done = results.filter((result) => !back.includes(result));
    let ours = new Set<number>();
    const counted = await transactHot(async (trx) => {
      const [gone, given] = await Promise.all([
        removeOurs(trx, worker, accountId, done),
        giveBack(trx, worker, accountId, back, now),
      ]);
      ours = new Set([...gone, ...given]);
      return storeResults(
        trx,
        accountId,
        results.filter(({ messageId }) => ours.has(messageId)),
        now,
      );
    });
    for (const blast of counted) publishBlast(services, accountId, blast);
    await recordLateAnswers(
      services,
      accountId,
      results.filter(({ messageId }) => !ours.has(messageId)),
    );
  }

  return {
    async stop() {
      stopping = true;
      await loop.stop();
      await Promise.all(rounds);
    },
  };
}

/** It waited longer than the channel tries. */
const isLate = ({ timeToLiveMinutes, message }: Claimed, now: Date): boolean =>
  message !== null && now.getTime() - message.waitsSince.getTime() > timeToLiveOf({ timeToLiveMinutes });

type ClaimedRow = Omit<Claimed, 'message'> & { [K in keyof Outgoing]: Outgoing[K] | null };

/**
 * Leases what is due, a claim of more than one as not handed over yet, but for channels whose bind another
 * process holds and for what this process works on (`mine`: the names of its claims, whose leases a jump of
 * the clock may have ended), and reads the messages in the same trip. Not waiting for the disk: a lease that
 * a crash of the database forgets has sent nothing yet.
 */
export async function claimOutbox(
  db: Db,
  worker: string,
  mine: readonly string[],
  elsewhere: readonly number[],
  now: Date,
): Promise<Claimed[]> {
  const found = await rows(
    db,
    sql<ClaimedRow>`
      with due as materialized (
        select account_id, message_id, worker is not null as abandoned from outbox
        where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
          and channel_id <> all(${elsewhere}::bigint[]) and (worker is null or worker <> all(${mine}::text[]))
        order by due_at, message_id limit ${sql.raw(String(ROUND))} for update skip locked
      ),
      leased as (
        update outbox o set worker = ${worker}, leased_until = ${leaseEnd(now)},
          submitted = case when due.abandoned then o.submitted
            when (select count(*) from due) > 1 then false end
        from due where o.account_id = due.account_id and o.message_id = due.message_id
        returning o.account_id, o.channel_id, o.message_id, o.reply, due.abandoned, o.submitted as handed
      )
      select l.account_id as "accountId", l.channel_id as "channelId", l.message_id as "messageId", l.reply, l.abandoned, l.handed,
        h.time_to_live_minutes as "timeToLiveMinutes", m.id, m.contact_id as "contactId", m.body, m.media, m.segments,
        m.sent_at as "firstTry", c.phone, c.tags, c.time_zone as "timeZone", o.phone is not null or c.erased_at is not null as "optedOut",
        c.erased_at is not null as "isErased", m.status,
        m.origin, m.credits, coalesce(m.held_until, m.created_at) as "waitsSince"
      from leased l
      cross join (select set_config('synchronous_commit', 'off', true)) as quick
      left join channels h on h.account_id = l.account_id and h.id = l.channel_id
      left join messages m on m.account_id = l.account_id and m.id = l.message_id
      left join contacts c on c.account_id = l.account_id and c.id = m.contact_id
      left join suppressions o on o.account_id = l.account_id and o.phone = c.phone
      order by l.message_id`,
  );
  return found.map((row) => {
    const { accountId, channelId, messageId, reply, abandoned, handed, timeToLiveMinutes, ...message } = row;
    const claimed = { accountId, channelId, messageId, reply, abandoned, handed, timeToLiveMinutes };
    return { ...claimed, message: message.id === null ? null : (message as Outgoing) };
  });
}

/**
 * Ends the leases of a claim, on one channel or all: whoever takes the messages over looks into what was in
 * hand.
 */
async function dropClaim(db: Db, worker: string, now: Date, channelId: number | null): Promise<void> {
  await sql`
    update outbox set leased_until = ${now}
    where worker = ${worker} and (${channelId}::bigint is null or channel_id = ${channelId})`.execute(db);
}

/** Renews the leases of what is still ours; false when nothing is. */
async function renew(db: Db, worker: string, members: readonly Claimed[], now: Date): Promise<boolean> {
  const [{ accountId }] = members as [Claimed];
  const renewed = await changed(
    db,
    sql`
      update outbox set leased_until = ${leaseEnd(now)}
      where account_id = ${accountId} and message_id = any(${members.map((each) => each.messageId)}::bigint[])
        and worker = ${worker}`,
  );
  return renewed > 0;
}

/**
 * Writes down, before messages of a large claim are handed over, that they are: should this process die, the
 * others are not in doubt. False: some are another worker's now, and nothing may be handed over.
 */
async function noteSubmission(
  db: Db,
  worker: string,
  accountId: number,
  groups: readonly Group[],
): Promise<boolean> {
  const ids = groups.flatMap(({ messages }) => messages.map(({ id }) => id));
  const noted = await changed(
    db,
    sql`
      update outbox set submitted = true
      where account_id = ${accountId} and message_id = any(${ids}::bigint[]) and worker = ${worker}`,
  );
  return noted === ids.length;
}

/** Takes what is still ours out of the outbox; answers their ids. */
async function removeOurs(
  trx: Db,
  worker: string,
  accountId: number,
  done: readonly Result[],
): Promise<number[]> {
  if (done.length === 0) return [];
  const found = await rows(
    trx,
    sql<{ id: number }>`
      delete from outbox
      where account_id = ${accountId} and message_id = any(${done.map((each) => each.messageId)}::bigint[])
        and worker = ${worker}
      returning message_id as id`,
  );
  return found.map(({ id }) => id);
}

async function removeFromOutbox(trx: Db, accountId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from outbox where account_id = ${accountId} and message_id = any(${ids}::bigint[])`.execute(
    trx,
  );
}

/** Lets what is still ours wait for its next try; answers their ids. */
async function giveBack(
  trx: Db,
  worker: string,
  accountId: number,
  back: readonly Result[],
  now: Date,
): Promise<number[]> {
  if (back.length === 0) return [];
  const dueAt = back.map(({ outcome }) => new Date(now.getTime() + outcome.retryAfterMs));
  const found = await rows(
    trx,
    sql<{ id: number }>`
      update outbox o set worker = null, leased_until = null, due_at = given.due_at, submitted = null
      from unnest(${back.map((each) => each.messageId)}::bigint[], ${dueAt}::timestamptz[]) as given (id, due_at)
      where o.account_id = ${accountId} and o.message_id = given.id and o.worker = ${worker}
      returning o.message_id as id`,
  );
  return found.map(({ id }) => id);
}
