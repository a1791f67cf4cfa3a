/** Messages that nobody can know about (a time-out, a crash): noted when they come to be, and listed. */

import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { dayRange } from '@parley/rules/time-zone.ts';
import type { RawBuilder } from 'kysely';
import { zoneOf } from '../accounts/index.ts';
import { fewByNumber } from '../contacts/index.ts';
import { cacheByDatabase } from '../platform/cache.ts';
import { textWithoutCode } from '../platform/code-text.ts';
import { csvFile } from '../platform/csv.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import type { Download } from '../platform/http/handler.ts';
import { phonePattern } from '../platform/search-patterns.ts';
import { BLOCK_BITS } from './status-rollup.ts';

export type Unconfirmed = {
  id: number;
  contact: number;
  phone: string;
  text: string;
  reason: string;
  at: Date;
  credits: number;
  blast: number;
  campaign: number;
  name: string;
};

/** Which of them. */
export type UnconfirmedFilter = {
  /** 0: of the whole account. */
  blast: number;
  /** Part of a number; empty: any. */
  search: string;
  /** Single messages are replies, notices, triggers, tests. */
  kind: 'all' | 'blast' | 'single';
  /** Days YYYY-MM-DD of the account's zone on which they were tried, the last one included; empty: any. */
  from: string;
  to: string;
};

/** Notes messages of which nobody knows whether they were sent. Needs the transaction that says so. */
export async function noteUnconfirmed(
  trx: Db,
  accountId: number,
  messageIds: readonly number[],
): Promise<void> {
  await sql`
    insert into unconfirmed_messages (${COLUMNS})
    select ${columnsOf('messages')} from messages
    where account_id = ${accountId} and id = any(${messageIds}::bigint[]) and status = 'unknown'
    on conflict do nothing`.execute(trx);
}

/**
 * What is found and counted by stands beside the message's id. Whoever moves a message on from 'unknown'
 * takes it away (SETTLED).
 */
const COLUMNS = sql.raw('account_id, message_id, contact_id, blast_id, tried_at');
const columnsOf = (of: 'messages' | 'moved') => {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql`${column('account_id')}, ${column('id')}, ${column('contact_id')},
    case when ${column('origin')} = 'blast' then ${column('blast_id')} end, coalesce(${column('sent_at')}, ${column('created_at')})`;
};

/** A CTE over a CTE `moved` with id and was; `$1` is the account. */
export const SETTLED = `
  settled as (
    delete from unconfirmed_messages where account_id = $1 and message_id = any(array(select id from moved where was = 'unknown'))
  )`;

/**
 * Takes all single messages that wait to be sent, of all accounts, for messages that may have been sent.
 * Answers how many.
 */
export async function markWaitingUnconfirmed(trx: Db, reason: string): Promise<number> {
  const doubtful = await rows(
    trx,
    sql`
      with waiting as (
        delete from outbox returning account_id, message_id
      ), moved as (
        update messages m set status = 'unknown', reason = ${reason}, sent_at = coalesce(m.sent_at, m.created_at)
        from waiting w
        where m.account_id = w.account_id and m.id = w.message_id and m.status in ('queued', 'held', 'sending')
        returning m.*
      ), touched as (
        update blast_status_rollups k set version = k.version + 1
        from moved m
        where m.origin = 'blast' and k.account_id = m.account_id and k.blast_id = m.blast_id
          and k.block = m.id >> ${sql.lit(BLOCK_BITS)}
      )
      insert into unconfirmed_messages (${COLUMNS}) select ${columnsOf('moved')} from moved on conflict do nothing returning 1`,
  );
  return doubtful.length;
}

/** A page of what is in doubt, newest first, and how many there are. */
export async function listUnconfirmed(
  db: Db,
  accountId: number,
  filter: UnconfirmedFilter,
  start: number,
): Promise<{ total: number; messages: Unconfirmed[] }> {
  const key = (from: number) => JSON.stringify([accountId, filter, from]);
  const above = start === 0 ? undefined : lastOf(db).get(key(start));
  const part = above ? { before: above.id, start: 0 } : { before: null, start };
  const doubtful = await matching(db, accountId, filter);
  const [messages, total] = await Promise.all([
    readInDoubt(db, accountId, doubtful, { ...part, limit: PAGE_LIMITS.pageSize }),
    above?.total ?? countInDoubt(db, doubtful),
  ]);
  const last = messages.at(-1);
  if (last) lastOf(db).set(key(start + messages.length), { id: last.id, total });
  return { total, messages };
}

/** The message that a page comes after, and how many there were, where the page above was read lately. */
const lastOf = cacheByDatabase<{ id: number; total: number }>(1_000, 60_000);

async function countInDoubt(db: Db, doubtful: RawBuilder<unknown>): Promise<number> {
  const counted = await first(db, sql<{ total: number }>`select count(*) as total from ${doubtful}`);
  return counted?.total ?? 0;
}

type Part = { before: number | null; start: number; limit: number };

async function readInDoubt(
  db: Db,
  accountId: number,
  doubtful: RawBuilder<unknown>,
  { before, start, limit }: Part,
): Promise<Unconfirmed[]> {
  return rows(
    db,
    sql<Unconfirmed>`
      select m.id, m.contact_id as contact, c.phone, coalesce(${textWithoutCode}, '') as text, coalesce(m.reason, '') as reason,
        coalesce(m.sent_at, m.created_at) as at, m.credits, coalesce(m.blast_id, 0) as blast,
        coalesce(m.campaign_id, 0) as campaign, coalesce(k.name, '') as name
      from (
        select d.message_id from ${doubtful} and (${before}::bigint is null or d.message_id < ${before})
        order by d.message_id desc offset ${start} limit ${limit}
      ) d
        join messages m on m.account_id = ${accountId} and m.id = d.message_id
        join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
        left join campaigns k on k.account_id = ${accountId} and k.id = m.campaign_id
      order by m.id desc`,
  );
}

/** The ids of all that match, in their order. */
export async function idsOfUnconfirmed(
  db: Db,
  accountId: number,
  filter: UnconfirmedFilter,
): Promise<number[]> {
  const doubtful = await matching(db, accountId, filter);
  const found = await rows(
    db,
    sql<{ id: number }>`select d.message_id as id from ${doubtful} order by d.message_id`,
  );
  return found.map(({ id }) => id);
}

/** What of `unconfirmed_messages d` matches; ends within the conditions. */
async function matching(db: Db, accountId: number, filter: UnconfirmedFilter): Promise<RawBuilder<unknown>> {
  const { blast, search, kind } = filter;
  const { from, to } = await rangeOf(db, accountId, filter);
  const few = search === '' ? null : await fewByNumber(db, accountId, search);
  const byNumber = few
    ? sql`and d.contact_id = any(${few}::bigint[])`
    : sql`and (select phone from contacts where account_id = ${accountId} and id = d.contact_id) like ${phonePattern(search)}`;
  return sql`
      unconfirmed_messages d where d.account_id = ${accountId}
        ${blast === 0 ? sql`` : sql`and d.blast_id = ${blast}`}
        ${kind === 'all' ? sql`` : sql`and (d.blast_id is not null) = ${kind === 'blast'}`}
        ${from === null ? sql`` : sql`and d.tried_at >= ${from}`} ${to === null ? sql`` : sql`and d.tried_at < ${to}`}
        ${search === '' ? sql`` : byNumber}`;
}

/** The first instant of the first day and the first one after the last; null: open. */
async function rangeOf(
  db: Db,
  accountId: number,
  { from, to }: UnconfirmedFilter,
): Promise<{ from: string | null; to: string | null }> {
  if (from === '' && to === '') return { from: null, to: null };
  const zone = await zoneOf(db, accountId);
  return {
    from: from === '' ? null : dayRange(from, from, zone).from,
    to: to === '' ? null : dayRange(to, to, zone).to,
  };
}

/** Read at a time for a file. */
const FILE_PAGE = 5_000;

/** What the list shows, as a file, newest first. */
export function fileOfUnconfirmed(db: Db, accountId: number, filter: UnconfirmedFilter): Download {
  async function* batches() {
    const doubtful = await matching(db, accountId, filter);
    for (let before: number | null = null; ; ) {
      const found: Unconfirmed[] = await readInDoubt(db, accountId, doubtful, {
        before,
        start: 0,
        limit: FILE_PAGE,
      });
      yield found.map(({ phone, at, reason, name, blast, credits, text }) => [
        phone,
        at.toISOString(),
        reason,
        name,
        blast || '',
        credits,
        text,
      ]);
      before = found.at(-1)?.id ?? null;
      if (found.length < FILE_PAGE) return;
    }
  }
  return {
    fileName: 'in-doubt.csv',
    contentType: 'text/csv; charset=utf-8',
    body: csvFile(['Number', 'Tried', 'What happened', 'Campaign', 'Blast', 'Credits', 'Text'], batches()),
  };
}

/** @throws NotFound for a foreign or unknown blast. */
export async function requireBlast(db: Db, accountId: number, blastId: number): Promise<void> {
  const found = await first(
    db,
    sql`select 1 from blasts where account_id = ${accountId} and id = ${blastId}`,
  );
  if (!found) throw new NotFound();
}
