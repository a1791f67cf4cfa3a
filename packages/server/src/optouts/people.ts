/** What the opt-out screens read. */
import { COUNTED } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { createKept } from '../platform/kept.ts';
import { isNumber, phonePattern } from '../platform/search.ts';

export type OptOutRow = {
  phone: string;
  contact: number;
  source: string;
  words: string;
  note: string;
  channelName: string;
  scope: string;
  by: string;
  at: Date;
};

type Page = { search: string; start: number; length: number };

/** So many rows are looked at one by one first: what many have is found among them. */
const WALKED = 2_000;
/** From this row on a page is found by the one before it, where that was read lately: skipping rows takes longer the more there are. */
const DEEP = 5_000;
/** The row that a deep page comes after. */
const lastOf = createKept<Pick<OptOutRow, 'at' | 'phone'>>(1_000, 10 * 60_000);

/** A page of the opt-out list, newest first, and how many there are (counted up to {@link COUNTED}). */
export async function listOptOuts(
  db: Db,
  accountId: number,
  page: Page,
): Promise<{ optOuts: OptOutRow[]; total: number }> {
  const search = page.search.trim();
  if (search !== '') return searchOptOuts(db, accountId, { ...page, search });
  const [optOuts, total] = await Promise.all([
    readPage(db, accountId, page),
    countUpTo(db, sql`select 1 from opt_outs o where o.account_id = ${accountId}`),
  ]);
  return { optOuts, total };
}

const matches = (search: string) => {
  const words = likeAnywhere(search);
  const number = isNumber(search) ? sql`o.phone like ${phonePattern(search)} or` : sql``;
  return sql`(${number} o.words ilike ${words} or o.note ilike ${words})`;
};

async function readPage(db: Db, accountId: number, { start, length }: Page): Promise<OptOutRow[]> {
  const key = (from: number) => JSON.stringify([accountId, from]);
  const last = lastOf.get(key(start));
  const where = last ? sql`and o.at <= ${last.at} and (o.at < ${last.at} or o.phone > ${last.phone})` : sql``;
  // The rows before a page are passed over in the index, without a look at the table or at what stands beside them.
  const page = sql`(
    select o.* from (
      select at, phone from opt_outs o where o.account_id = ${accountId} ${where}
      order by at desc, phone offset ${last ? 0 : start} limit ${length}
    ) page join opt_outs o on o.account_id = ${accountId} and o.phone = page.phone)`;
  const found = await rows(db, sql<OptOutRow>`${selectRows(accountId, page)} order by o.at desc, o.phone`);
  const end = found.at(-1);
  if (end && start + found.length >= DEEP) lastOf.set(key(start + found.length), end);
  return found;
}

/** Among the newest if many are found there, else among all by their index. */
async function searchOptOuts(
  db: Db,
  accountId: number,
  { search, start, length }: Page,
): Promise<{ optOuts: OptOutRow[]; total: number }> {
  const newest = sql`
    select * from opt_outs where account_id = ${accountId} order by at desc, phone limit ${WALKED}`;
  const all = sql`select * from opt_outs o where o.account_id = ${accountId} and ${matches(search)}`;
  const among = (from: RawBuilder<unknown>) =>
    rows(
      db,
      sql<OptOutRow>`
        with found as materialized (${from})
        ${selectRows(accountId, sql`(select * from found o where ${matches(search)} order by at desc, phone offset ${start} limit ${length})`)}
        order by o.at desc, o.phone`,
    );
  const near = await among(newest);
  if (near.length < length)
    return { optOuts: await among(all), total: await countUpTo(db, sql`select 1 from (${all} offset 0) o`) };
  // Many have it: they are counted row by row, without an index that would gather all of them first.
  const each = sql`select * from opt_outs where account_id = ${accountId} offset 0`;
  return {
    optOuts: near,
    total: await countUpTo(db, sql`select 1 from (${each}) o where ${matches(search)}`),
  };
}

/** The whole list in batches, by number: each batch is one query that begins behind the last one. */
export async function* allOptOuts(db: Db, accountId: number): AsyncGenerator<OptOutRow[]> {
  let after = '';
  for (;;) {
    const batch = await rows(
      db,
      sql<OptOutRow>`${selectRows(accountId)} and o.phone > ${after} order by o.phone limit 2000`,
    );
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.phone;
  }
}

const selectRows = (accountId: number, from = sql`opt_outs`) => sql`
  select o.phone, coalesce(c.id, 0) as contact, o.source, o.words, o.note, coalesce(h.name, '') as "channelName", o.scope,
    coalesce(u.email, '') as by, o.at
  from ${from} o
    left join contacts c on c.account_id = ${accountId} and c.phone = o.phone
    left join channels h on h.account_id = ${accountId} and h.id = o.channel_id
    left join users u on u.id = o.user_id
  where o.account_id = ${accountId}`;

export type DoubtfulRow = {
  id: number;
  phone: string;
  contact: number;
  text: string;
  matched: string;
  channelName: string;
  at: Date;
};

/** Texts that wait for a decision, newest first. */
export async function listDoubtful(
  db: Db,
  accountId: number,
  start: number,
  length: number,
): Promise<{ texts: DoubtfulRow[]; total: number }> {
  const [texts, total] = await Promise.all([
    rows(
      db,
      sql<DoubtfulRow>`
        select d.id, d.phone, d.contact_id as contact, d.body as text, d.matched, coalesce(h.name, '') as "channelName", d.at
        from doubtful_texts d left join channels h on h.account_id = ${accountId} and h.id = d.channel_id
        where d.account_id = ${accountId} and d.decision is null
        order by d.at desc, d.id desc offset ${start} limit ${length}`,
    ),
    countUpTo(
      db,
      sql`select 1 from doubtful_texts d where d.account_id = ${accountId} and d.decision is null`,
    ),
  ]);
  return { texts, total };
}

export type MutedRow = {
  phone: string;
  contact: number;
  channel: number;
  channelName: string;
  messages: number;
  at: Date;
};

export async function listMuted(
  db: Db,
  accountId: number,
  start: number,
  length: number,
): Promise<{ muted: MutedRow[]; total: number }> {
  const [muted, total] = await Promise.all([
    rows(
      db,
      sql<MutedRow>`
        select c.phone, c.id as contact, m.channel_id as channel, coalesce(h.name, '') as "channelName", m.messages, m.at
        from muted_contacts m
          join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
          left join channels h on h.account_id = ${accountId} and h.id = m.channel_id
        where m.account_id = ${accountId} order by m.at desc, m.contact_id offset ${start} limit ${length}`,
    ),
    countUpTo(db, sql`select 1 from muted_contacts m where m.account_id = ${accountId}`),
  ]);
  return { muted, total };
}

async function countUpTo(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`select count(*) as count from (${found} limit ${COUNTED + 1}) found`,
  );
  return row?.count ?? 0;
}

/** Whether a contact and a channel are both the account's. */
export async function isPair(
  db: Db,
  accountId: number,
  contactId: number,
  channelId: number,
): Promise<boolean> {
  const found = await first(
    db,
    sql`
      select from contacts c, channels n
      where c.account_id = ${accountId} and c.id = ${contactId} and n.account_id = ${accountId} and n.id = ${channelId}`,
  );
  return found !== undefined;
}
