/** All SQL that reads what happened in an account, and forgets it when it is old. */
import { type ActGroup, AUDIT_ACTIONS } from '@parley/contract';
import { AUDIT_YEARS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { changed, type Db, rows, sql } from '../platform/db/database.ts';

export type NotedAct = {
  id: number;
  at: Date;
  actor: string;
  act: string;
  kind: string;
  /** 0: it has no id. */
  thing: number;
  name: string;
  detail: string;
  address: string;
};

const PAGE = 50;
const BATCH = 2_000;

/** A page of what happened before the act `before` (0: the newest). `next` is 0 on the last page. */
export async function listActs(
  db: Db,
  accountId: number,
  { before, group }: { before: number; group: ActGroup | 'all' },
): Promise<{ acts: NotedAct[]; next: number }> {
  const found = await readActs(db, accountId, before, group, PAGE + 1);
  const acts = found.slice(0, PAGE);
  return { acts, next: found.length > PAGE ? (acts.at(-1)?.id ?? 0) : 0 };
}

export async function* allActs(db: Db, accountId: number): AsyncGenerator<NotedAct[]> {
  for (let before = 0; ; ) {
    const batch = await readActs(db, accountId, before, 'all', BATCH);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    before = last.id;
  }
}

function readActs(
  db: Db,
  accountId: number,
  before: number,
  group: ActGroup | 'all',
  limit: number,
): Promise<NotedAct[]> {
  const acts = Object.entries(AUDIT_ACTIONS).flatMap(([act, one]) => (one.group === group ? [act] : []));
  const newest = (where: RawBuilder<unknown>) => sql`
    select a.* from audit_log a
    where a.account_id = ${accountId} ${where}
      ${before === 0 ? sql`` : sql`and (a.at, a.id) < (select b.at, b.id from audit_log b where b.account_id = ${accountId} and b.id = ${before})`}
    order by a.at desc, a.id desc limit ${limit}`;
  // The newest of each act, and of these the newest: what others did meanwhile is not looked at.
  const ofGroup = sql`
    select a.* from unnest(${acts}::text[]) as one (act) cross join lateral (${newest(sql`and a.action = one.act`)}) a`;
  return rows(
    db,
    sql<NotedAct>`
      select a.id, a.at, a.actor, a.action as act, a.target_kind as kind, coalesce(a.target_id, 0) as thing, a.name, a.detail, a.address
      from (${group === 'all' ? newest(sql``) : ofGroup}) a
      order by a.at desc, a.id desc limit ${limit}`,
  );
}

/** What an account that has chosen a time keeps no more of it (retention/kept-data.ts). */
export const auditKept = {
  kind: 'history',
  table: 'audit_log',
  key: ['id'],
  rows: ({ accountId, before }: { accountId: number; before: Date }) => sql`
    select id from audit_log where account_id = ${accountId} and at < ${before} order by at`,
} as const;

/** A batch of what is older than it is kept where nobody chose; answers how many were forgotten. */
export function forgetOldActs(db: Db, now: Date): Promise<number> {
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() - AUDIT_YEARS);
  return changed(
    db,
    sql`
      delete from audit_log where (account_id, id) in (
        select a.account_id, a.id from audit_log a
        where a.at < ${until} and not exists (
          select from retention r where r.account_id = a.account_id and r.kind = 'history')
        order by a.at limit ${BATCH})`,
  );
}
