/** In which language people are asked whether they want to be on a list. */
import { questionLanguage } from '@parley/rules/confirmation-text.ts';
import { LANGUAGE_TAG, parseLanguage } from '@parley/rules/languages.ts';
import type { WordLanguage } from '@parley/rules/opt-out-words.ts';
import type { Waiting } from '../lists/index.ts';
import { numberArray } from '../platform/db/arrays.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { nameKey } from '../platform/names.ts';

/**
 * These people who wait, each with a language: that of the sign-up page that they came through, else the one
 * that their tag names, else English.
 */
export async function withLanguages<Person extends Waiting>(
  trx: Db,
  accountId: number,
  people: readonly Person[],
): Promise<(Person & { language: WordLanguage })[]> {
  const found = await rows(
    trx,
    sql<{ language: string | null; tagged: string | null }>`
      select p.language, c.tags ->> (
          select t.id::text from tags t
          where t.account_id = ${accountId} and t.name_key = ${nameKey(LANGUAGE_TAG)}
        ) as tagged
      from unnest(
          ${numberArray(people.map(({ listId }) => listId))}::bigint[], ${numberArray(people.map(({ contactId }) => contactId))}::bigint[]
        ) with ordinality as given (list_id, contact_id, place)
        left join pending_members p
          on p.account_id = ${accountId} and p.list_id = given.list_id and p.contact_id = given.contact_id
        left join contacts c on c.account_id = ${accountId} and c.id = given.contact_id
      order by given.place`,
  );
  return people.map((person, n) => {
    const { language, tagged } = found[n] ?? { language: null, tagged: null };
    return { ...person, language: questionLanguage(language ?? parseLanguage(tagged ?? '')) };
  });
}
