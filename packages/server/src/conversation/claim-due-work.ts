/**
 * Claims from the shared tables of work that is due: a batch at a time, kept for a lease, found again when
 * the worker dies.
 */
import { type Db, rows, sql } from '../platform/db/database.ts';
import { claimEach } from '../platform/db/leases.ts';
import type { KeyedRequest } from './call-rules.ts';

type Place = { channelId: number; contactId: number };
export type Timer = Place & {
  accountId: number;
  turn: number;
  dueAt: Date;
  /** What is said when it is over is a send. */
  isSend: boolean;
  /** When it was over, where the limit of sends holds it since then. */
  heldSince: Date | null;
};

const LEASE_MS = 60_000;
/** Twice what a call may take (api-call.ts): after a crash its conversation waits no longer than that. */
const CALL_LEASE_MS = 30_000;
const callLeaseEnd = (now: Date) => new Date(now.getTime() + CALL_LEASE_MS);

/** Claims up to `limit` timers that are due, earliest first. */
export async function claimTimers(db: Db, worker: string, now: Date, limit: number): Promise<Timer[]> {
  const isDue = sql`due_at <= ${now} and (leased_until is null or leased_until < ${now})`;
  const found = await rows(
    db,
    sql<Place & { accountId: number }>`
      select account_id as "accountId", channel_id as "channelId", contact_id as "contactId" from timers
      where ${isDue} order by due_at limit ${limit}`,
  );
  return claimEach(db, found, (on, accountId, theirs) =>
    rows(
      on,
      sql<Timer>`
        with due as (
          select channel_id, contact_id from timers
          where account_id = ${accountId} and ${isDue} and (channel_id, contact_id) in (
            select * from unnest(
              ${theirs.map(({ channelId }) => channelId)}::bigint[], ${theirs.map(({ contactId }) => contactId)}::bigint[]))
          order by channel_id, contact_id for update skip locked
        )
        update timers t set worker = ${worker}, leased_until = ${new Date(now.getTime() + LEASE_MS)}
        from due where t.account_id = ${accountId} and t.channel_id = due.channel_id and t.contact_id = due.contact_id
        returning t.account_id as "accountId", t.channel_id as "channelId", t.contact_id as "contactId", t.turn,
          t.due_at as "dueAt", t.is_send as "isSend", t.held_since as "heldSince"`,
    ),
  );
}

/** Gives back what a worker holds: the database was away, and is there again. */
export async function dropTimerLeases(db: Db, worker: string): Promise<void> {
  await sql`update timers set worker = null, leased_until = null where worker = ${worker}`.execute(db);
}

/** Takes fired timers away; one that was set anew meanwhile has another turn and stays. */
export async function dropTimers(trx: Db, accountId: number, timers: readonly Timer[]): Promise<void> {
  await sql`
    delete from timers t
    using unnest(
      ${timers.map((timer) => timer.channelId)}::bigint[], ${timers.map((timer) => timer.contactId)}::bigint[],
      ${timers.map((timer) => timer.turn)}::int[]
    ) as given (channel_id, contact_id, turn)
    where t.account_id = ${accountId} and t.channel_id = given.channel_id and t.contact_id = given.contact_id
      and t.turn = given.turn`.execute(trx);
}

/** The limit of sends holds these until a later moment; of that turn alone. */
export async function holdTimers(
  trx: Db,
  accountId: number,
  held: readonly { timer: Timer; until: Date }[],
): Promise<void> {
  const timers = held.map(({ timer }) => timer);
  await sql`
    update timers t set due_at = given.until, held_since = coalesce(t.held_since, t.due_at), worker = null, leased_until = null
    from unnest(
      ${timers.map((timer) => timer.channelId)}::bigint[], ${timers.map((timer) => timer.contactId)}::bigint[],
      ${timers.map((timer) => timer.turn)}::int[], ${held.map(({ until }) => until)}::timestamptz[]
    ) as given (channel_id, contact_id, turn, until)
    where t.account_id = ${accountId} and t.channel_id = given.channel_id and t.contact_id = given.contact_id
      and t.turn = given.turn`.execute(trx);
}

/** What the limit of sends holds is looked at now: it is another one. */
export async function judgeHeldAnew(trx: Db, accountId: number, now: Date): Promise<void> {
  await sql`
    update timers set due_at = ${now}
    where account_id = ${accountId} and held_since is not null and due_at > ${now}`.execute(trx);
}

export type ApiCall = {
  id: number;
  accountId: number;
  channelId: number;
  contactId: number;
  turn: number;
  request: KeyedRequest;
  /** The host that it asks. */
  service: string;
  /** A worker had it before and did not finish: whether the call was made is not known. */
  again: boolean;
  /** It was asked for while the person's own text was answered. */
  reply: boolean;
};

/**
 * How many calls may be begun: `room` of all, `each` of one account at one service, beside those that are in
 * work already.
 */
export type CallLimits = {
  room: number;
  each: number;
  busy: readonly Pick<ApiCall, 'accountId' | 'service'>[];
};

/**
 * Claims API calls, oldest first, and turn by turn of those accounts and services that have the fewest in
 * work.
 */
export async function claimApiCalls(
  db: Db,
  worker: string,
  now: Date,
  limits: CallLimits,
): Promise<ApiCall[]> {
  const accounts = await rows(
    db,
    sql<{ accountId: number }>`
      select a.id as "accountId" from accounts a where exists (select from api_calls c where c.account_id = a.id)`,
  );
  const waiting = await claimEach(db, accounts, (on, accountId) => callsInTurn(on, accountId, now, limits));
  const first = waiting.toSorted(
    (one, other) => one.nth - other.nth || one.dueAt - other.dueAt || one.id - other.id,
  );
  return claimEach(db, first.slice(0, limits.room), (on, accountId, theirs) =>
    rows(
      on,
      sql<ApiCall>`
        with due as (
          select id from api_calls
          where account_id = ${accountId} and id = any(${theirs.map(({ id }) => id)}::bigint[])
            and due_at <= ${now} and (leased_until is null or leased_until < ${now})
          order by id for update skip locked
        )
        update api_calls a set worker = ${worker}, leased_until = ${callLeaseEnd(now)}, tries = tries + 1
        from due where a.account_id = ${accountId} and a.id = due.id
        returning a.id, a.account_id as "accountId", a.channel_id as "channelId", a.contact_id as "contactId", a.turn,
          a.request, a.reply, a.service, a.tries > 1 as again`,
    ),
  );
}

/** `nth`: how many of the same account at the same service come before it, those in work among them. */
type CallInTurn = { accountId: number; id: number; nth: number; dueAt: number };

/**
 * Calls of an account that are due. The services that are waited for are found by walking along the index,
 * one step each, however many calls wait for each.
 */
const callsInTurn = (
  db: Db,
  accountId: number,
  now: Date,
  { room, each, busy }: CallLimits,
): Promise<CallInTurn[]> => {
  const inWork = busy.filter((call) => call.accountId === accountId).map(({ service }) => service);
  return rows(
    db,
    sql<CallInTurn>`
      with recursive services as (
        (select service from api_calls where account_id = ${accountId} order by service limit 1)
        union all
        select following.service from services s
        cross join lateral (
          select c.service from api_calls c where c.account_id = ${accountId} and c.service > s.service
          order by c.service limit 1
        ) following
      ), in_work as (
        select service, count(*) as calls from unnest(${inWork}::text[]) as service group by service
      )
      select ${accountId}::bigint as "accountId", d.id, extract(epoch from d.due_at) * 1000 as "dueAt",
        coalesce(w.calls, 0) + row_number() over (partition by s.service order by d.due_at, d.id) as nth
      from services s
      left join in_work w on w.service = s.service
      cross join lateral (
        select c.id, c.due_at from api_calls c
        where c.account_id = ${accountId} and c.service = s.service
          and c.due_at <= ${now} and (c.leased_until is null or c.leased_until < ${now})
        order by c.due_at, c.id limit greatest(0, ${each}::bigint - coalesce(w.calls, 0))
      ) d
      order by nth, d.due_at, d.id limit ${room}`,
  );
};

/**
 * Gives back what the claim of that moment may have leased, of which nothing is known: none of these calls
 * was begun. Those of `ids` are in work.
 */
export async function dropCallLeases(
  db: Db,
  worker: string,
  claimedAt: Date,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update api_calls set worker = null, leased_until = null, tries = tries - 1
    where worker = ${worker} and leased_until = ${callLeaseEnd(claimedAt)} and id <> all(${ids}::bigint[])`.execute(
    db,
  );
}

/** Leaves a call that was begun to whoever claims it next, at once. */
export async function leaveCall(db: Db, { accountId, id }: ApiCall): Promise<void> {
  await sql`update api_calls set leased_until = null where account_id = ${accountId} and id = ${id}`.execute(
    db,
  );
}

/**
 * A call that failed is due again, as one that was never begun; how often it failed goes with it. Nothing
 * happens to one that another worker has taken for lost.
 */
export async function retryCall(
  db: Db,
  worker: string,
  { accountId, id, request }: ApiCall,
  dueAt: Date,
): Promise<void> {
  await sql`
    update api_calls set worker = null, leased_until = null, tries = 0, due_at = ${dueAt},
      request = request || jsonb_build_object('failed', ${(request.failed ?? 0) + 1}::int)
    where account_id = ${accountId} and id = ${id} and worker = ${worker}`.execute(db);
}

/** Takes a finished call away; false when another worker, who took it for lost, has answered it already. */
export async function dropApiCall(trx: Db, { accountId, id }: ApiCall): Promise<boolean> {
  const gone = await rows(
    trx,
    sql`delete from api_calls where account_id = ${accountId} and id = ${id} returning id`,
  );
  return gone.length > 0;
}
