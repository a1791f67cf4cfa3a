/** What the screens of one contact read: its place on the clock, its opt-out, its record of consent. */
import { type HoursRule, hoursText, windowAt } from '@parley/rules/quiet-hours.ts';
import { toLocalDateTime } from '@parley/rules/time-zone.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { type PolicyContact, zoneOfContact } from './deferral.ts';
import { readRules } from './send-policy.ts';

type Stored = PolicyContact & {
  since: Date;
  account: string;
  channelId: number | null;
  pausedSince: Date | null;
  pausedUntil: Date | null;
  heldUntil: Date | null;
  source: string | null;
  words: string | null;
  at: Date | null;
};

/** SQL of the channel whose rules stand for the account: the first one that is no simulator. */
const mainChannel = (accountId: number) => sql<number | null>`
  (select h.id from channels h where h.account_id = ${accountId} and h.deleted_at is null
    order by h.connection_kind = 'simulator', h.position, h.id limit 1)`;

/** SQL: until when the limit of sends holds what a conversation with contact `c` would say; null: nothing. */
const heldUntil = (accountId: number) => sql<Date | null>`(
  select min(t.due_at) from timers t
  where t.account_id = ${accountId} and t.contact_id = c.id and t.held_since is not null
    and t.channel_id in (select h.id from channels h where h.account_id = ${accountId}))`;

async function readContact(
  db: Db,
  accountId: number,
  contactId: number,
  now: Date,
): Promise<Stored | undefined> {
  return first(
    db,
    sql<Stored>`
      select c.phone, c.tags, c.time_zone as "timeZone", c.created_at as since, a.name as account, p.since as "pausedSince",
        p.until as "pausedUntil", ${heldUntil(accountId)} as "heldUntil", o.source, o.words, o.at,
        ${mainChannel(accountId)} as "channelId"
      from contacts c
        join accounts a on a.id = ${accountId}
        left join contact_pauses p on p.account_id = ${accountId} and p.contact_id = c.id and p.until > ${now}
        left join suppressions o on o.account_id = ${accountId} and o.phone = c.phone
      where c.account_id = ${accountId} and c.id = ${contactId} and c.erased_at is null`,
  );
}

/** Undefined: there is no such contact. The hours are those of the account's first real channel. */
export async function contactRules(db: Db, accountId: number, contactId: number, now: Date) {
  const contact = await readContact(db, accountId, contactId, now);
  if (!contact || contact.channelId === null) return undefined;
  const rules = await readRules(db, accountId, contact.channelId);
  const place = zoneOfContact(rules, contact);
  const window = windowAt(place, rules.hours, now.getTime());
  const { hours } = rules.hours;
  return {
    hours: rules.hours,
    /** The zone that waits go by. */
    timeZone: contact.timeZone ?? rules.accountZone,
    place: {
      zones: place.zones.join(', '),
      state: place.state ?? '',
      rule: place.rule,
      why: place.why,
      localTime: toLocalDateTime(now.toISOString(), place.zones[0] ?? 'UTC'),
      open: window.open,
      until: Number.isFinite(window.until) ? new Date(window.until).toISOString() : '',
      closedWhy: window.open ? '' : window.why,
      hours: hours === null ? '' : hoursText(hours),
    },
    pause: {
      since: contact.pausedSince?.toISOString() ?? '',
      until: contact.pausedUntil?.toISOString() ?? '',
    },
    heldUntil: contact.heldUntil?.toISOString() ?? '',
    optOut: {
      optedOut: contact.source !== null,
      source: contact.source ?? '',
      words: contact.words ?? '',
      at: contact.at?.toISOString() ?? '',
    },
  };
}

/** The quiet hours of the account’s first real channel; without a channel nothing is held. */
export async function accountHours(db: Db, accountId: number): Promise<HoursRule> {
  const row = await first(db, sql<{ id: number | null }>`select ${mainChannel(accountId)} as id`);
  if (!row?.id) return { hours: null, byState: false };
  return (await readRules(db, accountId, row.id)).hours;
}

export type ConsentEntry = {
  kind: string;
  at: Date;
  source: string;
  words: string;
  shown: string;
  address: string;
  note: string;
  channelName: string;
  channelNumber: string;
  listName: string;
  campaign: number;
  campaignName: string;
  campaignVersion: number;
  by: string;
};

/** All that is known of a contact's consent, oldest first; undefined: there is no such contact. */
export async function consentRecord(db: Db, accountId: number, contactId: number, now: Date) {
  const contact = await readContact(db, accountId, contactId, now);
  if (!contact) return undefined;
  const consents = await rows(
    db,
    sql<ConsentEntry>`
      select s.kind, s.at, s.source, s.words, s.shown, s.address, s.note, coalesce(h.name, '') as "channelName",
        coalesce(h.number, '') as "channelNumber", coalesce(l.name, '') as "listName", coalesce(s.campaign_id, 0) as campaign,
        coalesce(c.name, '') as "campaignName", coalesce(s.campaign_version, 0) as "campaignVersion",
        coalesce(u.email, '') as by
      from consents s
        left join channels h on h.account_id = ${accountId} and h.id = s.channel_id
        left join lists l on l.account_id = ${accountId} and l.id = s.list_id
        left join campaigns c on c.account_id = ${accountId} and c.id = s.campaign_id
        left join users u on u.id = s.user_id
      where s.account_id = ${accountId} and s.phone = ${contact.phone}
      order by s.at, s.id`,
  );
  const { account, phone, since } = contact;
  return { account, phone, since, consents };
}
