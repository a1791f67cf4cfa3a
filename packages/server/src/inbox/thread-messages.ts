/** What the inbox reads of single messages: all that came in, and what was texted with one person. */

import { PAUSE_HOURS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { textWithoutCode } from '../platform/code-text.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { displayName } from '../tags/index.ts';
import { after, type End, endOfLook, findTexts, isMany, meetTexts, soughtBy } from './text-search.ts';

export type Incoming = {
  id: number;
  phone: string;
  text: string;
  campaign: number | null;
  at: Date;
  contact: number;
  campaignName: string;
  /** The addresses of its pictures. */
  media: string[];
};

/** The pictures of the incoming text `i`. */
export const mediaColumn = sql`coalesce(i.media, '[]') as media`;

const PAGE = 50;
/** A search by an index shows so many texts of so many people who are sought themselves. */
const TEXTS_OF_EACH = 200;

export type IncomingPage = {
  messages: Incoming[];
  /** The message that the next page comes after; 0: there is none. */
  next: number;
};

/**
 * A page that comes after message `before` (0: the first page); the search is a part of the text, or who
 * texted it.
 */
export async function listIncoming(
  db: Db,
  accountId: number,
  before: number,
  search: string,
): Promise<IncomingPage> {
  if (search === '') return upTo(undefined, await readIncoming(db, accountId, after(accountId, before)));
  const sought = await soughtBy(db, accountId, search);
  const end = await endOfLook(db, accountId, before, { by: 'search', kind: 'any' });
  const met = await meetTexts(db, sought, before);
  const messages = await readThese(
    db,
    accountId,
    met.slice(0, PAGE).map(({ id }) => id),
  );
  if (!end || messages.length === PAGE || isMany(met)) return upTo(end, messages);
  const few = { what: 'texts', mostPeople: TEXTS_OF_EACH, ofEach: TEXTS_OF_EACH, limit: PAGE } as const;
  const ids = await findTexts(db, sought, before, few);
  return ids ? upTo(undefined, await readThese(db, accountId, ids)) : upTo(end, messages);
}

const readThese = (db: Db, accountId: number, ids: readonly number[]) =>
  readIncoming(db, accountId, sql`and i.id = any(${ids}::bigint[])`);

/** What a look found that ended there. */
function upTo(end: End | undefined, messages: Incoming[]): IncomingPage {
  const last = messages.at(-1);
  return { messages, next: last && messages.length === PAGE ? last.id : (end?.id ?? 0) };
}

function readIncoming(db: Db, accountId: number, where: RawBuilder<unknown>): Promise<Incoming[]> {
  return rows(
    db,
    sql<Incoming>`
      select i.id, c.phone, i.body as text, i.campaign_id as campaign, i.at, i.contact_id as contact,
        coalesce(k.name, '') as "campaignName", ${mediaColumn}
      from inbound_messages i
        join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
        left join campaigns k on k.account_id = ${accountId} and k.id = i.campaign_id
      where i.account_id = ${accountId} and not i.erased ${where}
      order by i.at desc, i.id desc limit ${PAGE}`,
  );
}

export type ThreadContact = {
  phone: string;
  displayName: string;
  optedOut: boolean;
  /** The channel that they texted last, else the account's first one; null: there is none (any more). */
  channelId: number | null;
  channel: string;
  lastTextAt: Date | null;
  /** Until when the bot is silent; null: it is not. */
  pausedUntil: Date | null;
  /** Since when they are a contact. */
  knownSince: Date;
} & Assignment;

/** Who takes care of a conversation (0: nobody), and whether it is closed. */
export type Assignment = { assignee: number; assigneeName: string; closed: boolean };

/** The columns of {@link Assignment}, beside {@link assignmentTables}; `lastAt`: of the last text. */
export const assignmentColumns = (lastAt: 'l.at' | 'i.at'): RawBuilder<unknown> => sql`
  coalesce(k.assigned_to, 0) as assignee, coalesce(w.email, '') as "assigneeName",
  coalesce(k.closed_at >= ${sql.ref(lastAt)}, false) as closed`;
/** `person`: the column with the contact's id. */
export const assignmentTables = (
  accountId: number,
  person: 'i.contact_id' | 'c.id',
): RawBuilder<unknown> => sql`
  left join inbox_threads k on k.account_id = ${accountId} and k.contact_id = ${sql.ref(person)}
  left join users w on w.id = k.assigned_to`;

/** A contact with the channel that answers it; undefined: no such contact. */
export function findThreadContact(
  db: Db,
  accountId: number,
  contactId: number,
): Promise<ThreadContact | undefined> {
  return first(
    db,
    sql<ThreadContact>`
      select c.phone, c.created_at as "knownSince", ${displayName(accountId)} as "displayName", h.id as "channelId", coalesce(h.number, '') as channel, i.at as "lastTextAt",
        ${assignmentColumns('i.at')}, (
          select max(b.last_text_at) + make_interval(hours => ${PAUSE_HOURS}) from bot_pauses b
          where b.account_id = ${accountId} and b.contact_id = c.id
        ) as "pausedUntil", exists (select from suppressions o where o.account_id = ${accountId} and o.phone = c.phone) as "optedOut"
      from contacts c ${assignmentTables(accountId, 'c.id')}
        left join lateral (
          select t.channel_id, t.at from inbound_messages t
          where t.account_id = ${accountId} and t.contact_id = ${contactId} order by t.at desc, t.id desc limit 1
        ) i on true
        left join lateral (
          select n.id, n.number from channels n where n.account_id = ${accountId} and n.deleted_at is null
          order by n.id = i.channel_id desc nulls last, n.position, n.id limit 1
        ) h on true
      where c.account_id = ${accountId} and c.id = ${contactId} and c.erased_at is null`,
  );
}

type Direction = 'MO' | 'MT' | 'NOTE';

export type ThreadMessage = {
  id: number;
  direction: Direction;
  text: string;
  status: string;
  reason: string;
  origin: string;
  campaign: number;
  campaignName: string;
  at: Date;
  media: string[];
  /** Which of `media` we have copies of. */
  kept: number[];
  /** Who wrote a note; of texts ''. */
  author: string;
};

/** Where a page of a conversation ends: the messages before it come next. */
export type LogPosition = { at: Date; direction: Direction; id: number };

export const writeLogPosition = ({ at, direction, id }: LogPosition) =>
  `${at.toISOString()} ${direction} ${id}`;

/** Null for what is no place. */
export function readLogPosition(text: string): LogPosition | null {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (MO|MT|NOTE) (\d{1,15})$/.exec(text);
  const at = new Date(parts?.[1] ?? '');
  return Number.isNaN(at.getTime())
    ? null
    : { at, direction: parts?.[2] as Direction, id: Number(parts?.[3]) };
}

/**
 * A page of what was texted with one person and noted beside it, newest first, each table read by its index
 * of the contact. A blast's text has no words before its turn comes, so it is not shown until then.
 */
export async function listThreadMessages(
  db: Db,
  accountId: number,
  contactId: number,
  before: LogPosition | null,
): Promise<{ said: ThreadMessage[]; more: LogPosition | null }> {
  const until = before
    ? sql`(at, direction, id) < (${before.at}::timestamptz, ${before.direction}::text, ${before.id}::bigint)`
    : sql`true`;
  const found = await rows(
    db,
    sql<ThreadMessage>`
      select s.id, s.direction, s.text, s.status, s.reason, s.origin, coalesce(s.campaign, 0) as campaign,
        coalesce(k.name, '') as "campaignName", s.at, s.media, (
          select coalesce(jsonb_agg(p.place order by p.place), '[]') from inbound_media p
          where s.direction = 'MO' and p.account_id = ${accountId} and p.inbound_id = s.id and p.bytes is not null
        ) as kept, s.author
      from (
        (select * from (
          select i.id, 'MO' as direction, i.body as text, '' as status, '' as reason, i.kind as origin,
            i.campaign_id as campaign, i.at, ${mediaColumn}, '' as author
          from inbound_messages i where i.account_id = ${accountId} and i.contact_id = ${contactId} and not i.erased
        ) came where ${until} order by at desc, id desc limit ${PAGE + 1})
        union all
        (select * from (
          select m.id, 'MT' as direction, coalesce(${textWithoutCode}, '') as text, m.status::text, coalesce(m.reason, '') as reason,
            m.origin, m.campaign_id as campaign, m.created_at as at,
            case when m.media is null then '[]' else jsonb_build_array(m.media) end as media, '' as author
          from messages m where m.account_id = ${accountId} and m.contact_id = ${contactId} and m.body is not null
        ) went where ${until} order by at desc, id desc limit ${PAGE + 1})
        union all
        (select * from (
          select n.id, 'NOTE' as direction, n.body as text, '' as status, '' as reason, 'note' as origin,
            null::bigint as campaign, n.at, '[]'::jsonb as media, n.author
          from inbox_notes n where n.account_id = ${accountId} and n.contact_id = ${contactId}
        ) noted where ${until} order by at desc, id desc limit ${PAGE + 1})
      ) s left join campaigns k on k.account_id = ${accountId} and k.id = s.campaign
      order by s.at desc, s.direction desc, s.id desc limit ${PAGE + 1}`,
  );
  const said = found.slice(0, PAGE);
  const last = said.at(-1);
  return { said, more: found.length > PAGE && last ? last : null };
}
