/** Who is in a row of a blast's reasons: a page for the screen, all of them for a file. */
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { csvFile } from '../platform/csv.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import type { Download } from '../platform/http/handler.ts';
import { reasonColumns } from './progress.ts';

export type Bucket = { blast: number; status: string; reason: string; code: string };

export type BlastPerson = {
  contact: number;
  phone: string;
  campaign: number;
  at: Date;
  /** Of what is held. */
  until: Date | null;
};

/** Part of a bucket: by offset, or after a contact (which costs the same however far). */
type Part = { search: string; after: number; offset: number; limit: number };

/** Read at a time for a file. */
const FILE_PAGE = 5_000;

export function pageOfPeople(
  db: Db,
  accountId: number,
  bucket: Bucket,
  start: number,
  search: string,
): Promise<BlastPerson[]> {
  return readPeople(db, accountId, bucket, { search, after: 0, offset: start, limit: PAGE_LIMITS.pageSize });
}

/** All people of a bucket, as they are when the file is read. */
export function filePeople(db: Db, accountId: number, bucket: Bucket): Download {
  async function* batches() {
    for (let after = 0; ; ) {
      const part = { search: '', after, offset: 0, limit: FILE_PAGE };
      const found = await readPeople(db, accountId, bucket, part);
      const { status, reason, code } = bucket;
      yield found.map(({ phone, at, until }) => [
        phone,
        status,
        reason,
        code,
        at.toISOString(),
        until?.toISOString() ?? '',
      ]);
      const last = found.at(-1);
      if (found.length < FILE_PAGE || !last) return;
      after = last.contact;
    }
  }
  return {
    fileName: `blast-${bucket.blast}-${bucket.status.replace(/\W+/g, '-')}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: csvFile(['Phone', 'Status', 'Reason', 'Code', 'At', 'Held until'], batches()),
  };
}

function readPeople(db: Db, accountId: number, bucket: Bucket, part: Part): Promise<BlastPerson[]> {
  return bucket.status === 'not queued'
    ? readLeftOut(db, accountId, bucket, part)
    : readReached(db, accountId, bucket, part);
}

function readReached(
  db: Db,
  accountId: number,
  { blast, status, reason, code }: Bucket,
  { search, after, offset, limit }: Part,
): Promise<BlastPerson[]> {
  return rows(
    db,
    sql<BlastPerson>`
      select m.contact_id as contact, c.phone, m.campaign_id as campaign, m.at,
        case when m.status = 'held' then m.held_until end as until
      from (
        select m.contact_id, m.campaign_id, m.status, m.held_until, ${reasonColumns},
          coalesce(m.settled_at, m.sent_at, m.created_at) as at
        from messages m
        where m.account_id = ${accountId} and m.blast_id = ${blast} and m.origin = 'blast' and m.seq = 0
          and m.contact_id > ${after} and m.status::text = ${status}
      ) m
      join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.reason = ${reason} and m.code = ${code} and (${search} = '' or position(${search} in c.phone) > 0)
      order by m.contact_id offset ${offset} limit ${limit}`,
  );
}

/** Somebody who was deleted meanwhile is counted still, but has no number to show. */
function readLeftOut(
  db: Db,
  accountId: number,
  { blast, reason }: Bucket,
  { search, after, offset, limit }: Part,
): Promise<BlastPerson[]> {
  return rows(
    db,
    sql<BlastPerson>`
      select c.id as contact, c.phone, b.campaign_id as campaign, b.created_at as at, null as until
      from blast_left_out l
      join blasts b on b.account_id = ${accountId} and b.id = ${blast}
      cross join lateral unnest(l.contact_ids) as person (id)
      join contacts c on c.account_id = ${accountId} and c.id = person.id
      where l.account_id = ${accountId} and l.blast_id = ${blast} and l.reason = ${reason} and person.id > ${after}
        and (${search} = '' or position(${search} in c.phone) > 0)
      order by person.id offset ${offset} limit ${limit}`,
  );
}
