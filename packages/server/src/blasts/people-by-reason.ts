/** Who is in a row of a blast's reasons: a page for the screen, all of them for a file. */

import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { fewByNumber } from '../contacts/index.ts';
import { BLOCK_BITS, countedPeople, messagesOf, reasonColumns } from '../messages/index.ts';
import { cacheByDatabase } from '../platform/cache.ts';
import { csvFile } from '../platform/csv.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import type { Download } from '../platform/http/handler.ts';
import { phonePattern } from '../platform/search-patterns.ts';
import { allExcluded, pageExcluded } from './exclusions.ts';

export type OutcomeGroup = { blast: number; status: string; reason: string; code: string };

export type BlastPerson = {
  contact: number;
  phone: string;
  campaign: number;
  at: Date;
  /** Of what is held. */
  until: Date | null;
};

/** By message, which is the order of the contacts. */
type Reached = BlastPerson & { message: number };
/** `before`: people of the bucket in the blocks before this one. */
type Block = { block: number; people: number; before: number };

const LENGTH = PAGE_LIMITS.pageSize;
/** People read at a time for a file. */
const FILE_PAGE = 5_000;
/** What more numbers have is met one by one: among so many people, then among twice as many, and so on. */
const STRETCH = 400;

/**
 * The message that a page of a search comes after, where the page before it was read lately: skipping rows
 * takes longer the more there are.
 */
const lastOf = cacheByDatabase<number>(1_000, 10 * 60_000);

/** A page by contact; the search is a part of the number. */
export async function pageOfPeople(
  db: Db,
  accountId: number,
  bucket: OutcomeGroup,
  start: number,
  search: string,
): Promise<BlastPerson[]> {
  if (bucket.status === 'not queued') return pageExcluded(db, accountId, bucket, start, search);
  if (search !== '') return searchPage(db, accountId, bucket, start, search);
  const all = await blocksOf(db, accountId, bucket);
  const here = all.filter(({ before, people }) => before + people > start && before < start + LENGTH);
  const skipped = start - (here[0]?.before ?? start);
  return readBlocks(db, accountId, bucket, here, { skipped, limit: LENGTH });
}

/** All people of a bucket, as they are when the file is read. */
export function filePeople(db: Db, accountId: number, bucket: OutcomeGroup): Download {
  const { blast, status, reason, code } = bucket;
  async function* batches() {
    const all =
      status === 'not queued' ? allExcluded(db, accountId, bucket) : allReached(db, accountId, bucket);
    for await (const found of all)
      yield found.map(({ phone, at, until }) => [
        phone,
        status,
        reason,
        code,
        at.toISOString(),
        until?.toISOString() ?? '',
      ]);
  }
  return {
    fileName: `blast-${blast}-${status.replace(/\W+/g, '-')}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: csvFile(['Phone', 'Status', 'Reason', 'Code', 'At', 'Held until'], batches()),
  };
}

async function* allReached(db: Db, accountId: number, bucket: OutcomeGroup): AsyncGenerator<BlastPerson[]> {
  for (const part of partsOf(await blocksOf(db, accountId, bucket), FILE_PAGE))
    yield await readBlocks(db, accountId, bucket, part, {});
}

/** Blocks in which the bucket has people, in their order. */
async function blocksOf(
  db: Db,
  accountId: number,
  { blast, status, reason, code }: OutcomeGroup,
): Promise<Block[]> {
  const found = await rows(
    db,
    sql<Omit<Block, 'before'>>`
      select block, people from (${countedPeople(accountId, blast)}) each
      where status = ${status} and reason = ${reason} and code = ${code} order by block`,
  );
  let before = 0;
  return found.map((block) => {
    const placed = { ...block, before };
    before += block.people;
    return placed;
  });
}

/** The blocks in parts of about so many people, each `growth` times as large as the one before. */
function* partsOf(blocks: readonly Block[], people: number, growth = 1): Generator<Block[]> {
  let from = 0;
  let size = people;
  for (const [index, block] of blocks.entries()) {
    const isFull = block.before + block.people - (blocks[from]?.before ?? 0) >= size;
    if (!isFull && index < blocks.length - 1) continue;
    yield blocks.slice(from, index + 1);
    from = index + 1;
    size *= growth;
  }
}

/**
 * Some numbers have it: then they are looked up. Many: then the people are looked at from the last page's end
 * on, until a page is full.
 */
async function searchPage(
  db: Db,
  accountId: number,
  bucket: OutcomeGroup,
  start: number,
  search: string,
): Promise<BlastPerson[]> {
  const pattern = phonePattern(search);
  const contacts = await fewByNumber(db, accountId, search);
  if (contacts) return readContacts(db, accountId, bucket, contacts, start);
  const key = (from: number) => JSON.stringify([accountId, bucket, search, from]);
  const after = start === 0 ? 0 : lastOf(db).get(key(start));
  const skipped = after === undefined ? start : 0;
  const found = await meetPeople(db, accountId, bucket, {
    after: after ?? 0,
    pattern,
    count: skipped + LENGTH,
  });
  const page = found.slice(skipped);
  const last = page.at(-1);
  if (last) lastOf(db).set(key(start + page.length), last.message);
  return page;
}

/** The first `count` people behind a message whose numbers have the pattern. */
async function meetPeople(
  db: Db,
  accountId: number,
  bucket: OutcomeGroup,
  { after, pattern, count }: { after: number; pattern: string; count: number },
): Promise<Reached[]> {
  const found: Reached[] = [];
  const blocks = await blocksOf(db, accountId, bucket);
  const left = blocks.filter(({ block }) => block >= Math.floor(after / 2 ** BLOCK_BITS));
  for (const part of partsOf(left, STRETCH, 2)) {
    const limit = count - found.length;
    found.push(...(await readBlocks(db, accountId, bucket, part, { after, pattern, limit })));
    if (found.length === count) break;
  }
  return found;
}

const shown = (accountId: number, status: string, from: RawBuilder<unknown>) => sql<Reached>`
  select m.id as message, m.contact_id as contact, c.phone, m.campaign_id as campaign,
    coalesce(m.settled_at, m.sent_at, m.created_at) as at, ${status === 'held' ? sql`m.held_until` : sql`null`} as until
  from (${from}) m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id order by m.id`;

const isIn = ({ status, reason, code }: OutcomeGroup) =>
  sql`m.status = ${status}::message_status and m.reason = ${reason} and m.code = ${code}`;

const columns = sql`m.id, m.contact_id, m.campaign_id, m.status, m.held_until, m.settled_at, m.sent_at, m.created_at, ${reasonColumns}`;

function readContacts(
  db: Db,
  accountId: number,
  bucket: OutcomeGroup,
  contacts: readonly number[],
  start: number,
): Promise<Reached[]> {
  const from = sql`
    select m.* from unnest(${contacts}::bigint[]) as given (id) cross join lateral (
      select ${columns} from messages m
      where m.account_id = ${accountId} and m.blast_id = ${bucket.blast} and m.contact_id = given.id and m.seq = 0 and m.origin = 'blast'
      offset 0
    ) m where ${isIn(bucket)} order by m.id offset ${start} limit ${LENGTH}`;
  return rows(db, shown(accountId, bucket.status, from));
}

/** What of the bucket is in these blocks: behind a message, whose numbers have a pattern. */
function readBlocks(
  db: Db,
  accountId: number,
  bucket: OutcomeGroup,
  blocks: readonly Block[],
  { after = 0, skipped = 0, limit = null, pattern = null }: Part,
): Promise<Reached[]> {
  const isLike =
    pattern === null
      ? sql``
      : sql`and (select phone from contacts c where c.account_id = ${accountId} and c.id = m.contact_id) like ${pattern}`;
  const from = sql`
    select m.* from unnest(${blocks.map(({ block }) => block)}::bigint[]) as given (block)
      cross join lateral (select given.block, ${bucket.blast}::bigint as blast_id) k
      cross join lateral (select ${columns} from ${messagesOf(accountId)} and m.id > ${after} offset 0) m
    where ${isIn(bucket)} ${isLike} order by m.id offset ${skipped} limit ${limit}::bigint`;
  return rows(db, shown(accountId, bucket.status, from));
}

type Part = { after?: number; skipped?: number; limit?: number | null; pattern?: string | null };
