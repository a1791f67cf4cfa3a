/**
 * Contacts as a CSV file that can be imported again. A further column is one in the header and one in the
 * row.
 */

import type { calls } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import { findList } from '../lists/index.ts';
import { csvFile } from '../platform/csv.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import type { Download, Handlers } from '../platform/http/handler.ts';
import { listTags } from '../tags/index.ts';

/** Contacts read at a time. */
export const FILE_CHUNK = 2_000;

export const exportRoutes: Pick<Handlers<typeof calls.members>, 'exportList'> = {
  async exportList({ db, accountId }, { list }): Promise<Download> {
    const found = await findList(db, accountId, list);
    if (!found) throw new NotFound();
    const next = (after: number) => sql`
      select m.contact_id as id, m.added_at as since from list_members m
      where m.account_id = ${accountId} and m.list_id = ${list} and m.contact_id > ${after}
      order by m.contact_id limit ${FILE_CHUNK}`;
    return contactsFile(db, accountId, found.name, { heading: 'Joined', next });
  },
};

/** The contacts of a file behind an id: `id` and `since`, in the order of ids, {@link FILE_CHUNK} at most. */
export type FilePart = { heading: string; next: (after: number) => RawBuilder<unknown> };

export async function contactsFile(
  db: Db,
  accountId: number,
  name: string,
  part: FilePart,
): Promise<Download> {
  const tags = await listTags(db, accountId, '');
  const ids = tags.map((tag) => String(tag.id));
  return {
    fileName: `${name.slice(0, 80)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: csvFile(
      ['Phone', ...tags.map((tag) => tag.name), 'Opted out', part.heading],
      rowsOfFile(db, accountId, part, ids),
    ),
  };
}

type FilePerson = {
  id: number;
  phone: string;
  tags: Record<string, string>;
  optedOut: boolean;
  since: Date;
};

/** Read as the file is sent: contacts in any number cost no memory. */
async function* rowsOfFile(
  db: Db,
  accountId: number,
  { next }: FilePart,
  tags: readonly string[],
): AsyncGenerator<unknown[][]> {
  let after = 0;
  for (;;) {
    const people = await rows(
      db,
      sql<FilePerson>`
        with part as materialized (${next(after)})
        select c.id, c.phone, c.tags, c.opted_out as "optedOut", part.since
        from part join contacts c on c.account_id = ${accountId} and c.id = part.id order by c.id`,
    );
    yield people.map((one) => [
      one.phone,
      ...tags.map((tag) => one.tags[tag] ?? ''),
      one.optedOut ? 'yes' : 'no',
      one.since.toISOString(),
    ]);
    const last = people.at(-1);
    if (!last || people.length < FILE_CHUNK) return;
    after = last.id;
  }
}
