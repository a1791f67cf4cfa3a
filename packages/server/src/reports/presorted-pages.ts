/**
 * Pages of long tables of answers in the order of what was answered, which no index has: each would cost
 * every incoming text. Of spans of time that are over, the first rows of an order are kept, from either end;
 * a page merges those of the spans that its days are made of with what came last. They are made when somebody
 * first asks for the order, once for ever.
 */
import { REPORT_GRID } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { changed, type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { inPeriod, type Period, type Span } from './period.ts';
import {
  endOf,
  keyOf,
  partsOf,
  quarterHourOf,
  spansBetween,
  startOf,
  type TimeSpan,
  TOP_LEVEL,
} from './spans.ts';

/**
 * What an order goes by: the value as a number (null: it is none) and as text, of answers `e` of steps `s`.
 */
export type SortKey = { column: string; number: RawBuilder<unknown>; word: RawBuilder<unknown> };
type Direction = 'asc' | 'desc';
/** Whose answers: `span.datapoint` 0 means all of the account. */
type Subject = { accountId: number; span: Span; key: SortKey };

const { tableReach: REACH } = REPORT_GRID;
/** A span is kept when it has been over for so long: no transaction that stores an answer lasts longer. */
const SETTLED_MS = 600_000;
/** So many answers are put in order at once; a longer span is merged from its parts. */
const SCANNED = 50_000;
/** Whoever changes answers that may be kept takes it shared. */
const LOCK = 7_275_393;
/** A call works for so long at most; the next one goes on. */
const WORK_MS = 2_000;

/** The spans that are over within a period, and since when answers have to be looked at themselves. */
function partsOfPeriod({ first: from, after }: Period, now: Date): { over: TimeSpan[]; since: Date } {
  // All days since there are answers begin on a quarter.
  const start = quarterHourOf(from);
  const settled = quarterHourOf(new Date(now.getTime() - SETTLED_MS));
  const end = Math.max(start, Math.min(quarterHourOf(after), settled));
  return { over: spansBetween(start, end), since: startOf({ level: 0, n: end }) };
}

const orderIn = (direction: Direction) => {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  return sql`number ${way}, word ${way}, at ${way}, id ${way}`;
};
const wantedSpans = (spans: readonly TimeSpan[]) => sql`
  unnest(${spans.map(({ level }) => level)}::smallint[], ${spans.map(({ n }) => n)}::int[]) as wanted (level, span)`;
const presortedOf = ({ accountId, span, key }: Subject) => sql`
  presorted_pages h on h.account_id = ${accountId} and h.subject_id = ${span.datapoint} and h.column_id = ${key.column}
    and h.level = wanted.level and h.span = wanted.span`;
const answersOf = ({ accountId, span, key }: Subject, from: Date, to: Date) => sql`
  select ${key.number} as number, ${key.word} as word, e.at, e.id
  from events e left join steps s on s.account_id = ${accountId} and s.id = e.step_id
  where e.account_id = ${accountId} and e.kind = 'response' and ${inPeriod('e.at', { first: from, after: to })}
    ${span.datapoint === 0 ? sql`` : sql`and e.campaign_id = ${span.datapoint}`}`;

/** When and with which ids the rows of a page came, in its order, of what is kept and what came since. */
export function presortedPage(
  subject: Subject,
  period: Period,
  now: Date,
  direction: Direction,
  { start, length }: { start: number; length: number },
): RawBuilder<unknown> {
  const { over, since } = partsOfPeriod(period, now);
  const most = start + length;
  const order = orderIn(direction);
  const latest =
    since < period.after
      ? sql`union all (${answersOf(subject, since, period.after)} order by ${order} limit ${most})`
      : sql``;
  return sql`
    select at, id, row_number() over (order by ${order}) as place from (
      select k.number, k.word, k.at, k.id
      from ${wantedSpans(over)} join ${presortedOf(subject)} and h.direction = ${direction}
      cross join lateral unnest(h.numbers[1:${most}::int], h.words[1:${most}::int], h.moments[1:${most}::int], h.ids[1:${most}::int])
        as k (number, word, at, id)
      ${latest}
    ) heads order by ${order} offset ${start} limit ${length}`;
}

/** Builders at work in this process, by what they build: two who look at one table do not both make it. */
const atWork = new Map<string, Promise<number>>();

/** Makes what a period still lacks, for 2 s at most. Answers how much of it is there, from 0 to 1. */
export async function makeHeads(db: Db, subject: Subject, period: Period, now: Date): Promise<number> {
  const { over } = partsOfPeriod(period, now);
  if ((await missingOf(db, subject, over)).length === 0) return 1;
  const { accountId, span, key } = subject;
  const name = JSON.stringify([accountId, span, key.column]);
  const busy = atWork.get(name);
  if (busy) return busy;
  const work = build(db, subject, over).finally(() => atWork.delete(name));
  atWork.set(name, work);
  return work;
}

function missingOf(db: Db, subject: Subject, spans: readonly TimeSpan[]): Promise<TimeSpan[]> {
  return rows(
    db,
    sql<TimeSpan>`
      select wanted.level, wanted.span as n from ${wantedSpans(spans)}
      left join ${presortedOf(subject)} and h.direction = 'asc' where h.span is null order by wanted.level`,
  );
}

/** A span that is to be made: from answers, or from its parts. */
type Task = { span: TimeSpan; from: 'answers' | 'parts'; answers: number };

async function build(db: Db, subject: Subject, over: readonly TimeSpan[]): Promise<number> {
  const [made, answersIn] = await Promise.all([madeOf(db, subject), countsOf(db, subject)]);
  const tasks: Task[] = [];
  const plan = (span: TimeSpan): void => {
    if (made.has(keyOf(span))) return;
    const answers = answersIn(span);
    if (answers <= SCANNED || span.level === 0) tasks.push({ span, from: 'answers', answers });
    else {
      for (const part of partsOf(span)) plan(part);
      tasks.push({ span, from: 'parts', answers: 0 });
    }
  };
  for (const span of over) plan(span);
  const all = over.reduce((sum, span) => sum + answersIn(span), 0);
  let left = tasks.reduce((sum, { answers }) => sum + answers, 0);
  const until = performance.now() + WORK_MS;
  while (tasks.length > 0) {
    const group = nextGroup(tasks);
    const done = performance.now() < until && (await make(db, subject, group));
    if (!done) return Math.min(0.99, Math.max(0, (all - left) / Math.max(1, all)));
    left -= group.reduce((sum, { answers }) => sum + answers, 0);
  }
  return 1;
}

/** Takes as many tasks off the front as are made in one transaction. */
function nextGroup(tasks: Task[]): Task[] {
  let answers = 0;
  const end = tasks.findIndex((task, n) => {
    answers += task.answers;
    return n > 0 && answers > SCANNED;
  });
  return tasks.splice(0, end === -1 ? tasks.length : end);
}

/** Of an order, which spans are made. */
async function madeOf(db: Db, { accountId, span, key }: Subject): Promise<Set<string>> {
  const found = await rows(
    db,
    sql<TimeSpan>`
      select level, span as n from presorted_pages
      where account_id = ${accountId} and subject_id = ${span.datapoint} and column_id = ${key.column} and direction = 'asc'`,
  );
  return new Set(found.map(keyOf));
}

const DAY_MS = 86_400_000;

/** About how many answers a span has: by the counts of days, as if these were those of UTC. */
async function countsOf(
  db: Db,
  { accountId, span: { from, to, datapoint } }: Subject,
): Promise<(span: TimeSpan) => number> {
  const of =
    datapoint === 0
      ? sql`daily_account_counts where`
      : sql`daily_campaign_counts where campaign_id = ${datapoint} and`;
  const days = await rows(
    db,
    sql<{ day: string; count: number }>`
      select day, count from ${of} account_id = ${accountId} and kind = 'response' and day between ${from}::date and ${to}::date`,
  );
  const counts = days.map(({ day, count }) => ({ start: Date.parse(day), count }));
  return (span) => {
    const [start, end] = [startOf(span).getTime(), endOf(span).getTime()];
    return counts.reduce((sum, day) => {
      const shared = Math.min(end, day.start + DAY_MS) - Math.max(start, day.start);
      return shared > 0 ? sum + (day.count * shared) / DAY_MS : sum;
    }, 0);
  };
}

const lockOf = (accountId: number) => sql`${sql.lit(LOCK)}, ${accountId % 2 ** 31}::int`;

/** False: answers of the account are being changed or deleted meanwhile; it can be made afterwards. */
function make(db: Db, subject: Subject, group: readonly Task[]): Promise<boolean> {
  return transact(db, async (trx) => {
    const lock = await first(
      trx,
      sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${lockOf(subject.accountId)}) as got`,
    );
    if (!lock?.got) return false;
    for (const task of group) await insertHeads(trx, subject, task);
    return true;
  });
}

async function insertHeads(trx: Db, subject: Subject, { span, from }: Task): Promise<void> {
  const { accountId, span: of, key } = subject;
  const rowsOf = (direction: Direction) =>
    from === 'answers'
      ? sql`given`
      : sql`(
          select k.number, k.word, k.at, k.id from ${wantedSpans(partsOf(span))}
          join ${presortedOf(subject)} and h.direction = ${direction}
          cross join lateral unnest(h.numbers, h.words, h.moments, h.ids) as k (number, word, at, id))`;
  const head = (direction: Direction) => sql`
    select ${direction}::text, coalesce(array_agg(number order by place), '{}'), coalesce(array_agg(word order by place), '{}'),
      coalesce(array_agg(at order by place), '{}'), coalesce(array_agg(id order by place), '{}')
    from (
      select *, row_number() over (order by ${orderIn(direction)}) as place from (
        select number, word, at, id from ${rowsOf(direction)} r order by ${orderIn(direction)} limit ${REACH}
      ) cut
    ) placed`;
  await changed(
    trx,
    sql`
      with given as materialized (
        ${from === 'answers' ? answersOf(subject, startOf(span), endOf(span)) : sql`select`}
      )
      insert into presorted_pages
        (account_id, subject_id, column_id, level, span, direction, numbers, words, moments, ids)
      select ${accountId}::bigint, ${of.datapoint}::bigint, ${key.column}::text, ${span.level}::smallint, ${span.n}::int, heads.*
      from (${head('asc')} union all ${head('desc')}) heads
      on conflict do nothing`,
  );
}

/**
 * Nothing is kept anew until the transaction ends. A statement of its own: the next one sees what was kept
 * while this one waited.
 */
export async function holdPresorted(trx: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(accountId)})`.execute(trx);
}

/**
 * Answers were stored that came from this moment on, perhaps long ago: what is kept of their spans is made
 * again when it is asked for. Within the transaction that stores them.
 */
export async function forgetPresorted(trx: Db, accountId: number, from: Date): Promise<void> {
  await holdPresorted(trx, accountId);
  await changed(
    trx,
    sql`
      delete from presorted_pages
      where account_id = ${accountId} and (span + 1) * power(4, level) > ${quarterHourOf(from)}::int`,
  );
}

/**
 * Answers were changed: what is kept of their spans is made again when it is asked for. After {@link
 * holdPresorted}, in the same transaction.
 */
export async function forgetAnswers(
  trx: Db,
  accountId: number,
  answers: readonly { campaignId: number; at: Date }[],
): Promise<void> {
  if (answers.length === 0) return;
  await changed(
    trx,
    sql`
      delete from presorted_pages h using (
        select distinct subject_id, level, floor(extract(epoch from a.at) / (900 * power(4, level)))::int as span
        from unnest(
            ${answers.map(({ campaignId }) => campaignId)}::bigint[], ${answers.map(({ at }) => at)}::timestamptz[]
          ) as a (campaign_id, at),
          generate_series(0, ${sql.lit(TOP_LEVEL)}) as level,
          lateral (values (0), (a.campaign_id)) as subjects (subject_id)
      ) changed
      where h.account_id = ${accountId} and h.subject_id = changed.subject_id and h.level = changed.level
        and h.span = changed.span`,
  );
}

/**
 * The text of a campaign's questions is another, or one is gone: the order by question goes by what they say
 * now. Only spans since the campaign's first answer can know of it. Within the transaction that changes them.
 */
export async function forgetQuestions(trx: Db, accountId: number, campaignId: number): Promise<void> {
  await holdPresorted(trx, accountId);
  await changed(
    trx,
    sql`
      delete from presorted_pages h
      using (
        select min(day) - 1 as first, max(day) + 2 as after from daily_campaign_counts
        where account_id = ${accountId} and campaign_id = ${campaignId} and kind = 'response'
      ) days
      where h.account_id = ${accountId} and h.subject_id = any(array[0, ${campaignId}]::bigint[]) and h.column_id = 'question'
        and (h.span + 1) * 900 * power(4, h.level) > extract(epoch from days.first)
        and h.span * 900 * power(4, h.level) < extract(epoch from days.after)`,
  );
}
