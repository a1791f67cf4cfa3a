import { type Db, sql } from '../platform/db/database.ts';

/**
 * These values, by contact and tag id, are no longer what an import gave: the person, or somebody by hand,
 * has said them since, equal or not. Taking the import back leaves them.
 */
export async function keepFromImports(
  db: Db,
  accountId: number,
  values: ReadonlyMap<number, Readonly<Record<string, string>>>,
): Promise<void> {
  const keys = [...values.values()].map((tags) => JSON.stringify(Object.keys(tags)));
  await sql`
    update import_changes i set tags_set = i.tags_set - said.keys
    from unnest(${[...values.keys()]}::bigint[], ${keys}::text[]) as given (contact_id, keys),
      lateral (select array(select jsonb_array_elements_text(given.keys::jsonb)) as keys) as said
    where i.account_id = ${accountId} and i.contact_id = given.contact_id and i.tags_set ?| said.keys`.execute(
    db,
  );
}
