/** Contacts one by one and page by page, with all that is known of them: what programs read. */
import type { RawBuilder } from 'kysely';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

export type ContactRecord = {
  id: number;
  phone: string;
  /** Values by the ids of tags. */
  tags: Record<string, string>;
  optedOut: boolean;
  timeZone: string | null;
  createdAt: Date;
};

/** Filters are joined by AND; what is not given does not matter. */
export type ContactFilter = {
  phone?: string | undefined;
  listId?: number | undefined;
  /** A tag's id, with the value that it has, or any. */
  tag?: { id: number; value: string | undefined } | undefined;
  optedOut?: boolean | undefined;
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  /** A statement that finds ids of contacts. */
  among?: RawBuilder<unknown> | undefined;
};

const columns = sql`
  c.id, c.phone, c.tags, c.opted_out as "optedOut", c.time_zone as "timeZone", c.created_at as "createdAt"`;

/** A contact of the account who was not erased. `lock`: nobody changes it before the transaction ends. */
export function findContact(
  db: Db,
  accountId: number,
  id: number,
  lock = false,
): Promise<ContactRecord | undefined> {
  return first(
    db,
    sql<ContactRecord>`
      select ${columns} from contacts c
      where c.account_id = ${accountId} and c.id = ${id} and c.erased_at is null ${lock ? sql`for update` : sql``}`,
  );
}

/** Which of these ids are contacts of the account. */
export async function knownContacts(db: Db, accountId: number, ids: readonly number[]): Promise<Set<number>> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from contacts
      where account_id = ${accountId} and id = any(${ids}::bigint[]) and erased_at is null`,
  );
  return new Set(found.map(({ id }) => id));
}

/**
 * The next contacts behind an id, in the order in which they became contacts: by their ids, and where times
 * are asked for by these, along the index of each.
 */
export function pageOfContacts(
  db: Db,
  accountId: number,
  filter: ContactFilter,
  { behind, limit }: { behind: number; limit: number },
): Promise<ContactRecord[]> {
  const byTime = filter.createdFrom !== undefined || filter.createdBefore !== undefined;
  const next =
    byTime && behind > 0
      ? sql`(c.created_at, c.id) > (
          select last.created_at, last.id from contacts last where last.account_id = ${accountId} and last.id = ${behind})`
      : sql`c.id > ${behind}`;
  return rows(
    db,
    sql<ContactRecord>`
      select ${columns} from contacts c
      where c.account_id = ${accountId} and ${next} and c.erased_at is null ${conditions(accountId, filter)}
      order by ${byTime ? sql`c.created_at, c.id` : sql`c.id`} limit ${limit}`,
  );
}

function conditions(accountId: number, filter: ContactFilter): RawBuilder<unknown> {
  const { phone, listId, tag, optedOut, createdFrom, createdBefore, among } = filter;
  const given = [
    phone !== undefined && sql`c.phone = ${phone}`,
    listId !== undefined &&
      sql`c.id in (select m.contact_id from list_members m where m.account_id = ${accountId} and m.list_id = ${listId})`,
    tag?.value !== undefined && sql`c.tags @> ${JSON.stringify({ [tag.id]: tag.value })}::jsonb`,
    tag !== undefined && tag.value === undefined && sql`c.tags ? ${String(tag.id)}::text`,
    optedOut !== undefined && (optedOut ? sql`c.opted_out` : sql`not c.opted_out`),
    createdFrom !== undefined && sql`c.created_at >= ${createdFrom}`,
    createdBefore !== undefined && sql`c.created_at < ${createdBefore}`,
    among !== undefined && sql`c.id in (${among})`,
  ].filter((each) => each !== false);
  return given.length === 0 ? sql`` : sql`and ${sql.join(given, sql` and `)}`;
}
