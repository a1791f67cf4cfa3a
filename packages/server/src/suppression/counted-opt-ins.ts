/** Who has opted in to a list already: a repeat is a proof more, and no opt-in in any figure. */
import { type Db, rows, sql } from '../platform/db/database.ts';

export type Joining = { listId: number; contactId: number; phone: string };

const keyOf = ({ listId, contactId }: Omit<Joining, 'phone'>) => `${listId} ${contactId}`;

/**
 * The opt-ins among these that count: of people who are no members yet, or whom somebody else put on the
 * list. Whoever left it and comes back counts again. Asked before they join and before their consent is
 * recorded; each person and list counts once.
 */
export async function countedOptIns<T>(
  trx: Db,
  accountId: number,
  given: readonly T[],
  joiningOf: (each: T) => Joining,
): Promise<Set<T>> {
  if (given.length === 0) return new Set();
  const joining = given.map(joiningOf);
  const found = await rows(
    trx,
    sql<{ listId: number; contactId: number }>`
      select given.list_id as "listId", given.contact_id as "contactId"
      from unnest(
        ${joining.map((each) => each.listId)}::bigint[], ${joining.map((each) => each.contactId)}::bigint[],
        ${joining.map((each) => each.phone)}::text[]
      ) as given (list_id, contact_id, phone)
      join list_members m
        on m.account_id = ${accountId} and m.list_id = given.list_id and m.contact_id = given.contact_id
      where exists (
        select from consents s
        where s.account_id = ${accountId} and s.phone = given.phone and s.at >= m.added_at and s.kind = 'opt-in'
          and s.list_id = given.list_id)`,
  );
  const known = new Set(found.map(keyOf));
  return new Set(
    given.filter((each) => {
      const key = keyOf(joiningOf(each));
      const counts = !known.has(key);
      known.add(key);
      return counts;
    }),
  );
}
