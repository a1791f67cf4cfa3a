/** What a segment may ask of one contact, read for it alone: the evaluator in memory looks at this. */
import { EVENT_KINDS, type KeptKind } from '@parley/rules/event-kinds.ts';
import type { ContactFacts, KeptEvent } from '@parley/rules/segment-evaluate.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { factSource } from './fact-sources.ts';

type Row = Omit<ContactFacts, 'createdAt' | 'lists' | 'channels' | 'optedOut' | 'events'> & {
  createdAt: Date;
  isOptedOut: boolean;
  channel: number | null;
  lists: number[];
  channels: number[];
};

/** The facts of a contact, with its events of these kinds. Undefined: there is no such contact. */
export async function factsOf(
  db: Db,
  accountId: number,
  contactId: number,
  kinds: readonly KeptKind[],
): Promise<ContactFacts | undefined> {
  const row = await first(
    db,
    sql<Row>`
      select c.phone, c.tags, c.time_zone as "timeZone", c.created_at as "createdAt", c.opted_out as "isOptedOut",
        (select o.channel_id from suppressions o where o.account_id = ${accountId} and o.phone = c.phone) as channel,
        array(select m.list_id from list_members m
          where m.account_id = ${accountId} and m.contact_id = c.id) as lists,
        array(select h.id from list_members m
          join channels h on h.account_id = ${accountId} and h.audience_list_id = m.list_id
          where m.account_id = ${accountId} and m.contact_id = c.id) as channels
      from contacts c where c.account_id = ${accountId} and c.id = ${contactId} and c.erased_at is null`,
  );
  if (!row) return undefined;
  const { createdAt, isOptedOut, channel, lists, channels, ...facts } = row;
  const events: KeptEvent[] = [];
  for (const kind of kinds) events.push(...(await eventsOf(db, accountId, contactId, row.phone, kind)));
  return {
    ...facts,
    createdAt: createdAt.toISOString(),
    optedOut: isOptedOut ? { channel } : null,
    lists: new Set(lists),
    channels: new Set(channels),
    events,
  };
}

async function eventsOf(
  db: Db,
  accountId: number,
  contactId: number,
  phone: string,
  kind: KeptKind,
): Promise<KeptEvent[]> {
  const source = factSource(kind);
  const names = Object.keys(EVENT_KINDS[kind].properties);
  const columns = names.map((name) => sql`, ${source.properties[name]} as ${sql.ref(name)}`);
  const found = await rows(
    db,
    sql<{ at: Date } & KeptEvent['properties']>`
      select ${source.at} as at ${sql.join(columns, sql` `)} from ${source.from(accountId)}
        and ${source.key} = ${source.by === 'contact' ? contactId : phone}`,
  );
  return found.map(({ at, ...properties }) => ({ kind, at: (at as Date).toISOString(), properties }));
}
