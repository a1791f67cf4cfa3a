/** All SQL that writes endpoints of webhooks. */
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import { textArray } from '../platform/db/arrays.ts';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';

export type EndpointRow = {
  id: number;
  url: string;
  description: string;
  kinds: EventKindName[];
  enabled: boolean;
  createdAt: Date;
  lastSuccessAt: Date | null;
  /** Failures in a row. */
  failures: number;
  failingSince: Date | null;
  lastFailure: string;
  switchedOffAt: Date | null;
  formerUntil: Date | null;
};

const COLUMNS = sql`
  id, url, description, kinds, enabled, created_at as "createdAt", last_success_at as "lastSuccessAt", failures,
  failing_since as "failingSince", last_failure as "lastFailure", switched_off_at as "switchedOffAt",
  former_until as "formerUntil"`;

/** Oldest first. */
export function listEndpoints(db: Db, accountId: number): Promise<EndpointRow[]> {
  return rows(
    db,
    sql<EndpointRow>`
      select ${COLUMNS} from webhook_endpoints where account_id = ${accountId} and deleted_at is null order by id`,
  );
}

/** `lock`: nobody else changes it before the end of the transaction. */
export function findEndpoint(
  db: Db,
  accountId: number,
  id: number,
  lock = false,
): Promise<EndpointRow | undefined> {
  return first(
    db,
    sql<EndpointRow>`
      select ${COLUMNS} from webhook_endpoints
      where account_id = ${accountId} and id = ${id} and deleted_at is null ${lock ? sql`for update` : sql``}`,
  );
}

/** One change of an account's endpoints at a time: what is listened to is made of all of them. */
export async function lockEndpoints(trx: Db, accountId: number): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
}

export type EndpointFields = {
  url: string;
  description: string;
  kinds: readonly EventKindName[];
  enabled: boolean;
};

export async function insertEndpoint(
  trx: Db,
  accountId: number,
  { url, description, kinds, enabled }: EndpointFields,
  secretEncrypted: Buffer,
  now: Date,
): Promise<number> {
  const row = await first(
    trx,
    sql<{ id: number }>`
      insert into webhook_endpoints (account_id, url, description, kinds, enabled, secret_encrypted, created_at)
      values (${accountId}, ${url}, ${description}, ${textArray(kinds)}::text[], ${enabled}, ${secretEncrypted}, ${now})
      returning id`,
  );
  if (!row) throw new Error('The endpoint was not inserted.');
  return row.id;
}

/** Whoever saves it has seen to it: it is no longer one that was switched off, and begins anew. */
export async function updateEndpoint(
  trx: Db,
  accountId: number,
  id: number,
  { url, description, kinds, enabled }: EndpointFields,
): Promise<boolean> {
  const done = await changed(
    trx,
    sql`
      update webhook_endpoints
      set url = ${url}, description = ${description}, kinds = ${textArray(kinds)}::text[], enabled = ${enabled},
        switched_off_at = null,
        failures = case when enabled = ${enabled} and url = ${url} then failures else 0 end,
        failing_since = case when enabled = ${enabled} and url = ${url} then failing_since end
      where account_id = ${accountId} and id = ${id} and deleted_at is null`,
  );
  return done > 0;
}

/** True also for one that was deleted before. Its secrets are gone at once, its deliveries bit by bit. */
export async function markEndpointDeleted(
  trx: Db,
  accountId: number,
  id: number,
  now: Date,
): Promise<boolean> {
  await sql`delete from webhook_jobs where account_id = ${accountId} and endpoint_id = ${id}`.execute(trx);
  const done = await changed(
    trx,
    sql`
      update webhook_endpoints
      set deleted_at = coalesce(deleted_at, ${now}), enabled = false, secret_encrypted = '', former_secret_encrypted = null
      where account_id = ${accountId} and id = ${id}`,
  );
  return done > 0;
}

/** The secret until now goes on signing until a moment. */
export async function storeSecret(
  trx: Db,
  accountId: number,
  id: number,
  secretEncrypted: Buffer,
  formerUntil: Date,
): Promise<boolean> {
  const done = await changed(
    trx,
    sql`
      update webhook_endpoints
      set former_secret_encrypted = secret_encrypted, former_until = ${formerUntil}, secret_encrypted = ${secretEncrypted}
      where account_id = ${accountId} and id = ${id} and deleted_at is null`,
  );
  return done > 0;
}

export type StoredSecrets = { current: Buffer; former: Buffer | null };

/** As they are at a moment. */
export function findSecrets(
  db: Db,
  accountId: number,
  id: number,
  now: Date,
): Promise<StoredSecrets | undefined> {
  return first(
    db,
    sql<StoredSecrets>`
      select secret_encrypted as current, case when former_until > ${now} then former_secret_encrypted end as former
      from webhook_endpoints where account_id = ${accountId} and id = ${id} and deleted_at is null`,
  );
}

export type Health = Pick<EndpointRow, 'failures' | 'failingSince' | 'lastFailure' | 'lastSuccessAt'>;

export async function storeHealth(trx: Db, accountId: number, id: number, health: Health): Promise<void> {
  const { failures, failingSince, lastFailure, lastSuccessAt } = health;
  await sql`
    update webhook_endpoints
    set failures = ${failures}, failing_since = ${failingSince}, last_failure = ${lastFailure}, last_success_at = ${lastSuccessAt}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
}

/** False: somebody has switched it off, or deleted it, already. */
export async function switchOffEndpoint(trx: Db, accountId: number, id: number, now: Date): Promise<boolean> {
  const done = await changed(
    trx,
    sql`
      update webhook_endpoints set enabled = false, switched_off_at = ${now}
      where account_id = ${accountId} and id = ${id} and enabled`,
  );
  return done > 0;
}

/**
 * These endpoints have something to be sent; held until the end of the transaction, so that a worker that
 * stores what became of others looks at it afterwards. `isNow`: an endpoint that rests is tried at once.
 */
export async function endpointsDue(
  trx: Db,
  accountId: number,
  endpoints: readonly number[],
  now: Date,
  isNow = false,
): Promise<void> {
  await sql`
    insert into webhook_jobs as j (account_id, endpoint_id, due_at)
    select ${accountId}, id, ${now} from unnest(${[...endpoints]}::bigint[]) id order by id
    on conflict (account_id, endpoint_id) do update set
      due_at = greatest(least(j.due_at, excluded.due_at), ${isNow ? sql`null` : sql`j.rests_until`}::timestamptz),
      rests_until = ${isNow ? sql`null` : sql`j.rests_until`}::timestamptz`.execute(trx);
}
