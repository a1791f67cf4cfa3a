/** Sends single messages: replies, notices, codes. A lane of its own, so that they overtake blasts. */
import { randomUUID } from 'node:crypto';
import { channelsElsewhere } from '../carriers/connections.ts';
import { givingBack } from '../platform/db/away.ts';
import { changed, type Db, rows, sql, transact } from '../platform/db/database.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../services.ts';
import { tellBlast } from './blast-counts.ts';
import { type ChannelLine, lineOf } from './channel-line.ts';
import { LEASE_MS, leaseEnd } from './chunk.ts';
import { expireMessages } from './expire.ts';
import { type Group, handOver } from './hand-over.ts';
import { type Outgoing, passGate } from './last-gate.ts';
import { groupByContact, recover } from './recover.ts';
import { NO_ANSWER, type Result, storeResults } from './results.ts';

const ROUND = 200;
/** Rounds at a time: a slow carrier must not hold up the others. */
const MOST_ROUNDS = 4;
const LEASE_MARGIN_MS = 3_000;

type Claimed = {
  accountId: number;
  channelId: number;
  messageId: number;
  /** It answers the person's own text. */
  reply: boolean;
  abandoned: boolean;
};

export function startOutboxPump(services: Services): Background {
  const rounds = new Set<Promise<void>>();
  let stopping = false;
  const isStopping = () => stopping;

  const loop = startLoop({
    name: 'outbox pump',
    log: services.log,
    pauseMs: 500,
    once: async () => {
      if (stopping || rounds.size >= MOST_ROUNDS) return false;
      // One name for each claim, so that work which lost its lease cannot take the next claim for its own.
      const worker = randomUUID();
      const now = services.clock.now();
      const claimed = await claim(services.db, worker, channelsElsewhere(services), now).catch(
        // Whether it leased something is not known.
        givingBack(() => dropClaim(services.db, worker, now, null), isStopping),
      );
      if (claimed.length === 0) return false;
      const round = sendRound(worker, claimed, now.getTime() + LEASE_MS)
        .catch((error: unknown) => services.log.error({ err: error }, 'a round of the outbox failed'))
        .finally(() => {
          rounds.delete(round);
          loop.wake();
        });
      rounds.add(round);
      return claimed.length === ROUND;
    },
  });
  services.signals.on('outbox', loop.wake);

  async function sendRound(worker: string, claimed: readonly Claimed[], leasedUntil: number): Promise<void> {
    const byChannel = Map.groupBy(claimed, (each) => `${each.accountId}/${each.channelId}`);
    await Promise.all(
      [...byChannel.values()].map((members) =>
        sendForChannel(worker, members, leasedUntil).catch(
          givingBack(() => giveUp(worker, members), isStopping),
        ),
      ),
    );
  }

  /**
   * Gives back what work that broke off still holds. All that it handed over is answered and stored by then: what is in 'sending' never was, and
   * waits again. What it took over from a worker that died stays in doubt.
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

  async function sendForChannel(
    worker: string,
    members: readonly Claimed[],
    leasedUntil: number,
  ): Promise<void> {
    const { accountId, channelId } = members[0] as Claimed;
    const line = await lineOf(services.db, services, accountId, channelId);
    const groups = await transact(services.db, (trx) => prepare(trx, accountId, line, members));
    let lease = leasedUntil;
    const { stored } = handOver({
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
      store: (results) => store(worker, accountId, results),
    });
    await stored;
  }

  /** The last gate, then 'sending'; what needs no sending leaves the outbox. */
  async function prepare(
    trx: Db,
    accountId: number,
    line: ChannelLine,
    members: readonly Claimed[],
  ): Promise<Group[]> {
    const now = services.clock.now();
    const found = await readMessages(trx, accountId, members);
    const abandoned = new Set(members.filter((each) => each.abandoned).map((each) => each.messageId));
    const open = found.filter(({ status }) => status === 'queued' || status === 'held');
    const late = open.filter(({ waitsSince }) => now.getTime() - waitsSince.getTime() > line.timeToLiveMs);
    const waiting = open.filter((message) => !late.includes(message));
    await expireMessages(
      trx,
      accountId,
      late.map(({ id }) => id),
      now,
    );
    const replies = new Set(members.filter((each) => each.reply).map((each) => each.messageId));
    const { ready, held } = await passGate(trx, services, accountId, line.id, waiting, replies, now);
    const inDoubt = found.filter((message) => message.status === 'sending' && abandoned.has(message.id));
    const { again, unknown } = recover(line, inDoubt);
    await storeResults(trx, accountId, unknown, now);
    const going = [...again, ...ready];
    const goingIds = new Set(going.map((message) => message.id));
    const done = members.map((each) => each.messageId).filter((id) => !goingIds.has(id) && !held.has(id));
    await removeFromOutbox(trx, accountId, done);
    return groupByContact(accountId, line, going, now);
  }

  /** Stores results of messages that are still ours; a worker that was frozen and lost them changes nothing. */
  async function store(worker: string, accountId: number, results: readonly Result[]): Promise<void> {
    const now = services.clock.now();
    const counted = await transact(services.db, async (trx) => {
      const ours = await lockOurs(trx, worker, accountId, results);
      const valid = results.filter((result) => ours.has(result.messageId));
      const back = valid.filter(({ outcome: { status } }) => status === 'queued' || status === 'held');
      const done = valid.filter((result) => !back.includes(result)).map((result) => result.messageId);
      await removeFromOutbox(trx, accountId, done);
      await giveBack(trx, accountId, back, now);
      return storeResults(trx, accountId, valid, now);
    });
    for (const blast of counted) tellBlast(services, accountId, blast);
  }

  return {
    async stop() {
      stopping = true;
      await loop.stop();
      await Promise.all(rounds);
    },
  };
}

/** Leases what is due, but for channels whose bind another process holds. */
async function claim(db: Db, worker: string, elsewhere: readonly number[], now: Date): Promise<Claimed[]> {
  return rows(
    db,
    sql<Claimed>`
      with due as (
        select account_id, message_id, worker is not null as abandoned from outbox
        where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
          and channel_id <> all(${elsewhere}::bigint[])
        order by due_at, message_id limit ${ROUND} for update skip locked
      )
      update outbox o set worker = ${worker}, leased_until = ${leaseEnd(now)}
      from due where o.account_id = due.account_id and o.message_id = due.message_id
      returning o.account_id as "accountId", o.channel_id as "channelId", o.message_id as "messageId", o.reply, due.abandoned`,
  );
}

/** Ends the leases of a claim, on one channel or all: whoever takes the messages over looks into what was in hand. */
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

async function readMessages(trx: Db, accountId: number, members: readonly Claimed[]): Promise<Outgoing[]> {
  return rows(
    trx,
    sql<Outgoing>`
      select m.id, m.contact_id as "contactId", m.body, m.media, m.segments, m.sent_at as "firstTry", c.phone,
        c.tags,
        c.time_zone as "timeZone", o.phone is not null as "optedOut", m.status, m.origin, m.credits,
        coalesce(m.held_until, m.created_at) as "waitsSince"
      from messages m
      join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      left join opt_outs o on o.account_id = ${accountId} and o.phone = c.phone
      where m.account_id = ${accountId} and m.id = any(${members.map((each) => each.messageId)}::bigint[])
      order by m.id`,
  );
}

async function lockOurs(
  trx: Db,
  worker: string,
  accountId: number,
  results: readonly Result[],
): Promise<Set<number>> {
  const found = await rows(
    trx,
    sql<{ id: number }>`
      select message_id as id from outbox
      where account_id = ${accountId} and message_id = any(${results.map((each) => each.messageId)}::bigint[])
        and worker = ${worker}
      order by message_id for update`,
  );
  return new Set(found.map((row) => row.id));
}

async function removeFromOutbox(trx: Db, accountId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from outbox where account_id = ${accountId} and message_id = any(${ids}::bigint[])`.execute(
    trx,
  );
}

async function giveBack(trx: Db, accountId: number, back: readonly Result[], now: Date): Promise<void> {
  if (back.length === 0) return;
  const dueAt = back.map(({ outcome }) => new Date(now.getTime() + outcome.retryAfterMs));
  await sql`
    update outbox o set worker = null, leased_until = null, due_at = given.due_at
    from unnest(${back.map((each) => each.messageId)}::bigint[], ${dueAt}::timestamptz[]) as given (id, due_at)
    where o.account_id = ${accountId} and o.message_id = given.id`.execute(trx);
}
