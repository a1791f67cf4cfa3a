/** What a segment may ask of contacts, read for them alone: the evaluator in memory looks at this. */
import { EVENT_KINDS, type KeptKind } from '@parley/rules/event-kinds.ts';
import type { ContactFacts, KeptEvent } from '@parley/rules/segment-evaluate.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { factSource } from './fact-sources.ts';

type Row = Omit<ContactFacts, 'createdAt' | 'lists' | 'channels' | 'optedOut' | 'events'> & {
  id: number;
  createdAt: Date;
  isOptedOut: boolean;
  channel: number | null;
  lists: number[];
  channels: number[];
};

/** The facts of contacts by id, with their events of these kinds. Who is gone is not in it. */
export async function factsOf(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
  kinds: readonly KeptKind[],
): Promise<Map<number, ContactFacts>> {
  const people = await rows(
    db,
    sql<Row>`
      select c.id, c.phone, c.tags, c.time_zone as "timeZone", c.created_at as "createdAt",
        c.opted_out as "isOptedOut",
        (select o.channel_id from suppressions o where o.account_id = ${accountId} and o.phone = c.phone) as channel,
        array(select m.list_id from list_members m
          where m.account_id = ${accountId} and m.contact_id = c.id) as lists,
        array(select h.id from list_members m
          join channels h on h.account_id = ${accountId} and h.audience_list_id = m.list_id
          where m.account_id = ${accountId} and m.contact_id = c.id) as channels
      from contacts c
      where c.account_id = ${accountId} and c.id = any(${contactIds}::bigint[]) and c.erased_at is null`,
  );
  const events: Owned[] = [];
  for (const kind of kinds) events.push(...(await eventsOf(db, accountId, people, kind)));
  const byOwner = Map.groupBy(events, ({ owner }) => owner);
  const of = (owner: number | string) => (byOwner.get(owner) ?? []).map(({ event }) => event);
  return new Map(
    people.map(({ id, createdAt, isOptedOut, channel, lists, channels, ...facts }) => [
      id,
      {
        ...facts,
        createdAt: createdAt.toISOString(),
        optedOut: isOptedOut ? { channel } : null,
        lists: new Set(lists),
        channels: new Set(channels),
        events: [...of(id), ...of(facts.phone)],
      },
    ]),
  );
}

/** `owner`: the contact's id or number, whichever the facts of the kind bear. */
type Owned = { owner: number | string; event: KeptEvent };

async function eventsOf(
  db: Db,
  accountId: number,
  people: readonly { id: number; phone: string }[],
  kind: KeptKind,
): Promise<Owned[]> {
  const source = factSource(kind);
  const names = Object.keys(EVENT_KINDS[kind].properties);
  const columns = names.map((name) => sql`, ${source.properties[name]} as ${sql.ref(name)}`);
  if (source.data)
    columns.push(
      sql`, (select jsonb_object_agg('data.' || d.key, d.value) from jsonb_each_text(${source.data}) d) as own`,
    );
  const phones = people.map(({ phone }) => phone);
  const theirs =
    source.by === 'contact' ? sql`${people.map(({ id }) => id)}::bigint[]` : sql`${phones}::text[]`;
  const found = await rows(
    db,
    sql<{ at: Date; owner: number | string; own?: KeptEvent['properties'] | null }>`
      select ${source.at} as at, ${source.key} as owner ${sql.join(columns, sql` `)} from ${source.from(accountId)}
        and ${source.key} = any(${theirs})`,
  );
  return found.map(({ at, owner, own, ...said }) => ({
    owner,
    event: { kind, at: at.toISOString(), properties: { ...said, ...own } },
  }));
}
