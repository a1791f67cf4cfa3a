/** What the opt-out screens read. */

import { COUNTED } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import { cacheByDatabase } from '../platform/cache.ts';
import { amongTexts } from '../platform/db/arrays.ts';
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { hasTrigram, isNumber, phonePattern } from '../platform/search-patterns.ts';
import { stillMutes } from '../policy/index.ts';

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
  /** The keyword that the person has texted since, of which campaign and when; '' and null: none. */
  askedWords: string;
  askedCampaign: number;
  askedCampaignName: string;
  askedAt: Date | null;
};

type Page = { search: string; start: number; length: number };

/**
 * From this row on a page is found by the one before it, where that was read lately: skipping rows takes
 * longer the more there are.
 */
const DEEP = 5_000;
/** The row that a deep page comes after. */
const lastOf = cacheByDatabase<Pick<OptOutRow, 'at' | 'phone'>>(1_000, 10 * 60_000);

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
    countUpTo(db, sql`select 1 from suppressions o where o.account_id = ${accountId}`),
  ]);
  return { optOuts, total };
}

const matches = (search: string) => {
  const words = likeAnywhere(search);
  const number = isNumber(search) ? sql`o.phone like ${phonePattern(search)} or` : sql``;
  // Without letters there is no case to ignore, which takes longer.
  const like = /\p{L}/u.test(search) ? sql`ilike` : sql`like`;
  return sql`(${number} o.words ${like} ${words} or o.note ${like} ${words})`;
};

async function readPage(db: Db, accountId: number, { start, length }: Page): Promise<OptOutRow[]> {
  const key = (from: number) => JSON.stringify([accountId, from]);
  const last = lastOf(db).get(key(start));
  const where = last ? sql`and o.at <= ${last.at} and (o.at < ${last.at} or o.phone > ${last.phone})` : sql``;
  // The rows before a page are passed over in the index, without a look at the table or at what stands beside
  // them.
  const page = sql`(
    select o.* from (
      select at, phone from suppressions o where o.account_id = ${accountId} ${where}
      order by at desc, phone offset ${last ? 0 : start} limit ${length}
    ) page join suppressions o on o.account_id = ${accountId} and o.phone = page.phone)`;
  const found = await rows(db, sql<OptOutRow>`${selectRows(accountId, page)} order by o.at desc, o.phone`);
  const end = found.at(-1);
  if (end && start + found.length >= DEEP) lastOf(db).set(key(start + found.length), end);
  return found;
}

/** So many of the newest ones tell whether most have what is sought: an index would gather them all. */
const SAMPLE = 2_000;
const MOST_HAVE = SAMPLE / 6;

/**
 * By their index where no more than {@link COUNTED} have it; what more have is met soon, one by one from the
 * newest on.
 */
async function searchOptOuts(
  db: Db,
  accountId: number,
  page: Page,
): Promise<{ optOuts: OptOutRow[]; total: number }> {
  const isIndexed = hasTrigram(page.search) && !(await mostHave(db, accountId, page.search));
  const few = isIndexed ? await findFew(db, accountId, page) : undefined;
  const [phones, total] = await Promise.all([
    few && few.total <= COUNTED ? few.phones : meet(db, accountId, page),
    few?.total ??
      countUpTo(db, sql`select 1 from (${all(accountId)} offset 0) o where ${matches(page.search)}`),
  ]);
  const optOuts = await rows(
    db,
    sql<OptOutRow>`${selectRows(accountId)} and o.phone ${amongTexts(phones)} order by o.at desc, o.phone`,
  );
  return { optOuts, total };
}

const all = (accountId: number) => sql`select * from suppressions o where o.account_id = ${accountId}`;

async function mostHave(db: Db, accountId: number, search: string): Promise<boolean> {
  const newest = sql`${all(accountId)} order by at desc, phone limit ${SAMPLE}`;
  const met = await first(
    db,
    sql<{ count: number }>`select count(*) as count from (${newest}) o where ${matches(search)}`,
  );
  return (met?.count ?? 0) > MOST_HAVE;
}

/** The page as the index finds it, and how many there are: more than {@link COUNTED} without the page. */
function findFew(
  db: Db,
  accountId: number,
  { search, start, length }: Page,
): Promise<{ total: number; phones: string[] } | undefined> {
  const number = isNumber(search) ? phonePattern(search) : null;
  return first(
    db,
    sql<{ total: number; phones: string[] }>`
      with found as materialized (
        select at, phone from suppressions_like(${accountId}::bigint, ${number}::text, ${likeAnywhere(search)}::text, ${COUNTED + 1}::int)
      ), counted as (
        select count(*) as total from found
      )
      select least(total, ${COUNTED + 1}) as total, array(
        select phone from found where total <= ${COUNTED} order by at desc, phone offset ${start} limit ${length}
      ) as phones
      from counted`,
  );
}

/** The page of what is looked at one by one, whatever the planner thinks of other ways. */
async function meet(db: Db, accountId: number, { search, start, length }: Page): Promise<string[]> {
  const met = await rows(
    db,
    sql<{ phone: string }>`
      select phone from (${all(accountId)} order by at desc, phone offset 0) o
      where ${matches(search)} offset ${start} limit ${length}`,
  );
  return met.map(({ phone }) => phone);
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

/** The next opt-outs behind a number, by number; or that of one number. */
export function optOutsBehind(
  db: Db,
  accountId: number,
  { behind, limit, phone }: { behind: string; limit: number; phone: string | undefined },
): Promise<OptOutRow[]> {
  const only = phone === undefined ? sql`` : sql`and o.phone = ${phone}`;
  return rows(
    db,
    sql<OptOutRow>`${selectRows(accountId)} and o.phone > ${behind} ${only} order by o.phone limit ${limit}`,
  );
}

const selectRows = (accountId: number, from = sql`suppressions`) => sql`
  select o.phone, coalesce(c.id, 0) as contact, o.source, o.words, o.note, coalesce(h.name, '') as "channelName", o.scope,
    coalesce(u.email, '') as by, o.at, o.asked_words as "askedWords", coalesce(o.asked_campaign_id, 0) as "askedCampaign",
    coalesce(k.name, '') as "askedCampaignName", o.asked_at as "askedAt"
  from ${from} o
    left join contacts c on c.account_id = ${accountId} and c.phone = o.phone
    left join channels h on h.account_id = ${accountId} and h.id = o.channel_id
    left join users u on u.id = o.user_id
    left join campaigns k on k.account_id = ${accountId} and k.id = o.asked_campaign_id
  where o.account_id = ${accountId}`;

export type ReviewRow = {
  id: number;
  phone: string;
  contact: number;
  text: string;
  matched: string;
  channelName: string;
  at: Date;
};

/** Texts that wait for a decision, newest first. */
export async function listReview(
  db: Db,
  accountId: number,
  start: number,
  length: number,
): Promise<{ texts: ReviewRow[]; total: number }> {
  const [texts, total] = await Promise.all([
    rows(
      db,
      sql<ReviewRow>`
        select d.id, d.phone, d.contact_id as contact, d.body as text, d.matched, coalesce(h.name, '') as "channelName", d.at
        from opt_out_reviews d left join channels h on h.account_id = ${accountId} and h.id = d.channel_id
        where d.account_id = ${accountId} and d.decision is null
        order by d.at desc, d.id desc offset ${start} limit ${length}`,
    ),
    countUpTo(
      db,
      sql`select 1 from opt_out_reviews d where d.account_id = ${accountId} and d.decision is null`,
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
  now: Date,
): Promise<{ muted: MutedRow[]; total: number }> {
  const [muted, total] = await Promise.all([
    rows(
      db,
      sql<MutedRow>`
        select c.phone, c.id as contact, m.channel_id as channel, coalesce(h.name, '') as "channelName", m.messages, m.at
        from muted_conversations m
          join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
          left join channels h on h.account_id = ${accountId} and h.id = m.channel_id
        where m.account_id = ${accountId} and ${stillMutes('m', now)} order by m.at desc, m.contact_id offset ${start} limit ${length}`,
    ),
    countUpTo(
      db,
      sql`select 1 from muted_conversations m where m.account_id = ${accountId} and ${stillMutes('m', now)}`,
    ),
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
