/** Whom a count of a step is of, and how they come on a list. */
import type { StepEvent } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import type { Actor } from '../audit/index.ts';
import { type PeopleToList, putSliceOnList } from '../lists/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { Malformed, NotFound } from '../platform/errors.ts';
import { type AskedSteps, goingOn, inScope, type Scope, scopeOf } from './asked.ts';

export type AskedCount = AskedSteps & {
  step: number;
  what: StepEvent;
  intent?: string | undefined;
  target: number;
};
export type PeopleOfCount = {
  people: { contact: number; phone: string; times: number; at: string }[];
  total: number;
  times: number;
};

/**
 * A page of them, by contact; whoever was erased has no number.
 * @throws NotFound without campaign or step.
 */
export async function peopleOfCount(
  db: Db,
  accountId: number,
  asked: AskedCount,
  start: number,
): Promise<PeopleOfCount> {
  const facts = await factsOf(db, accountId, asked);
  const row = await first(
    db,
    sql<PeopleOfCount>`
      with who as materialized (
        select contact_id, sum(times) as times, max(at) as at from (${facts}) f group by contact_id
      )
      select count(*) as total, coalesce(sum(times), 0)::bigint as times, coalesce((
          select jsonb_agg(page order by page.contact) from (
            select who.contact_id as contact, case when c.erased_at is null then c.phone else '' end as phone, who.times,
              to_char(who.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
            from who join contacts c on c.account_id = ${accountId} and c.id = who.contact_id
            order by who.contact_id offset ${start} limit ${PAGE_LIMITS.pageSize}
          ) page), '[]') as people
      from who`,
  );
  return row ?? { people: [], total: 0, times: 0 };
}

/** Puts the next slice of them on a list; `list` 0: on a new one. Erased people stay away. */
export function countToList(
  acting: Actor & { db: Db },
  asked: AskedCount & PeopleToList,
): Promise<{ list: number; done: number; next: number }> {
  const { db, accountId } = acting;
  return transact(db, async (trx) => {
    const facts = await factsOf(trx, accountId, asked);
    const people = sql`
      select c.id from contacts c
      where c.account_id = ${accountId} and c.erased_at is null
        and c.id in (select f.contact_id from (${facts}) f where f.contact_id > ${asked.after})`;
    return putSliceOnList({ ...acting, db: trx }, asked, people);
  });
}

/** Rows of `contact_id`, how often, and when. */
async function factsOf(db: Db, accountId: number, asked: AskedCount): Promise<RawBuilder<unknown>> {
  const scope = await scopeOf(db, accountId, asked);
  if (asked.what === 'went' && asked.target === 0)
    throw new Malformed('TARGETPID', 'Say which step the way leads to.');
  const known = await first(
    db,
    sql`
      select from steps where account_id = ${accountId} and campaign_id = ${asked.campaign} and id = ${asked.step}
      union all
      select from published_steps
      where account_id = ${accountId} and campaign_id = ${asked.campaign} and id = ${asked.step} limit 1`,
  );
  if (!known) throw new NotFound();
  return FACTS[asked.what](scope, asked);
}

const FACTS: Record<StepEvent, (scope: Scope, asked: AskedCount) => RawBuilder<unknown>> = {
  reached: (scope, { step }) => sql`
    select v.contact_id, cardinality(array_positions(v.steps, ${step}::bigint)) as times, v.at
    from step_visits v where ${inScope('v', scope)} and ${step}::bigint = any(v.steps)`,
  'timed-out': (scope, { step }) => sql`
    select v.contact_id, 1 as times, v.at from step_visits v where ${inScope('v', scope)} and v.timed_out = ${step}`,
  went: (scope, { step, target }) => sql`
    select v.contact_id, w.times, v.at from step_visits v cross join lateral (
      select count(*) as times from generate_subscripts(v.steps, 1) as n
      where v.steps[n] = ${target} and case n when 1 then v.from_step else v.steps[n - 1] end = ${step}
    ) w
    where ${inScope('v', scope)} and v.from_step is not null and ${target}::bigint = any(v.steps) and w.times > 0`,
  answered: (scope, { step, intent }) => sql`
    select e.contact_id, 1 as times, e.at from events e
    where ${inScope('e', scope)} and e.kind = 'response' and e.step_id = ${step}
      ${intent === undefined ? sql`` : sql`and e.intent = ${intent}`}`,
  'opted-out': (scope, { step }) => sql`
    select e.contact_id, 1 as times, e.at from events e
    where ${inScope('e', scope)} and e.kind = 'optout' and e.step_id = ${step}`,
  waiting: (scope, { step }) => sql`
    select c.contact_id, 1 as times, c.updated_at as at from conversations c
    where ${goingOn(scope)} and (c.session->'waiting'->>'step')::bigint = ${step}`,
};
