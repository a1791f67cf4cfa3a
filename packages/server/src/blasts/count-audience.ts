/**
 * Counting an audience: who a blast would reach, who not and why, and what it costs, in one pass over the
 * contacts.
 */

import { LANGUAGE_TAG } from '@parley/rules/languages.ts';
import type { RawBuilder } from 'kysely';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import { type Frequency, hadMessage, whoReachedCap } from '../policy/index.ts';
import { tagValue } from '../tags/index.ts';
import { type Audience, blastedIds, isListed, listedIds, meetsFilters } from './audience.ts';
import { creditsFor, type Openings, type When } from './opening-texts.ts';

/** filtered + optedOut + duplicates + eligible = listed. */
export type AudienceCounts = {
  listed: number;
  filtered: number;
  optedOut: number;
  duplicates: number;
  eligible: number;
  /** Of the eligible: who has paused texts; 0 where nobody asked for them, as for {@link enough}. */
  paused: number;
  /** Of the others: who has had as many sends as the account allows. */
  enough: number;
  /** What the eligible contacts cost. */
  credits: number;
};

/** When the blast starts, and the account's limit: who of the eligible is skipped all the same? */
type AtStart = { at: Date; frequency: Frequency | null };

type Bucket = 'filtered' | 'optedOut' | 'duplicates' | 'eligible';
export type CountedGroup = {
  bucket: Bucket;
  variant: number;
  people: number;
  paused: number;
  enough: number;
  /** They have got nothing from the channel yet. */
  stranger: boolean;
} & Record<string, string | number | boolean>;

/**
 * Values of these characters count one each, and none is a blank at an end: only their number matters to a
 * text's price.
 */
const PLAIN = '^([A-Za-z0-9]([A-Za-z0-9 .,-]*[A-Za-z0-9])?)?$';

export async function countAudience(
  db: Db,
  audience: Audience,
  openings: Openings,
  when: When,
  start: AtStart | null = null,
): Promise<AudienceCounts> {
  const counts: AudienceCounts = {
    listed: 0,
    filtered: 0,
    optedOut: 0,
    duplicates: 0,
    eligible: 0,
    paused: 0,
    enough: 0,
    credits: 0,
  };
  for (const group of await readGroups(db, audience, openings, start)) {
    counts.listed += group.people;
    counts[group.bucket] += group.people;
    if (group.bucket !== 'eligible') continue;
    counts.paused += group.paused;
    counts.enough += group.enough;
    const flow = openings.flows[group.variant];
    if (!flow) throw new Error('A contact was counted for a campaign that is not sent.');
    const values = openings.tags.map((_, n) => sampleOf(String(group[`tag${n}`] ?? '=')));
    counts.credits += group.people * creditsFor(openings, flow, values, group.stranger, when);
  }
  return counts;
}

/**
 * `countAudience` for an audience that may be large: on all processors, which the planner by itself takes for
 * too dear. With `start`, who of the eligible is skipped all the same.
 */
export function countLargeAudience(
  db: Db,
  audience: Audience,
  openings: Openings,
  when: When,
  start: AtStart | null = null,
): Promise<AudienceCounts> {
  return transact(db, async (trx) => {
    await sql`select set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true)`.execute(
      trx,
    );
    return countAudience(trx, audience, openings, when, start);
  });
}

/** Contacts grouped by what becomes of them and by what decides the price of their messages. */
export function readGroups(
  db: Db,
  audience: Audience,
  openings: Openings,
  start: AtStart | null = null,
): Promise<CountedGroup[]> {
  const { accountId } = audience;
  const names = openings.tags.map((_, n) => sql.ref(`tag${n}`));
  const values = openings.tags.map(({ id }, n) => sql`, ${tagValue(id)} as ${names[n]}`);
  const kinds = names.map(
    (name, n) =>
      sql`, case when bucket = 'eligible' then ${kindOfValue(name, isLengthEnough(openings, n))} end as ${name}`,
  );
  const parts = openings.flows.length;
  const variant =
    parts === 1
      ? sql`0`
      : sql`case when bucket = 'eligible' then (row_number() over (partition by bucket order by id) - 1) % ${parts} else 0 end`;
  // `offset 0` keeps the planner from writing the same expression into several places: each is computed once
  // a contact.
  return rows(
    db,
    sql<CountedGroup>`
      select bucket, variant, stranger, count(*) as people, count(*) filter (where paused) as paused,
        count(*) filter (where enough and not paused) as enough ${sql.join([sql``, ...names])}
      from (
        select bucket, (${variant})::int as variant, bucket = 'eligible' and stranger as stranger, paused, enough ${sql.join(kinds, sql` `)}
        from (
          select c.id, ${isStranger(audience, openings)} as stranger, ${start ? sql`pauses.contact_id is not null` : sql`false`} as paused,
            ${start?.frequency ? sql`had.id is not null` : sql`false`} as enough ${sql.join(values, sql` `)}, case
            when not (${meetsFilters(audience)}) then 'filtered'
            when c.opted_out then 'optedOut'
            when blasted.id is not null then 'duplicates'
            else 'eligible' end as bucket
          from contacts c
          left join (select distinct id from (${blastedIds(audience, null)}) each) blasted on blasted.id = c.id
          ${start ? sql`left join contact_pauses pauses on pauses.account_id = ${accountId} and pauses.contact_id = c.id and pauses.until > ${start.at}` : sql``}
          ${start?.frequency ? sql`left join (${whoReachedCap(accountId, start.frequency, listedIds(audience, null), start.at)}) had on had.id = c.id` : sql``}
          where c.account_id = ${accountId} and ${isListed(audience)}
          offset 0
        ) judged
        offset 0
      ) people
      group by ${sql.join([sql`bucket`, sql`variant`, sql`stranger`, ...names])}`,
  );
}

/** Contact `c` has got nothing from the channel yet; asked only where it matters. */
function isStranger({ accountId }: Audience, { disclosure }: Openings): RawBuilder<unknown> {
  return disclosure ? sql`not ${hadMessage(accountId, disclosure.channelId, sql`c.id`)}` : sql`false`;
}

/** The values of a tag need not be told apart: they stand in texts, and decide neither ways nor languages. */
const isLengthEnough = ({ uniform, tags }: Openings, n: number) =>
  uniform && tags[n]?.name.toLowerCase() !== LANGUAGE_TAG.toLowerCase();

/** '#' and a length, or '=' and the value itself. */
function kindOfValue(value: RawBuilder<unknown>, uniform: boolean): RawBuilder<unknown> {
  const itself = sql`'=' || ${value}`;
  return uniform
    ? sql`case when ${value} ~ ${PLAIN} then '#' || length(${value}) else ${itself} end`
    : itself;
}

/** A value of that kind. */
export function sampleOf(kind: string): string {
  return kind.startsWith('#') ? 'x'.repeat(Number(kind.slice(1))) : kind.slice(1);
}
