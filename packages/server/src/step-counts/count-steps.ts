/** How far people got in a campaign, step by step. */
import { STEP_COUNT_REACH } from '@parley/rules/limits.ts';
import { cacheByDatabase } from '../platform/cache.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { goneBefore } from '../retention/index.ts';
import { type AskedSteps, goingOn, inScope, type Scope, scopeOf } from './asked.ts';

export type StepCount = {
  step: number;
  reached: number;
  waiting: number;
  answered: number;
  timedOut: number;
  optedOut: number;
};
export type StepCounts = {
  conversations: number;
  isPartial: boolean;
  hasEarlier: boolean;
  /** ISO instant; '' for none. */
  since: string;
  /** ISO instant: what was earlier is deleted; '' for nothing. */
  goneBefore: string;
  counts: StepCount[];
  intents: { step: number; intent: string; count: number }[];
  ways: { from: number; to: number; count: number }[];
};

/** A count that takes long is kept for so many times as long. */
const REST = 20;
const SLOW_MS = 250;
const slowCounts = cacheByDatabase<StepCounts>(200, REST * SLOW_MS);

/** @throws NotFound for a foreign or unknown campaign, Malformed for days that are none. */
export async function countSteps(
  db: Db,
  accountId: number,
  asked: AskedSteps,
  reach = STEP_COUNT_REACH,
): Promise<StepCounts> {
  const scope = await scopeOf(db, accountId, asked);
  const key = JSON.stringify([scope, reach]);
  const kept = slowCounts(db).get(key);
  if (kept) return kept;
  const began = performance.now();
  const counted = { ...(await countWithin(db, scope, reach)), goneBefore: await goneOf(db, scope) };
  const tookMs = performance.now() - began;
  if (tookMs > SLOW_MS) slowCounts(db).set(key, counted, REST * tookMs);
  return counted;
}

/** Before when what happened in the campaign, in those days, is deleted as the account keeps answers. */
async function goneOf(db: Db, { accountId, made, days }: Scope): Promise<string> {
  const gone = await goneBefore(db, accountId, 'answers');
  const first = days && days.first > made ? days.first : made;
  return gone && gone > first ? gone.toISOString() : '';
}

/**
 * One statement over at most `reach` turns, answers and conversations. Most turns go one of a few ways, so
 * that ways are counted before they are taken apart. Answers are the rows that the campaign's report counts.
 */
async function countWithin(db: Db, scope: Scope, reach: number): Promise<Omit<StepCounts, 'goneBefore'>> {
  const most = sql`limit ${reach + 1}`;
  const row = await first(
    db,
    sql<Omit<StepCounts, 'goneBefore'>>`
      with paths as materialized (
        select v.from_step, v.steps, v.timed_out, count(*) as times, min(v.at) as since
        from (select * from step_visits v where ${inScope('v', scope)} ${most}) v
        group by v.from_step, v.steps, v.timed_out
      ), said as materialized (
        select e.kind, e.step_id as step, e.intent, count(*) as times
        from (
          select e.kind, e.step_id, e.intent from events e
          where ${inScope('e', scope)} and e.kind in ('response', 'optout') and e.step_id is not null ${most}
        ) e group by e.kind, e.step_id, e.intent
      ), standing as materialized (
        select (c.session->'waiting'->>'step')::bigint as step, count(*) as times
        from (select c.session from conversations c where ${goingOn(scope)} ${most}) c group by 1
      ), seen as (
        select s.id as step, p.times as reached, 0 as waiting, 0 as answered, 0 as timed_out, 0 as opted_out
        from paths p cross join lateral unnest(p.steps) as s (id)
        union all select timed_out, 0, 0, 0, times, 0 from paths where timed_out is not null
        union all select step, 0, times, 0, 0, 0 from standing where step is not null
        union all select step, 0, 0, times, 0, 0 from said where kind = 'response'
        union all select step, 0, 0, 0, 0, times from said where kind = 'optout'
      )
      select coalesce((select sum(times) from paths where coalesce(from_step, 0) = 0), 0)::bigint as conversations,
        greatest((select sum(times) from paths), (select sum(times) from said), (select sum(times) from standing)) > ${reach}
          is true as "isPartial",
        exists (select from paths where from_step is null) as "hasEarlier",
        coalesce((select to_char(min(since) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from paths where from_step is not null), '') as since,
        ${COUNTS} as counts, ${INTENTS} as intents, ${WAYS} as ways`,
  );
  if (!row) throw new Error('A count has no row.');
  return row;
}

const COUNTS = sql`coalesce((
  select jsonb_agg(t order by step) from (
    select step, sum(reached) as reached, sum(waiting) as waiting, sum(answered) as answered,
      sum(timed_out) as "timedOut", sum(opted_out) as "optedOut"
    from seen group by step
  ) t), '[]')`;
const INTENTS = sql`coalesce((
  select jsonb_agg(jsonb_build_object('step', step, 'intent', intent, 'count', times) order by step, intent)
  from said where kind = 'response'), '[]')`;
/** From where a conversation began there is no way: 0 is no step. */
const WAYS = sql`coalesce((
  select jsonb_agg(t order by "from", "to") from (
    select w."from", w."to", sum(p.times) as count
    from paths p cross join lateral (
      select case n when 1 then p.from_step else p.steps[n - 1] end as "from", p.steps[n] as "to"
      from generate_subscripts(p.steps, 1) as n
    ) w
    where p.from_step is not null and w."from" <> 0 group by 1, 2
  ) t), '[]')`;
