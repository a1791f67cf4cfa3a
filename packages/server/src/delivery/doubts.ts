/** Messages that nobody can know about (a time-out, a crash): noted when they come to be, and listed. */
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { dayRange } from '@parley/rules/zone.ts';
import type { RawBuilder } from 'kysely';
import { zoneOf } from '../account/zone.ts';
import { csvFile } from '../platform/csv.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import type { Download } from '../platform/http/handler.ts';

export type InDoubt = {
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
export type DoubtFilter = {
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
export async function noteDoubts(trx: Db, accountId: number, messageIds: readonly number[]): Promise<void> {
  await sql`
    insert into in_doubt (account_id, message_id)
    select account_id, id from messages
    where account_id = ${accountId} and id = any(${messageIds}::bigint[]) and status = 'unknown'
    on conflict do nothing`.execute(trx);
}

/** Takes all single messages that wait to be sent, of all accounts, for messages that may have been sent. Answers how many. */
export async function doubtAllWaiting(trx: Db, reason: string): Promise<number> {
  const doubtful = await rows(
    trx,
    sql`
      with waiting as (
        delete from outbox returning account_id, message_id
      ), moved as (
        update messages m set status = 'unknown', reason = ${reason}, sent_at = coalesce(m.sent_at, m.created_at)
        from waiting w
        where m.account_id = w.account_id and m.id = w.message_id and m.status in ('queued', 'held', 'sending')
        returning m.account_id, m.id
      )
      insert into in_doubt (account_id, message_id) select account_id, id from moved on conflict do nothing returning 1`,
  );
  return doubtful.length;
}

/** A page of what is in doubt, newest first, and how many there are. */
export async function listInDoubt(
  db: Db,
  accountId: number,
  filter: DoubtFilter,
  start: number,
): Promise<{ total: number; messages: InDoubt[] }> {
  const messages = await readInDoubt(db, accountId, filter, {
    before: null,
    start,
    limit: PAGE_LIMITS.pageSize,
  });
  return { total: messages[0]?.total ?? 0, messages };
}

type Part = { before: number | null; start: number; limit: number };

async function readInDoubt(
  db: Db,
  accountId: number,
  filter: DoubtFilter,
  { before, start, limit }: Part,
): Promise<(InDoubt & { total: number })[]> {
  const doubtful = await matching(db, accountId, filter);
  return rows(
    db,
    sql<InDoubt & { total: number }>`
      select m.id, m.contact_id as contact, c.phone, coalesce(m.body, '') as text, coalesce(m.reason, '') as reason,
        coalesce(m.sent_at, m.created_at) as at, m.credits, coalesce(m.blast_id, 0) as blast,
        coalesce(m.campaign_id, 0) as campaign, coalesce(k.name, '') as name, count(*) over () as total
      from ${doubtful} and (${before}::bigint is null or d.message_id < ${before})
      order by m.id desc offset ${start} limit ${limit}`,
  );
}

/** The ids of all that match, in their order. */
export async function idsInDoubt(db: Db, accountId: number, filter: DoubtFilter): Promise<number[]> {
  const doubtful = await matching(db, accountId, filter);
  const found = await rows(db, sql<{ id: number }>`select m.id from ${doubtful} order by m.id`);
  return found.map(({ id }) => id);
}

/** What of `in_doubt d` matches, with its message `m`, contact `c` and campaign `k`; ends within the conditions. */
async function matching(db: Db, accountId: number, filter: DoubtFilter): Promise<RawBuilder<unknown>> {
  const { blast, search, kind } = filter;
  const { from, to } = await rangeOf(db, accountId, filter);
  return sql`
      in_doubt d
      join messages m on m.account_id = ${accountId} and m.id = d.message_id
      join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      left join campaigns k on k.account_id = ${accountId} and k.id = m.campaign_id
      where d.account_id = ${accountId} and m.status = 'unknown'
        and (${blast} = 0 or m.blast_id = ${blast} and m.origin = 'blast')
        and (${kind} = 'all' or (m.origin = 'blast') = (${kind} = 'blast'))
        and (${from}::timestamptz is null or coalesce(m.sent_at, m.created_at) >= ${from})
        and (${to}::timestamptz is null or coalesce(m.sent_at, m.created_at) < ${to})
        and (${search} = '' or position(${search} in c.phone) > 0)`;
}

/** The first instant of the first day and the first one after the last; null: open. */
async function rangeOf(
  db: Db,
  accountId: number,
  { from, to }: DoubtFilter,
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
export function fileInDoubt(db: Db, accountId: number, filter: DoubtFilter): Download {
  async function* batches() {
    for (let before: number | null = null; ; ) {
      const found: InDoubt[] = await readInDoubt(db, accountId, filter, {
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
