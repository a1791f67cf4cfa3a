/** What happened with one contact, in the order of time: read from every table that has something to say. */
import { textWithoutCode } from '../platform/code-text.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

export type TimelineKind = 'out' | 'in' | 'opt-in' | 'opt-out' | 'list' | 'click' | 'custom' | 'choice';
export type TimelineEvent = {
  kind: TimelineKind;
  at: Date;
  title: string;
  detail: string;
  status: string;
};

const TIMELINE_PAGE = 50;

/**
 * What happened with a contact, newest first: messages, consents, opt-outs, clicks, custom events, choices on
 * the preference page and list joins earlier than a moment. 50 a page, more only where the last ones share
 * one moment, so that "earlier than the last one" misses none. Undefined when there is no such contact.
 */
export async function timelineOf(
  db: Db,
  accountId: number,
  contactId: number,
  before: Date | null,
): Promise<TimelineEvent[] | undefined> {
  const contact = await first(
    db,
    sql<{ phone: string }>`
      select phone from contacts where account_id = ${accountId} and id = ${contactId} and erased_at is null`,
  );
  if (!contact) return undefined;
  const until = sql`${before ?? 'infinity'}::timestamptz`;
  return rows(
    db,
    sql<TimelineEvent>`
      select * from (
        (select 'out' as kind, m.created_at as at, coalesce(c.name, '') as title, coalesce(${textWithoutCode}, '') as detail,
          m.status::text as status
        from messages m left join campaigns c on c.account_id = ${accountId} and c.id = m.campaign_id
        where m.account_id = ${accountId} and m.contact_id = ${contactId} and m.created_at < ${until}
        order by m.created_at desc fetch first ${TIMELINE_PAGE} rows with ties)
        union all
        (select 'in', i.at, coalesce(c.name, ''), concat_ws(E'\\n', nullif(i.body, ''), (
            select string_agg(picture, E'\\n') from jsonb_array_elements_text(i.media) as picture
            where position(picture in i.body) = 0)), i.kind
        from inbound_messages i left join campaigns c on c.account_id = ${accountId} and c.id = i.campaign_id
        where i.account_id = ${accountId} and i.contact_id = ${contactId} and i.at < ${until}
        order by i.at desc fetch first ${TIMELINE_PAGE} rows with ties)
        union all
        (select s.kind, s.at, coalesce(l.name, c.name, ''), s.words, s.source
        from consents s
          left join lists l on l.account_id = ${accountId} and l.id = s.list_id
          left join campaigns c on c.account_id = ${accountId} and c.id = s.campaign_id
        where s.account_id = ${accountId} and s.phone = ${contact.phone} and s.at < ${until}
        order by s.at desc fetch first ${TIMELINE_PAGE} rows with ties)
        union all
        (select 'opt-out', o.at, '', '', o.source
        from suppressions o
        where o.account_id = ${accountId} and o.phone = ${contact.phone} and o.at < ${until}
          and not exists (
            select from consents s
            where s.account_id = ${accountId} and s.phone = ${contact.phone} and s.kind = 'opt-out' and s.at = o.at))
        union all
        (select 'click', k.at, coalesce(c.name, ''), coalesce(l.url, ''), ''
        from link_clicks k
          left join short_links l on l.account_id = ${accountId} and l.id = k.link_id
          left join campaigns c on c.account_id = ${accountId} and c.id = k.campaign_id
        where k.account_id = ${accountId} and k.contact_id = ${contactId} and k.kind = 'person' and k.at < ${until}
        order by k.at desc fetch first ${TIMELINE_PAGE} rows with ties)
        union all
        (select 'custom', e.at, e.name, coalesce((
            select left(string_agg(d.key || ': ' || d.value, ', ' order by d.key), 2000) from jsonb_each_text(e.data) d), ''), ''
        from custom_events e
        where e.account_id = ${accountId} and e.contact_id = ${contactId} and e.at < ${until}
        order by e.at desc fetch first ${TIMELINE_PAGE} rows with ties)
        union all
        (select 'choice', r.at, '', r.said, r.act
        from preference_choices r
        where r.account_id = ${accountId} and r.contact_id = ${contactId} and r.at < ${until} and r.act <> 'stop'
        order by r.at desc fetch first ${TIMELINE_PAGE} rows with ties)
        union all
        (select 'list', m.added_at, l.name, '', ''
        from list_members m join lists l on l.account_id = ${accountId} and l.id = m.list_id
        where m.account_id = ${accountId} and m.contact_id = ${contactId} and m.added_at < ${until})
      ) as events
      order by at desc fetch first ${TIMELINE_PAGE} rows with ties`,
  );
}
