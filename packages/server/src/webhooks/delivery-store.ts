/** All SQL that writes deliveries: who gets what, in which order, and what became of it. */
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';

export type NewDelivery = {
  webhookId: string;
  kind: string;
  contactId: number | null;
  at: Date;
  data: unknown;
};

/**
 * A delivery of each event for each of these endpoints that wants its kind, behind what waits for the same
 * contact there. One that is there already stays as it is.
 */
export async function insertDeliveries(
  trx: Db,
  accountId: number,
  endpoints: readonly number[],
  events: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  await sql`
    with wanted as materialized (
      select e.id as endpoint_id, g.*,
        greatest(${now}::timestamptz, (
          select max(p.due_at) from webhook_deliveries p
          where p.account_id = ${accountId} and p.contact_id = g.contact_id and p.endpoint_id = e.id and p.state = 'pending')) as due_at
      from unnest(
        ${textArray(events.map(({ webhookId }) => webhookId))}::text[], ${textArray(events.map(({ kind }) => kind))}::text[],
        ${numberArray(events.map(({ contactId }) => contactId))}::bigint[],
        ${textArray(events.map(({ at }) => at.toISOString()))}::timestamptz[],
        ${textArray(events.map(({ data }) => JSON.stringify(data)))}::jsonb[]
      ) with ordinality as g (webhook_id, kind, contact_id, at, data, nth)
      join webhook_endpoints e on e.account_id = ${accountId} and e.id = any(${[...endpoints]}::bigint[]) and g.kind = any(e.kinds)
    )
    insert into webhook_deliveries (account_id, endpoint_id, webhook_id, kind, contact_id, at, data, state, due_at, created_at)
    select ${accountId}::bigint, endpoint_id, webhook_id, kind, contact_id, at, data, 'pending', due_at, ${now}::timestamptz
    from wanted order by nth, endpoint_id
    on conflict (account_id, endpoint_id, webhook_id) do nothing`.execute(trx);
}

/** Of these endpoints those that want events of these kinds. */
export async function endpointsFor(
  trx: Db,
  accountId: number,
  kinds: readonly EventKindName[],
): Promise<number[]> {
  const found = await rows(
    trx,
    sql<{ id: number }>`
      select id from webhook_endpoints
      where account_id = ${accountId} and enabled and deleted_at is null and kinds && ${textArray(kinds)}::text[]`,
  );
  return found.map(({ id }) => id);
}

export type DueDelivery = {
  id: number;
  webhookId: string;
  kind: string;
  contactId: number | null;
  at: Date;
  data: unknown;
  /** Failures since it was told to be sent. */
  failures: number;
  triedFrom: Date | null;
};

/** What is due at an endpoint, but for what is in hand; a contact's in their order. */
export function readDue(
  db: Db,
  { accountId, endpointId }: { accountId: number; endpointId: number },
  { now, limit, without }: { now: Date; limit: number; without: readonly number[] },
): Promise<DueDelivery[]> {
  return rows(
    db,
    sql<DueDelivery>`
      select id, webhook_id as "webhookId", kind, contact_id as "contactId", at, data, failures, tried_from as "triedFrom"
      from webhook_deliveries
      where account_id = ${accountId} and endpoint_id = ${endpointId} and state = 'pending' and due_at <= ${now}
        and id <> all(${numberArray(without)}::bigint[])
      order by due_at, place limit ${limit}`,
  );
}

/** What became of a try. */
export type Tried = {
  id: number;
  contactId: number | null;
  state: 'pending' | 'delivered' | 'failed';
  /** Of a pending one: its next try. */
  dueAt: Date;
  triedFrom: Date;
  triedAt: Date;
  status: number;
  answer: string;
  durationMs: number;
};

/** Stores them; what waits behind a failed one of the same contact waits as long. */
export async function storeTried(
  trx: Db,
  { accountId, endpointId }: { accountId: number; endpointId: number },
  tried: readonly Tried[],
): Promise<void> {
  await sql`
    update webhook_deliveries d
    set state = t.state, due_at = t.due_at, attempts = attempts + 1, failures = case t.state when 'delivered' then 0 else failures + 1 end,
      tried_from = t.tried_from, tried_at = t.tried_at, status = t.status, answer = t.answer, duration_ms = t.duration
    from unnest(
      ${numberArray(tried.map(({ id }) => id))}::bigint[], ${textArray(tried.map(({ state }) => state))}::text[],
      ${times(tried.map(({ dueAt }) => dueAt))}::timestamptz[], ${times(tried.map(({ triedFrom }) => triedFrom))}::timestamptz[],
      ${times(tried.map(({ triedAt }) => triedAt))}::timestamptz[], ${numberArray(tried.map(({ status }) => status))}::int[],
      ${textArray(tried.map(({ answer }) => answer))}::text[], ${numberArray(tried.map(({ durationMs }) => durationMs))}::int[]
    ) as t (id, state, due_at, tried_from, tried_at, status, answer, duration)
    where d.account_id = ${accountId} and d.id = t.id and d.state = 'pending'`.execute(trx);
  const holding = tried.filter(({ state, contactId }) => state === 'pending' && contactId !== null);
  if (holding.length === 0) return;
  await sql`
    update webhook_deliveries d set due_at = t.due_at
    from unnest(
      ${numberArray(holding.map(({ contactId }) => contactId))}::bigint[], ${times(holding.map(({ dueAt }) => dueAt))}::timestamptz[]
    ) as t (contact_id, due_at)
    where d.account_id = ${accountId} and d.contact_id = t.contact_id and d.endpoint_id = ${endpointId}
      and d.state = 'pending' and d.due_at < t.due_at`.execute(trx);
}

const times = (all: readonly Date[]) => textArray(all.map((at) => at.toISOString()));

/** The endpoint is back: what waits for its next try is due. */
export async function allDueNow(
  trx: Db,
  { accountId, endpointId }: { accountId: number; endpointId: number },
  now: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries set due_at = ${now}
    where account_id = ${accountId} and endpoint_id = ${endpointId} and state = 'pending' and due_at > ${now}`.execute(
    trx,
  );
}

/** Somebody has seen to the endpoint: what waits is due, and has days to be tried anew. */
export async function allAnew(
  trx: Db,
  { accountId, endpointId }: { accountId: number; endpointId: number },
  now: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries set due_at = least(due_at, ${now}), failures = 0, tried_from = null
    where account_id = ${accountId} and endpoint_id = ${endpointId} and state = 'pending'
      and (due_at > ${now} or tried_from is not null)`.execute(trx);
}

/**
 * An address that the endpoint no longer has did not take these: they wait for the one that it has, with what
 * stands behind them.
 */
export async function retryElsewhere(
  trx: Db,
  { accountId, endpointId }: { accountId: number; endpointId: number },
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'pending', due_at = ${now}, failures = 0, tried_from = null
    where account_id = ${accountId} and endpoint_id = ${endpointId} and id = any(${numberArray(ids)}::bigint[])`.execute(
    trx,
  );
  await allAnew(trx, { accountId, endpointId }, now);
}

/** Held until the end of the transaction: nothing is put behind what waits meanwhile. */
export async function lockJob(
  trx: Db,
  { accountId, endpointId }: { accountId: number; endpointId: number },
): Promise<void> {
  await sql`
    select from webhook_jobs where account_id = ${accountId} and endpoint_id = ${endpointId} for update`.execute(
    trx,
  );
}

/** The worker goes on for so long; false: another one has taken over, or there is nothing left to work on. */
export async function renewTurn(
  trx: Db,
  { accountId, endpointId }: { accountId: number; endpointId: number },
  worker: string,
  until: Date,
): Promise<boolean> {
  const done = await changed(
    trx,
    sql`
      update webhook_jobs set leased_until = ${until}
      where account_id = ${accountId} and endpoint_id = ${endpointId} and worker = ${worker}`,
  );
  return done > 0;
}

/**
 * Ends a worker's lease; the endpoint is due again when its next delivery is, and not before the end of its
 * rest. Without any it is forgotten until there is one. Needs {@link lockJob}.
 */
export async function endLease(
  trx: Db,
  { accountId, endpointId }: { accountId: number; endpointId: number },
  worker: string,
  rest: Date | null,
): Promise<void> {
  const next = await first(
    trx,
    sql<{ at: Date }>`
      select due_at as at from webhook_deliveries
      where account_id = ${accountId} and endpoint_id = ${endpointId} and state = 'pending' order by due_at limit 1`,
  );
  const isOn = await first(
    trx,
    sql`
      select from webhook_endpoints where account_id = ${accountId} and id = ${endpointId} and enabled and deleted_at is null`,
  );
  const mine = sql`account_id = ${accountId} and endpoint_id = ${endpointId} and worker = ${worker}`;
  if (!next || !isOn) await sql`delete from webhook_jobs where ${mine}`.execute(trx);
  else
    await sql`
      update webhook_jobs
      set worker = null, leased_until = null, rests_until = ${rest}, due_at = greatest(${next.at}::timestamptz, ${rest})
      where ${mine}`.execute(trx);
}

const SWEPT = 2_000;

/** A batch of what is old, and of what endpoints left that were deleted; answers how many. */
export async function forgetDeliveries(db: Db, before: Date): Promise<number> {
  const old = await changed(
    db,
    sql`
      delete from webhook_deliveries where (account_id, id) in (
        select account_id, id from webhook_deliveries where created_at < ${before} order by created_at limit ${SWEPT})`,
  );
  const left = await changed(
    db,
    sql`
      delete from webhook_deliveries where (account_id, id) in (
        select d.account_id, d.id from webhook_endpoints e
        cross join lateral (
          select account_id, id from webhook_deliveries where account_id = e.account_id and endpoint_id = e.id limit ${SWEPT}
        ) d
        where e.deleted_at is not null limit ${SWEPT})`,
  );
  return old + left;
}
