/**
 * Marks opt-ins and clicks that their person repeated, a few minutes afterwards and in the order of time. A
 * mark only spares a list of people a look: what has none is looked for there, so nothing is wrong when one
 * lacks.
 */
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';

const LOOK_EVERY_MS = 300_000;
/** What is younger may still be on its way into the database. */
const SETTLED_MS = 60_000;
const AT_ONCE = 5_000;

/** Where each kind lies: rows of people that are about a subject. */
const KINDS = [
  {
    kind: 'optin',
    table: 'events',
    subject: 'campaign_id',
    only: sql`and e.kind = 'optin'`,
    both: false,
    more: sql`, e.list_id`,
    alike: sql`and n.list_id is not distinct from e.list_id`,
  },
  {
    kind: 'click',
    table: 'link_clicks',
    subject: 'link_id',
    only: sql`and e.kind = 'person' and e.contact_id is not null`,
    both: true,
    more: sql``,
    alike: sql``,
  },
] as const;
type Kind = (typeof KINDS)[number];

/** A slice of an account's opt-ins or clicks. False: all of them are looked through. */
export async function markRepeats(db: Db, now: Date): Promise<boolean> {
  for (const kind of KINDS) {
    const next = await firstUnmarked(db, kind, now);
    if (next) {
      await markSlice(db, kind, next, now);
      return true;
    }
  }
  return false;
}

const settled = (now: Date) => new Date(now.getTime() - SETTLED_MS);

/** Any account that has something new, and up to where it was looked through. */
function firstUnmarked(
  db: Db,
  { kind, table, only }: Kind,
  now: Date,
): Promise<{ accountId: number; until: string } | undefined> {
  return first(
    db,
    sql`
      select a.id as "accountId", a.until::text from (
        select a.id, coalesce(u.until, '-infinity') as until from accounts a
        left join repeat_index_progress u on u.account_id = a.id and u.kind = ${kind}
      ) a
      where exists (
        select 1 from ${sql.table(table)} e
        where e.account_id = a.id ${only} and e.at > a.until and e.at < ${settled(now)}
      ) limit 1`,
  );
}

/** In a transaction with where it came to: a slice is marked once, by one process. */
async function markSlice(
  db: Db,
  { kind, table, subject, only, both, more, alike }: Kind,
  { accountId, until }: { accountId: number; until: string },
  now: Date,
): Promise<void> {
  const from = sql`from ${sql.table(table)} e where e.account_id = ${accountId} ${only}`;
  const before = (inSubject: boolean) => sql`
    select n.at, n.id from ${sql.table(table)} n
    where n.account_id = ${accountId} ${sql.raw(kind === 'optin' ? `and n.kind = 'optin'` : `and n.kind = 'person'`)}
      and n.phone = e.phone and n.contact_id = e.contact_id and n.at <= e.at and (n.at, n.id) < (e.at, e.id) ${alike}
      ${inSubject ? sql`and ${sql.ref(`n.${subject}`)} = e.subject` : sql``}
    order by n.at desc, n.id desc limit 1`;
  const subjects = [
    { id: sql`0::bigint`, before: before(false) },
    { id: sql`e.subject`, before: before(true) },
  ];
  const pairs = sql.join(
    subjects.map(
      (each) => sql`
        select ${each.id} as subject, e.at, e.id, p.at as before_at, p.id as before_id
        from slice e cross join lateral (${each.before}) p`,
    ),
    sql` union all `,
  );
  const last = await first(
    db,
    sql<{ at: string }>`
      select e.at::text ${from} and e.at > ${until}::timestamptz and e.at < ${settled(now)}
      order by e.at offset ${AT_ONCE} limit 1`,
  );
  const upTo = last?.at ?? settled(now).toISOString();
  await transact(db, async (trx) => {
    const taken = await first(
      trx,
      sql`
        insert into repeat_index_progress as u (account_id, kind, until) values (${accountId}, ${kind}, ${upTo})
        on conflict (account_id, kind) do update set until = excluded.until where u.until = ${until}::timestamptz
        returning 1`,
    );
    if (!taken) return;
    await sql`
      with slice as materialized (
        select e.at, e.id, e.phone, e.contact_id, ${sql.ref(`e.${subject}`)} as subject ${more}
        ${from} and e.at > ${until}::timestamptz and e.at <= ${upTo}::timestamptz
      ), pairs as materialized (${pairs})
      insert into repeat_index (account_id, kind, subject_id, at, id, other_at)
      select ${accountId}::bigint, ${kind}::text, subject, before_at, before_id, at from pairs
      ${both ? sql`union all select ${accountId}::bigint, ${`${kind} before`}::text, subject, at, id, before_at from pairs` : sql``}
      on conflict do nothing`.execute(trx);
  });
}

/**
 * When the person of a row did it again (or before), where that is known: an expression over `row` (at, id).
 */
export const repeatOf = (
  accountId: number,
  kind: 'optin' | 'click' | 'click before',
  subjectId: number,
  row: string,
) => sql`(
  select r.other_at from repeat_index r
  where r.account_id = ${accountId} and r.kind = ${kind} and r.subject_id = ${subjectId}
    and r.at = ${sql.ref(`${row}.at`)} and r.id = ${sql.ref(`${row}.id`)})`;

export function startRepeatIndex({ db, clock, log }: Services): Background {
  return startLoop({
    name: 'repeated opt-ins and clicks',
    log,
    pauseMs: LOOK_EVERY_MS,
    once: () => markRepeats(db, clock.now()),
  });
}
