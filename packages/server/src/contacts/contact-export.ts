/** The contacts of a list as a CSV file. A further column is one in the header and one in the row. */

import type { calls } from '@parley/contract';
import { findList } from '../lists/index.ts';
import { csvFile } from '../platform/csv.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import type { Download, Handlers } from '../platform/http/handler.ts';
import { listTags } from '../tags/index.ts';

/** Members read at a time. */
const FILE_CHUNK = 2_000;

export const exportRoutes: Pick<Handlers<typeof calls.members>, 'exportList'> = {
  async exportList({ db, accountId }, { list }): Promise<Download> {
    const found = await findList(db, accountId, list);
    if (!found) throw new NotFound();
    const tags = await listTags(db, accountId, '');
    const header = ['Phone', ...tags.map((tag) => tag.name), 'Opted out', 'Joined'];
    return {
      fileName: `${found.name.slice(0, 80)}.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: csvFile(
        header,
        rowsOfList(
          db,
          accountId,
          list,
          tags.map((tag) => String(tag.id)),
        ),
      ),
    };
  },
};

type ListedPerson = {
  id: number;
  phone: string;
  tags: Record<string, string>;
  optedOut: boolean;
  joined: Date;
};

/** Read as the file is sent: a list of any length costs no memory. */
async function* rowsOfList(
  db: Db,
  accountId: number,
  list: number,
  tags: readonly string[],
): AsyncGenerator<unknown[][]> {
  let after = 0;
  for (;;) {
    const people = await rows(
      db,
      sql<ListedPerson>`
        select c.id, c.phone, c.tags, c.opted_out as "optedOut", m.added_at as joined
        from list_members m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
        where m.account_id = ${accountId} and m.list_id = ${list} and m.contact_id > ${after}
        order by m.contact_id limit ${FILE_CHUNK}`,
    );
    yield people.map((one) => [
      one.phone,
      ...tags.map((tag) => one.tags[tag] ?? ''),
      one.optedOut ? 'yes' : 'no',
      one.joined.toISOString(),
    ]);
    const last = people.at(-1);
    if (!last || people.length < FILE_CHUNK) return;
    after = last.id;
  }
}
