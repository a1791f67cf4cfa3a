/** What was sent to endpoints: listed, shown, and told to be sent again. */
import { DELIVERY_STATES, type DeliveryState } from '@parley/contract';
import { TEST_EVENT } from '@parley/contract/api/webhook-payload.ts';
import { EVENT_KINDS } from '@parley/rules/event-kinds.ts';
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { textArray } from '../platform/db/arrays.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import type { Tried } from './delivery-store.ts';

export type LoggedDelivery = {
  id: number;
  endpointId: number;
  webhookId: string;
  kind: string;
  contactId: number | null;
  at: Date;
  data: unknown;
  state: DeliveryState;
  attempts: number;
  dueAt: Date;
  triedAt: Date | null;
  status: number;
  answer: string;
  durationMs: number;
};

const COLUMNS = sql`
  d.id, d.endpoint_id as "endpointId", d.webhook_id as "webhookId", d.kind, d.contact_id as "contactId", d.at, d.data,
  d.state, d.attempts, d.due_at as "dueAt", d.tried_at as "triedAt", d.status, d.answer, d.duration_ms as "durationMs"`;

const ALL_KINDS = [...Object.keys(EVENT_KINDS), TEST_EVENT];

export type LogPage = { before: number; limit: number; state: DeliveryState | 'all'; kind: string };

/** Newest first, behind the delivery `before` (0: from the newest). */
export function listDeliveries(
  db: Db,
  accountId: number,
  endpointId: number,
  { before, limit, state, kind }: LogPage,
): Promise<LoggedDelivery[]> {
  const states = state === 'all' ? DELIVERY_STATES : [state];
  const kinds = kind === 'all' ? ALL_KINDS : [kind];
  const behind = before === 0 ? sql`` : sql`and l.id < ${before}`;
  // The newest of each state and kind, and of these the newest: others are not looked at.
  return rows(
    db,
    sql<LoggedDelivery>`
      select ${COLUMNS} from (
        select newest.id from unnest(${textArray(states)}::text[]) s (state) cross join unnest(${textArray(kinds)}::text[]) k (kind)
        cross join lateral (
          select l.id from webhook_deliveries l
          where l.account_id = ${accountId} and l.endpoint_id = ${endpointId} and l.state = s.state and l.kind = k.kind ${behind}
          order by l.id desc limit ${limit}
        ) newest
        order by newest.id desc limit ${limit}
      ) page join webhook_deliveries d on d.account_id = ${accountId} and d.id = page.id
      order by d.id desc`,
  );
}

export function findDelivery(db: Db, accountId: number, id: number): Promise<LoggedDelivery | undefined> {
  return first(
    db,
    sql<LoggedDelivery>`
      select ${COLUMNS} from webhook_deliveries d
      join webhook_endpoints e on e.account_id = ${accountId} and e.id = d.endpoint_id and e.deleted_at is null
      where d.account_id = ${accountId} and d.id = ${id}`,
  );
}

/** How many wait at each endpoint, counted up to a number. */
export async function countPending(db: Db, accountId: number, most: number): Promise<Map<number, number>> {
  const found = await rows(
    db,
    sql<{ id: number; count: number }>`
      select e.id, (
        select count(*) from (
          select from webhook_deliveries d
          where d.account_id = ${accountId} and d.endpoint_id = e.id and d.state = 'pending' limit ${most}
        ) waiting
      ) as count
      from webhook_endpoints e where e.account_id = ${accountId} and e.deleted_at is null`,
  );
  return new Map(found.map(({ id, count }) => [id, count]));
}

/** These are to be sent again, behind what waits, with days to be tried anew. Answers how many. */
async function sendAgain(trx: Db, accountId: number, ids: readonly number[], now: Date): Promise<number> {
  const again = await rows(
    trx,
    sql`
      with g as materialized (
        select id, nextval(pg_get_serial_sequence('webhook_deliveries', 'place')) as place
        from (select id from unnest(${[...ids]}::bigint[]) id order by id) given
      )
      update webhook_deliveries d
      set state = 'pending', failures = 0, tried_from = null, place = g.place,
        due_at = greatest(${now}::timestamptz, (
          select max(p.due_at) from webhook_deliveries p
          where p.account_id = ${accountId} and p.contact_id = d.contact_id and p.endpoint_id = d.endpoint_id and p.state = 'pending'))
      from g
      where d.account_id = ${accountId} and d.id = g.id and d.state <> 'pending'
      returning 1`,
  );
  return again.length;
}

/** Sends one again; one that waits is tried now. */
export async function replayDelivery(
  trx: Db,
  accountId: number,
  { id, state, contactId }: Pick<LoggedDelivery, 'id' | 'state' | 'contactId'>,
  now: Date,
): Promise<void> {
  if (state !== 'pending') return void (await sendAgain(trx, accountId, [id], now));
  // With what stands before it: it cannot overtake that.
  await sql`
    update webhook_deliveries d set due_at = ${now}
    from webhook_deliveries one
    where one.account_id = ${accountId} and one.id = ${id} and d.account_id = ${accountId}
      and d.endpoint_id = one.endpoint_id and d.state = 'pending' and d.due_at > ${now}
      and (d.id = one.id or (d.contact_id = ${contactId} and d.place < one.place))`.execute(trx);
}

/** Sends all that failed since a moment again, oldest first. Answers how many. */
export async function replayFailed(
  trx: Db,
  accountId: number,
  endpointId: number,
  since: Date,
  now: Date,
): Promise<number> {
  const failed = await rows(
    trx,
    sql<{ id: number }>`
      select id from webhook_deliveries
      where account_id = ${accountId} and endpoint_id = ${endpointId} and state = 'failed' and kind <> ${TEST_EVENT}
        and created_at >= ${since}
      order by id limit ${WEBHOOK_LIMITS.replays}`,
  );
  return sendAgain(
    trx,
    accountId,
    failed.map(({ id }) => id),
    now,
  );
}

/** A test event that was sent; it is never sent again by itself. */
export async function insertTested(
  db: Db,
  accountId: number,
  endpointId: number,
  sent: { webhookId: string; data: unknown } & Omit<Tried, 'id' | 'contactId' | 'dueAt' | 'triedFrom'>,
): Promise<void> {
  const { webhookId, data, state, triedAt, status, answer, durationMs } = sent;
  await sql`
    insert into webhook_deliveries (account_id, endpoint_id, webhook_id, kind, at, data, state, due_at, attempts,
      tried_from, tried_at, status, answer, duration_ms, created_at)
    values (${accountId}, ${endpointId}, ${webhookId}, ${TEST_EVENT}, ${triedAt}, ${JSON.stringify(data)}::jsonb, ${state},
      ${triedAt}, 1, ${triedAt}, ${triedAt}, ${status}, ${answer}, ${durationMs}, ${triedAt})`.execute(db);
}
