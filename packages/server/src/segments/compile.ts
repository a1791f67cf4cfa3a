/**
 * A plan (rules/segment-plan.ts) as SQL, with the meaning of `isInSegment`: each question about lists and
 * events is a set of contacts, joined once to contacts `c`; what is left is a condition on the row.
 */
import { dataKey } from '@parley/rules/event-kinds.ts';
import type { ValueTest } from '@parley/rules/segment-operators.ts';
import type { SegmentPlan, Span } from '@parley/rules/segment-plan.ts';
import type { RawBuilder } from 'kysely';
import { sql } from '../platform/db/database.ts';
import { tagValue } from '../tags/index.ts';
import { type FactSource, factSource } from './fact-sources.ts';
import { passes } from './value-sql.ts';

type Sql = RawBuilder<unknown>;
/** Contact ids after `after`, up to `upTo`: numbers, or columns of rows around the statement. */
type IdRange = { after: number | Sql; upTo: number | Sql };
/** Contacts that are looked at alone: by a range of ids, or a few by their ids. */
export type SomeContacts = IdRange | { ids: readonly number[] };
/** `must`: what is asked here must hold by itself, in a list of "and". */
type Way = { accountId: number; some: SomeContacts | null; joins: Sql[]; must: boolean };

/** Ids of the contacts of a segment, with `optedOut`; `some`: each table is asked of these alone. */
export function segmentPeople(accountId: number, plan: SegmentPlan, some: SomeContacts | null = null): Sql {
  const way: Way = { accountId, some, joins: [], must: true };
  const holds = compile(plan, way);
  return sql`select c.id, c.opted_out as "optedOut" from contacts c ${sql.join(way.joins, sql` `)}
    where c.account_id = ${accountId} and c.erased_at is null ${within(sql`c.id`, some)} and ${holds}`;
}

function within(column: Sql, some: SomeContacts | null): Sql {
  if (some === null) return sql``;
  if ('ids' in some) return sql`and ${column} = any(${some.ids}::bigint[])`;
  return sql`and ${column} > ${some.after} and ${column} <= ${some.upTo}`;
}

/** Null counts as false: "not" is the only place where that could be told, and takes it for it. */
function compile(plan: SegmentPlan, way: Way): Sql {
  switch (plan.node) {
    case 'all':
    case 'any':
      return group(plan.node, plan.of, way);
    case 'not':
      return negated(plan.of, way);
    case 'tag':
      return passes(plan.test, tagValue(plan.tag));
    case 'created':
      return during(sql`c.created_at`, plan.span);
    case 'phone':
      return begins(plan.prefixes);
    case 'zone':
      return sql`case when c.time_zone is null then ${plan.without}::boolean else c.time_zone = any(${plan.zones}::text[]) end`;
    case 'opted-out':
      return plan.channel === null
        ? sql`c.opted_out`
        : sql`(c.opted_out and ${isIn(way, optOutsOver(way, plan.channel), 'phone')})`;
    case 'lists':
    case 'channels':
    case 'event':
      return isIn(way, ...setOf(plan, way));
  }
}

function group(word: 'all' | 'any', of: readonly SegmentPlan[], way: Way): Sql {
  if (of.length === 0) return word === 'all' ? sql`true` : sql`false`;
  const each = { ...way, must: way.must && (word === 'all' || of.length === 1) };
  return sql`(${sql.join(
    of.map((one) => compile(one, each)),
    word === 'all' ? sql` and ` : sql` or `,
  )})`;
}

/** "None of" as "not this and not that": each for itself may be an anti-join. */
function negated(plan: SegmentPlan, way: Way): Sql {
  switch (plan.node) {
    case 'any':
      return group(
        'all',
        plan.of.map((of) => ({ node: 'not', of })),
        way,
      );
    case 'not':
      return compile(plan.of, way);
    case 'lists':
    case 'channels':
    case 'event':
      return isIn(way, ...setOf(plan, way), false);
    default:
      return sql`(${compile(plan, { ...way, must: false })}) is not true`;
  }
}

type Key = 'id' | 'phone';

/**
 * Whether `c` is in a set of contacts, by id or number, or is not: a semi-join or anti-join where it must be
 * so, which all processors do together, else a set that is joined once and asked.
 */
function isIn(way: Way, set: Sql, key: Key, wanted = true): Sql {
  if (way.must) {
    const found = sql`exists (select from (${set}) one where one.${sql.ref(key)} = c.${sql.ref(key)})`;
    return wanted ? found : sql`not ${found}`;
  }
  const name = sql.ref(`set_${way.joins.length + 1}`);
  way.joins.push(sql`left join (${set}) ${name} on ${name}.${sql.ref(key)} = c.${sql.ref(key)}`);
  return wanted ? sql`${name}.${sql.ref(key)} is not null` : sql`${name}.${sql.ref(key)} is null`;
}

function setOf(plan: SegmentPlan & { node: 'lists' | 'channels' | 'event' }, way: Way): [Sql, Key] {
  if (plan.node === 'event') return happened(plan, way);
  const lists =
    plan.node === 'lists'
      ? sql`${plan.lists}::bigint[]`
      : sql`array(
          select h.audience_list_id from channels h
          where h.account_id = ${way.accountId} and h.id = any(${plan.channels}::bigint[]))`;
  const members = sql`select m.contact_id as id from list_members m
    where m.account_id = ${way.accountId} and m.list_id = any(${lists})
      ${within(sql`m.contact_id`, way.some)} ${oncePer(way, sql`m.contact_id`, 1)}`;
  return [members, 'id'];
}

/** Each contact of a set once, if it is in it so often; a semi-join takes it once by itself. */
function oncePer({ must }: Way, key: Sql, times: number): Sql {
  if (times > 1) return sql`group by ${key} having count(*) >= ${times}`;
  return must ? sql`` : sql`group by ${key}`;
}

const optOutsOver = (way: Way, channelId: number): Sql =>
  sql`select o.phone from suppressions o
    where o.account_id = ${way.accountId} and o.channel_id = ${channelId} ${ofNumbers(way, sql`o.phone`)}`;

/** Who did it as often as that, in its window, with such properties. */
function happened({ event, where, span, times }: SegmentPlan & { node: 'event' }, way: Way): [Sql, Key] {
  const source = factSource(event);
  const tests = where.map(({ property, test }) => sql`and ${asksProperty(source, property, test)}`);
  const key = source.by === 'contact' ? 'id' : 'phone';
  const set = sql`select ${source.key} as ${sql.ref(key)} from ${source.from(way.accountId)}
    and ${during(source.at, span)} ${sql.join(tests, sql` `)} ${key === 'id' ? within(source.key, way.some) : ofNumbers(way, source.key)}
    ${oncePer(way, source.key, times)}`;
  return [set, key];
}

/** The number of one of some contacts: where they are few, they are looked up one by one. */
const ofNumbers = ({ accountId, some }: Way, key: Sql): Sql =>
  some === null
    ? sql``
    : sql`and ${key} in (
        select p.phone from contacts p where p.account_id = ${accountId} ${within(sql`p.id`, some)})`;

function asksProperty({ properties, data }: FactSource<string>, property: string, test: ValueTest): Sql {
  const key = dataKey(property);
  const value = data && key !== undefined ? sql`(${data} ->> ${key}::text)` : properties[property];
  if (value === undefined) throw new Error(`What happened has no ${property}.`);
  return passes(test, isOfIds(test) ? value : sql`coalesce(${value}, '')`);
}

const isOfIds = (test: ValueTest): boolean => test.is === 'id' || (test.is === 'not' && isOfIds(test.test));

function during(at: Sql, { from, to }: Span): Sql {
  const after = from === null ? sql`true` : sql`${at} >= ${from}::timestamptz`;
  return to === null ? after : sql`(${after} and ${at} < ${to}::timestamptz)`;
}

/** Numbers that begin so: compared by their first characters, as many as each prefix has. */
function begins(prefixes: readonly string[]): Sql {
  const lengths = [...new Set(prefixes.map((prefix) => prefix.length))];
  if (lengths.length === 0) return sql`false`;
  const each = lengths.map(
    (length) =>
      sql`left(c.phone, ${sql.lit(length)}) = any(${prefixes.filter((one) => one.length === length)}::text[])`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}
