/**
 * Figures of the people of a segment alone, as it is now. Counts by days know of no people: the facts
 * themselves are read.
 */
import type { SegmentPlan } from '@parley/rules/segment-plan.ts';
import type { RawBuilder } from 'kysely';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { peopleAmong, planOf, segmentPeople, withinTime } from '../segments/index.ts';
import type { Span } from './period.ts';
import type { TableRow } from './table.ts';

const TOO_LONG = 'This takes too long to count for a segment. Choose fewer days, or a simpler segment.';

/**
 * A span with what its segment (0: everybody) means now.
 * @throws NotFound without such a segment, Refusal when it names something gone.
 */
export async function limited<S extends Span & { segment: number }>(
  db: Db,
  accountId: number,
  span: S,
  now: Date,
): Promise<S & { people?: SegmentPlan }> {
  return span.segment === 0 ? span : { ...span, people: await planOf(db, accountId, span.segment, now) };
}

/** Whether a row, by the id of its contact, counts: a further condition. */
export const ofPeople = (accountId: number, { people }: Span, contactId: string): RawBuilder<unknown> =>
  people
    ? sql`and ${sql.ref(contactId)} in (select p.id from (${segmentPeople(accountId, people)}) p)`
    : sql``;

/** The rows of a statement that may be limited. @throws Refusal when it takes too long for that. */
export function limitedRows<T>(db: Db, { people }: Span, query: RawBuilder<T>): Promise<T[]> {
  return people ? withinTime(db, TOO_LONG, (trx) => rows(trx, query)) : rows(db, query);
}

/** Those of a file's rows that count, by their `contact`. */
export async function keepPeople(
  db: Db,
  accountId: number,
  { people }: Span,
  given: TableRow[],
): Promise<TableRow[]> {
  if (!people) return given;
  const contacts = [...new Set(given.map(({ contact }) => Number(contact)))];
  const kept = await peopleAmong(db, accountId, people, contacts);
  return given.filter(({ contact }) => kept.has(Number(contact)));
}
