/**
 * Feeds what happened to those who listen: called by the room that stores the fact, in its transaction. Where
 * nobody in the account listens it costs a look into memory.
 */
import type { EventKindName, EventProperties } from '@parley/rules/event-kinds.ts';
import type { RawBuilder } from 'kysely';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { run, type Statement, writing } from '../platform/db/statement.ts';
import { mayBeHeard } from './listened-kinds.ts';
import type { FeedConsumerName } from './listeners.ts';

/** Something that happened, once. */
export type NewContactEvent = {
  [K in EventKindName]: {
    kind: K;
    /** Null: of nobody alone, as a blast that finished. */
    contactId: number | null;
    at: Date;
    /** The fact's stable id, unique among those of its kind. */
    fact: string;
    properties: EventProperties<K>;
  };
}[EventKindName];

/** Feeds events in the transaction that stores their facts. */
export async function feedEvents(
  trx: Db,
  accountId: number,
  events: readonly NewContactEvent[],
): Promise<void> {
  const statement = feedStatement(trx, accountId, events);
  if (statement) await run(trx, statement);
}

/** {@link feedEvents} for transactions whose last statements travel together; null: nobody listens. */
export function feedStatement(
  db: Db,
  accountId: number,
  events: readonly NewContactEvent[],
): Statement<void> | null {
  const heard = events.filter(({ kind }) => mayBeHeard(db, accountId, kind));
  if (heard.length === 0) return null;
  const given = sql`
    select * from unnest(
      ${textArray(heard.map(({ kind }) => kind))}::text[],
      ${numberArray(heard.map(({ contactId }) => contactId))}::bigint[],
      ${textArray(heard.map(({ at }) => at.toISOString()))}::timestamptz[],
      ${textArray(heard.map(({ fact }) => fact))}::text[],
      ${textArray(heard.map(({ properties }) => JSON.stringify(properties)))}::jsonb[]
    ) with ordinality as given (kind, contact_id, at, fact, properties, place)`;
  return writing(db, feeding(sql`${accountId}::bigint`, given));
}

/**
 * The same for a statement that finds out itself what it stores: a CTE, with the comma before it. `facts`: a
 * select of (contact_id, at, fact, properties, place), fed in the order of `place`. `only`: nobody else acts
 * on it. Null: nobody listens to the kind.
 */
export function feedCte(
  db: Db,
  accountId: number,
  kind: EventKindName,
  facts: RawBuilder<unknown>,
  only: FeedConsumerName | null = null,
): RawBuilder<unknown> | null {
  if (!mayBeHeard(db, accountId, kind)) return null;
  return cte(
    sql`${accountId}::bigint`,
    kind,
    sql`select ${sql.lit(kind)} as kind, facts.* from (${facts}) as facts`,
    only ? sql`and l.consumer = ${sql.lit(only)}` : sql``,
  );
}

/**
 * The CTE as text, for statements that are written as text with the account as `$1`, for facts of several
 * kinds: `facts` has the kind as its first column. To be asked for where somebody may listen (`mayBeHeard`).
 */
export const feedText = (db: Db, name: string, facts: string): string =>
  cte(sql.raw('$1::bigint'), name, sql.raw(facts)).compile(db).sql;

const cte = (account: RawBuilder<unknown>, name: string, facts: RawBuilder<unknown>, whom = sql``) =>
  sql`, ${sql.ref(`fed_${name.replace('.', '_')}`)} as (${feeding(account, facts, whom)})`;

/** One row for each event and consumer that wants it. */
const feeding = (account: RawBuilder<unknown>, given: RawBuilder<unknown>, whom = sql``) => sql`
  insert into event_feed (account_id, consumer, kind, contact_id, at, fact, properties)
  select ${account}, l.consumer, g.kind, g.contact_id, g.at, g.fact, g.properties
  from (${given}) as g (kind, contact_id, at, fact, properties, place)
  join event_listeners l on l.account_id = ${account} and l.kind = g.kind ${whom}
  order by g.place`;
