/** All that is stored of one person, as a file for that person (GDPR articles 15 and 20, CCPA 1798.110). */
import { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { personalData } from './hooks.ts';
import type { ContactData } from './personal-data.ts';

type Person = { phone: string; [fact: string]: unknown };

/** Rows of a section read at a time. */
const PAGE = 2_000;

/**
 * JSON, written as it is read, so that a person with any number of texts takes no more memory than another;
 * undefined: there is no such contact. Times are ISO 8601 in UTC.
 */
export async function subjectAccessExport(
  db: Db,
  accountId: number,
  contactId: number,
  now: Date,
): Promise<Readable | undefined> {
  const person = await first(
    db,
    sql<Person>`
      select c.phone, c.created_at as "since", c.time_zone as "timeZone", o.phone is not null as "optedOut",
        (select coalesce(jsonb_object_agg(t.name, c.tags ->> t.id::text order by t.position), '{}') from tags t
          where t.account_id = ${accountId} and c.tags ? t.id::text) as tags
      from contacts c left join suppressions o on o.account_id = ${accountId} and o.phone = c.phone
      where c.account_id = ${accountId} and c.id = ${contactId} and c.erased_at is null`,
  );
  if (!person) return undefined;
  return Readable.from(
    written(db, { exportedAt: now, ...person }, sections({ accountId, contactId, phone: person.phone })),
  );
}

async function* written(
  db: Db,
  facts: Record<string, unknown>,
  parts: Record<string, RawBuilder<object>>,
): AsyncGenerator<string> {
  yield JSON.stringify(facts, null, 2).replace(/\n}$/, '');
  for (const [name, part] of Object.entries(parts)) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    for (let start = 0; ; start += PAGE) {
      const page = await rows(db, sql<object>`${part} offset ${start} limit ${PAGE}`);
      if (page.length > 0)
        yield `${start === 0 ? '' : ','}\n    ${page.map((row) => JSON.stringify(row)).join(',\n    ')}`;
      if (page.length < PAGE) break;
    }
    yield '\n  ]';
  }
  yield '\n}\n';
}

function sections(contact: ContactData): Record<string, RawBuilder<object>> {
  const { accountId, contactId } = contact;
  const lists = sql<object>`
    select l.name, m.added_at as since from list_members m join lists l on l.account_id = ${accountId} and l.id = m.list_id
    where m.account_id = ${accountId} and m.contact_id = ${contactId} order by m.added_at, l.id`;
  const listsLeft = sql<object>`
    select l.name, d.joined_at as since, d.left_at as "until"
    from list_departures d join lists l on l.account_id = ${accountId} and l.id = d.list_id
    where d.account_id = ${accountId} and d.contact_id = ${contactId} order by d.left_at, l.id`;
  return Object.assign({ lists, listsLeft }, ...personalData.all.map(({ show }) => show?.(contact)));
}
