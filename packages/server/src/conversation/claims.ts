/** Claims from the shared tables of work that is due: a batch at a time, kept for a lease, found again when the worker dies. */
import { type Db, rows, sql } from '../platform/db/database.ts';
import type { ApiRequest } from './play.ts';

export type Timer = { accountId: number; channelId: number; contactId: number; turn: number };

const LEASE_MS = 60_000;

/** Claims up to `limit` timers that are due, earliest first. */
export async function claimTimers(db: Db, worker: string, now: Date, limit: number): Promise<Timer[]> {
  return rows(
    db,
    sql<Timer>`
      update timers t set worker = ${worker}, leased_until = ${new Date(now.getTime() + LEASE_MS)}
      from (
        select account_id, channel_id, contact_id from timers
        where due_at <= ${now} and (leased_until is null or leased_until < ${now})
        order by due_at limit ${limit} for update skip locked
      ) as due
      where t.account_id = due.account_id and t.channel_id = due.channel_id and t.contact_id = due.contact_id
      returning t.account_id as "accountId", t.channel_id as "channelId", t.contact_id as "contactId", t.turn`,
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

export type ApiCall = {
  id: number;
  accountId: number;
  channelId: number;
  contactId: number;
  turn: number;
  request: ApiRequest;
  /** A worker had it before and did not finish: whether the call was made is not known. */
  again: boolean;
  /** It was asked for while the person's own text was answered. */
  reply: boolean;
};

/** Claims up to `limit` API calls, oldest first. */
export async function claimApiCalls(db: Db, worker: string, now: Date, limit: number): Promise<ApiCall[]> {
  return rows(
    db,
    sql<ApiCall>`
      update api_calls a set worker = ${worker}, leased_until = ${new Date(now.getTime() + LEASE_MS)}
      from (
        select id, worker is not null as again from api_calls
        where due_at <= ${now} and (leased_until is null or leased_until < ${now})
        order by due_at, id limit ${limit} for update skip locked
      ) as due
      where a.id = due.id
      returning a.id, a.account_id as "accountId", a.channel_id as "channelId", a.contact_id as "contactId", a.turn,
        a.request, a.reply, due.again`,
  );
}

/** Gives back what a claim of which nothing is known may have leased. None of these calls was made; one that an earlier worker left stays so. */
export async function dropCallLeases(db: Db, worker: string, now: Date): Promise<void> {
  await sql`update api_calls set leased_until = ${now} where worker = ${worker}`.execute(db);
}

/** Takes a finished call away; false when another worker, who took it for lost, has answered it already. */
export async function dropApiCall(trx: Db, id: number): Promise<boolean> {
  const gone = await rows(trx, sql`delete from api_calls where id = ${id} returning id`);
  return gone.length > 0;
}
