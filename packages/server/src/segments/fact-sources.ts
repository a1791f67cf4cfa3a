/**
 * Where the facts of each kind of event lie: rows `e` of the tables that the rooms write, read where they
 * are.
 */
import type { KeptKind, PropertyOf } from '@parley/rules/event-kinds.ts';
import type { RawBuilder } from 'kysely';
import { sql } from '../platform/db/database.ts';

type Sql = RawBuilder<unknown>;
export type FactSource<P extends string> = {
  /** The rows, as `e`, with everything that makes them of this kind. */
  from: (accountId: number) => Sql;
  /** What of `e` names the contact: its id, or its number. */
  by: 'contact' | 'phone';
  key: Sql;
  at: Sql;
  properties: { [K in P]: Sql };
  /** What kinds with properties of their own say beside, as JSON. */
  data?: Sql;
};

const contact = sql`e.contact_id`;
const ids = {
  campaign: sql`e.campaign_id`,
  channel: sql`e.channel_id`,
  blast: sql`e.blast_id`,
  list: sql`e.list_id`,
};
const fromMessages = (which: Sql) => (accountId: number) =>
  sql`messages e
  where e.account_id = ${accountId} and e.origin not in ('system', 'test') and ${which}`;
const settled = sql`coalesce(e.settled_at, e.sent_at, e.created_at)`;
const message = {
  by: 'contact',
  key: contact,
  properties: { campaign: ids.campaign, blast: ids.blast, channel: ids.channel },
} as const;
const texted = {
  by: 'contact',
  key: contact,
  at: sql`e.at`,
  properties: { campaign: ids.campaign, channel: ids.channel, text: sql`e.body` },
} as const;

export const FACT_SOURCES: { [K in KeptKind]: FactSource<PropertyOf<K>> } = {
  'contact.created': {
    from: (accountId) => sql`contacts e where e.account_id = ${accountId}`,
    by: 'contact',
    key: sql`e.id`,
    at: sql`e.created_at`,
    properties: {},
  },
  'contact.opted_in': {
    from: (accountId) => sql`consents e where e.account_id = ${accountId} and e.kind = 'opt-in'`,
    by: 'phone',
    key: sql`e.phone`,
    at: sql`e.at`,
    properties: { campaign: ids.campaign, list: ids.list, channel: ids.channel },
  },
  'contact.opted_out': {
    from: (accountId) => sql`consents e where e.account_id = ${accountId} and e.kind = 'opt-out'`,
    by: 'phone',
    key: sql`e.phone`,
    at: sql`e.at`,
    properties: { campaign: ids.campaign, channel: ids.channel },
  },
  'contact.texted': {
    from: (accountId) => sql`inbound_messages e where e.account_id = ${accountId} and not e.erased`,
    ...texted,
  },
  'keyword.texted': {
    from: (accountId) =>
      sql`inbound_messages e where e.account_id = ${accountId} and e.kind = 'keyword' and not e.erased`,
    ...texted,
  },
  'contact.replied': {
    from: (accountId) => sql`events e where e.account_id = ${accountId} and e.kind = 'response'`,
    by: 'contact',
    key: contact,
    at: sql`e.at`,
    properties: {
      campaign: ids.campaign,
      step: sql`e.step_id`,
      intent: sql`e.intent`,
      text: sql`e.raw`,
    },
  },
  'list.joined': {
    from: (accountId) => sql`(
        select m.list_id, m.contact_id, m.added_at as at from list_members m where m.account_id = ${accountId}
        union all
        select d.list_id, d.contact_id, d.joined_at from list_departures d where d.account_id = ${accountId}
      ) e where true`,
    by: 'contact',
    key: contact,
    at: sql`e.at`,
    properties: { list: ids.list },
  },
  'list.left': {
    from: (accountId) => sql`list_departures e where e.account_id = ${accountId}`,
    by: 'contact',
    key: contact,
    at: sql`e.left_at`,
    properties: { list: ids.list },
  },
  'message.sent': { from: fromMessages(sql`e.sent_at is not null`), ...message, at: sql`e.sent_at` },
  'message.delivered': { from: fromMessages(sql`e.status = 'delivered'`), ...message, at: settled },
  'message.failed': {
    from: fromMessages(sql`e.status in ('failed', 'undelivered', 'expired')`),
    ...message,
    at: settled,
    properties: { ...message.properties, code: sql`e.carrier_code` },
  },
  'blast.received': {
    from: fromMessages(sql`e.origin = 'blast' and e.seq = 0 and e.sent_at is not null`),
    ...message,
    at: sql`e.sent_at`,
  },
  'link.clicked': {
    from: (accountId) => sql`link_clicks e where e.account_id = ${accountId} and e.kind = 'person'`,
    by: 'contact',
    key: contact,
    at: sql`e.at`,
    properties: { link: sql`e.link_id`, campaign: ids.campaign, blast: ids.blast },
  },
  'custom.event': {
    from: (accountId) => sql`custom_events e where e.account_id = ${accountId}`,
    by: 'contact',
    key: contact,
    at: sql`e.at`,
    properties: { name: sql`e.name`, source: sql`e.source` },
    data: sql`e.data`,
  },
};

/** The source of a kind, whichever it is. */
export const factSource = (kind: KeptKind): FactSource<string> => FACT_SOURCES[kind];
