/** All that is stored of one person, as a file for that person (GDPR articles 15 and 20, CCPA 1798.110). */
import { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import { textWithoutCode } from '../access/code-text.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

type Person = { phone: string; [fact: string]: unknown };

/** Rows of a section read at a time. */
const PAGE = 2_000;

/**
 * JSON, written as it is read, so that a person with any number of texts takes no more memory than another; undefined: there is no such
 * contact. Times are ISO 8601 in UTC.
 */
export async function everythingOf(
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
      from contacts c left join opt_outs o on o.account_id = ${accountId} and o.phone = c.phone
      where c.account_id = ${accountId} and c.id = ${contactId} and c.erased_at is null`,
  );
  if (!person) return undefined;
  return Readable.from(
    written(db, { exportedAt: now, ...person }, sections(accountId, contactId, person.phone)),
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

/** Oldest first. Each names the indexes it is read by: of the contact, or of the number. */
function sections(accountId: number, contactId: number, phone: string): Record<string, RawBuilder<object>> {
  const campaign = (column: string) => sql`
    (select g.name from campaigns g where g.account_id = ${accountId} and g.id = ${sql.ref(column)}) as campaign`;
  const channel = (column: string) => sql`
    (select h.name from channels h where h.account_id = ${accountId} and h.id = ${sql.ref(column)}) as channel`;
  return {
    lists: sql`
      select l.name, m.added_at as since from list_members m join lists l on l.account_id = ${accountId} and l.id = m.list_id
      where m.account_id = ${accountId} and m.contact_id = ${contactId} order by m.added_at, l.id`,
    consent: sql`
      select s.kind, s.at, s.source, s.words, s.shown, s.address, s.note, ${channel('s.channel_id')}, ${campaign('s.campaign_id')},
        (select l.name from lists l where l.account_id = ${accountId} and l.id = s.list_id) as list
      from consents s where s.account_id = ${accountId} and s.phone = ${phone} order by s.at, s.id`,
    textsSent: sql`
      select m.created_at as at, ${textWithoutCode} as text, m.media as picture, m.status, m.reason, m.sent_at as "sentAt",
        m.settled_at as "settledAt", ${channel('m.channel_id')}, ${campaign('m.campaign_id')}
      from messages m where m.account_id = ${accountId} and m.contact_id = ${contactId} order by m.created_at, m.id`,
    textsReceived: sql`
      select i.at, i.body as text, i.media as pictures, ${channel('i.channel_id')}, ${campaign('i.campaign_id')}
      from inbound i where i.account_id = ${accountId} and i.contact_id = ${contactId} order by i.at, i.id`,
    notes: sql`
      select n.at, n.author, n.body as text from inbox_notes n
      where n.account_id = ${accountId} and n.contact_id = ${contactId} order by n.at, n.id`,
    answers: sql`
      select e.at, e.kind, e.raw as text, e.intent, ${campaign('e.campaign_id')}
      from events e
      where e.account_id = ${accountId} and e.contact_id = ${contactId} and e.phone = ${phone}
        and e.campaign_id = any(array(select id from campaigns where account_id = ${accountId}))
        and e.kind = any('{response,optin,optout,fault}')
      order by e.at, e.id`,
    clicks: sql`
      select k.at, coalesce(l.url, '') as link, k.agent as browser, ${campaign('k.campaign_id')}
      from link_clicks k left join short_links l on l.account_id = ${accountId} and l.id = k.link_id
      where k.account_id = ${accountId} and k.contact_id = ${contactId} and k.kind = 'person' order by k.at, k.id`,
    conversations: sql`
      select ${channel('v.channel_id')}, ${campaign('v.campaign_id')}, v.active, v.updated_at as "updatedAt", v.session as state
      from conversations v
      where v.account_id = ${accountId} and v.contact_id = ${contactId}
        and v.channel_id = any(array(select id from channels where account_id = ${accountId}))
      order by v.channel_id`,
  };
}
