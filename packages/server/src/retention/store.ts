/** How long accounts keep what piles up: all SQL of the table. */
import { type DataKind, KEPT_KINDS } from '@parley/contract';
import { RETENTION } from '@parley/rules/retention-limits.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

/** The moment that is so many months before the beginning of the day (UTC). */
export const monthsBefore = (now: Date, months: ReturnType<typeof sql>) => sql`
  ((date_trunc('day', ${now}::timestamptz at time zone 'UTC') - make_interval(months => ${months})) at time zone 'UTC')`;

export type Kept = {
  kind: DataKind;
  months: number;
  goneBefore: Date | null;
  /** What is earlier has gone to the last row: a sweep that was stopped halfway has not come that far. */
  doneBefore: Date | null;
  walked: Record<string, unknown>;
};

const usual = (kind: DataKind): Kept => ({
  kind,
  months: RETENTION.usual[kind],
  goneBefore: null,
  doneBefore: null,
  walked: {},
});

/** How long an account keeps each kind, in their order. */
export async function keptKinds(db: Db, accountId: number): Promise<Kept[]> {
  const found = await rows(
    db,
    sql<Kept>`
      select kind, months, gone_before as "goneBefore", done_before as "doneBefore", walked from retention where account_id = ${accountId}`,
  );
  const byKind = new Map(found.map((each) => [each.kind, each]));
  return KEPT_KINDS.map((kind) => byKind.get(kind) ?? usual(kind));
}

/** What is from before that moment goes when a kind is kept for so many months. */
export async function goesBefore(db: Db, months: number, now: Date): Promise<Date> {
  const row = await first(db, sql<{ at: Date }>`select ${monthsBefore(now, sql`${months}::int`)} as at`);
  if (!row) throw new Error('The database answered without a row.');
  return row.at;
}

/** Answers how many months it was before. The row is there before it is locked: of two at once one waits. */
export async function storeMonths(
  trx: Db,
  accountId: number,
  kind: DataKind,
  months: number,
): Promise<number> {
  const { months: usually } = usual(kind);
  await sql`
    insert into retention (account_id, kind, months) values (${accountId}, ${kind}, ${usually})
    on conflict (account_id, kind) do nothing`.execute(trx);
  const before = await first(
    trx,
    sql<{ months: number }>`
      select months from retention where account_id = ${accountId} and kind = ${kind} for update`,
  );
  await sql`
    update retention set months = ${months} where account_id = ${accountId} and kind = ${kind}`.execute(trx);
  return before?.months ?? usually;
}

export type Due = { accountId: number; kind: DataKind };

/** What has something to let go today, of all accounts. */
export function dueKinds(db: Db, now: Date): Promise<Due[]> {
  return rows(
    db,
    sql<Due>`
      select account_id as "accountId", kind from retention
      where months > 0 and (done_before is null or done_before < ${monthsBefore(now, sql`months::int`)})
      order by account_id, kind`,
  );
}

export type Going = { before: Date; from: Date | null; walked: Record<string, unknown> };

/**
 * Locks what is kept of a kind and notes that all before goes; undefined: somebody else is at it, or it is to
 * be kept since.
 */
export async function beginGoing(trx: Db, { accountId, kind }: Due, now: Date): Promise<Going | undefined> {
  const due = await first(
    trx,
    sql<Going>`
      select ${monthsBefore(now, sql`months::int`)} as before, done_before as from, walked from retention
      where account_id = ${accountId} and kind = ${kind} and months > 0
        and (done_before is null or done_before < ${monthsBefore(now, sql`months::int`)})
      for update skip locked`,
  );
  if (due)
    await sql`
      update retention set gone_before = greatest(gone_before, ${due.before})
      where account_id = ${accountId} and kind = ${kind}`.execute(trx);
  return due;
}

/** Where it came to; `isDone`: there is no more. */
export async function noteGone(
  trx: Db,
  { accountId, kind }: Due,
  { before, walked }: Pick<Going, 'before' | 'walked'>,
  isDone: boolean,
): Promise<void> {
  await sql`
    update retention set walked = ${JSON.stringify(walked)}::jsonb, done_before = case when ${isDone} then ${before} else done_before end
    where account_id = ${accountId} and kind = ${kind}`.execute(trx);
}

/** Before when an account has let rows of a kind go; null: it never has. */
export async function goneBefore(db: Db, accountId: number, kind: DataKind): Promise<Date | null> {
  const row = await first(
    db,
    sql<{ at: Date | null }>`
      select gone_before as at from retention where account_id = ${accountId} and kind = ${kind}`,
  );
  return row?.at ?? null;
}
