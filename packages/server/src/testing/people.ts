/** Puts many people into an account at once, for tests and benches of what sends to them. */
import { recountLists } from '../lists/member-counts.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';

const MANY = 5_000;

export type Person = { phone: string; tags?: Record<string, string>; optedOut?: boolean };

/** Stores a list with its members; answers its id. */
export async function storeList(
  db: Db,
  accountId: number,
  name: string,
  people: readonly Person[],
): Promise<number> {
  const at = new Date(0);
  const phones = people.map((person) => person.phone);
  const tags = people.map((person) => JSON.stringify(person.tags ?? {}));
  const optedOut = people.map((person) => person.optedOut ?? false);
  await sql`
    insert into contacts (account_id, phone, tags, opted_out, created_at)
    select ${accountId}, phone, tags::jsonb, opted_out, ${at}::timestamptz
    from unnest(${phones}::text[], ${tags}::text[], ${optedOut}::boolean[]) as given (phone, tags, opted_out)
    on conflict (account_id, phone) do nothing`.execute(db);
  // PostgreSQL looks a member's contact up as it would in an empty table, by reading all of it, until it
  // knows better.
  if (people.length >= MANY) await sql`analyze contacts`.execute(db);
  await sql`
    insert into suppressions (account_id, phone, source, at)
    select ${accountId}, phone, 'test', ${at}::timestamptz
    from unnest(${phones}::text[], ${optedOut}::boolean[]) as given (phone, opted_out) where opted_out
    on conflict do nothing`.execute(db);
  const list = await first(
    db,
    sql<{ id: number }>`
      insert into lists (account_id, kind, name, name_key, position, created_at)
      values (${accountId}, 'list', ${name}, ${name.toLowerCase()}, 0, ${at})
      returning id`,
  );
  if (!list) throw new Error('The list was not stored.');
  await sql`
    insert into list_members (account_id, list_id, contact_id, added_at)
    select ${accountId}, ${list.id}, c.id, ${at}::timestamptz
    from unnest(${phones}::text[]) as given (phone)
    join contacts c on c.account_id = ${accountId} and c.phone = given.phone`.execute(db);
  await transact(db, (trx) => recountLists(trx, accountId));
  return list.id;
}

/** Stores a tag; answers its id as contacts' tags are keyed by it. */
export async function storeTag(db: Db, accountId: number, name: string): Promise<string> {
  const tag = await first(
    db,
    sql<{ id: number }>`
      insert into tags (account_id, name, name_key, position, created_at)
      values (${accountId}, ${name}, ${name.toLowerCase()}, 0, ${new Date(0)}) returning id`,
  );
  return String(tag?.id);
}

/**
 * `count` numbers that end neither in a simulated failure nor twice the same: +1212 555 and 10000 upwards.
 */
export function phones(count: number, from = 10_000): string[] {
  return Array.from({ length: count }, (_, n) => `+1212${String(5_000_000 + from + n * 10 + 9)}`);
}
