/** All SQL of blasts that wait for the yes of somebody else. */
import { createHash } from 'node:crypto';
import type { ApprovalState } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';

/** A request as it is shown. `form`: that of the wizard, as on the wire. */
export type Approval = {
  id: number;
  campaign: number;
  name: string;
  state: ApprovalState;
  form: Record<string, unknown>;
  note: string;
  askedBy: string;
  askedByUser: number;
  askedAt: Date;
  decidedBy: string;
  decidedAt: Date | null;
  answer: string;
  blast: number;
};

const COLUMNS = sql`
  a.id, a.campaign_id as campaign, c.name, a.state, a.form, a.note, a.asked_by as "askedBy",
  a.asked_by_user as "askedByUser", a.asked_at as "askedAt", a.decided_by as "decidedBy", a.decided_at as "decidedAt",
  a.answer, coalesce(a.blast_id, 0) as blast`;

/** A page of requests, newest first, of a campaign or of all (0). */
export function listApprovals(
  db: Db,
  accountId: number,
  { campaign, onlyWaiting, start }: { campaign: number; onlyWaiting: boolean; start: number },
): Promise<Approval[]> {
  return rows(
    db,
    sql<Approval>`
      select ${COLUMNS} from blast_approvals a
      join campaigns c on c.account_id = ${accountId} and c.id = a.campaign_id
      where a.account_id = ${accountId} ${campaign === 0 ? sql`` : sql`and a.campaign_id = ${campaign}`}
        ${onlyWaiting ? sql`and a.state = 'waiting'` : sql``}
      order by a.id desc limit ${PAGE_LIMITS.pageSize} offset ${start}`,
  );
}

export async function countWaitingApprovals(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from blast_approvals where account_id = ${accountId} and state = 'waiting'`,
  );
  return row?.count ?? 0;
}

export function findApproval(db: Db, accountId: number, id: number): Promise<Approval | undefined> {
  return first(
    db,
    sql<Approval>`
      select ${COLUMNS} from blast_approvals a
      join campaigns c on c.account_id = ${accountId} and c.id = a.campaign_id
      where a.account_id = ${accountId} and a.id = ${id}`,
  );
}

export async function storeApproval(
  trx: Db,
  accountId: number,
  asked: {
    campaign: number;
    form: Record<string, unknown>;
    note: string;
    by: { id: number; email: string };
    at: Date;
  },
): Promise<number> {
  const row = await first(
    trx,
    sql<{ id: number }>`
      insert into blast_approvals (account_id, campaign_id, form, note, asked_by, asked_by_user, asked_at)
      values (${accountId}, ${asked.campaign}, ${JSON.stringify(asked.form)}::jsonb, ${asked.note}, ${asked.by.email},
        ${asked.by.id}, ${asked.at})
      returning id`,
  );
  if (!row) throw new Error('A request was not stored.');
  return row.id;
}

/** What became of a request that waits; false: it waits no more. */
export async function settleApproval(
  trx: Db,
  accountId: number,
  id: number,
  settled: {
    state: Exclude<ApprovalState, 'waiting'>;
    by: string;
    at: Date;
    answer?: string;
    blast?: number;
  },
): Promise<boolean> {
  const { state, by, at, answer = '', blast = null } = settled;
  const count = await changed(
    trx,
    sql`
      update blast_approvals set state = ${state}, decided_by = ${by}, decided_at = ${at}, answer = ${answer},
        blast_id = ${blast}
      where account_id = ${accountId} and id = ${id} and state = 'waiting'`,
  );
  return count > 0;
}

/** Takes back what somebody asked for one campaign, since they ask anew; answers which requests that were. */
export async function withdrawEarlier(
  trx: Db,
  accountId: number,
  { campaign, by, at }: { campaign: number; by: { id: number; email: string }; at: Date },
): Promise<number[]> {
  const earlier = await rows(
    trx,
    sql<{ id: number }>`
      update blast_approvals set state = 'withdrawn', decided_by = ${by.email}, decided_at = ${at}
      where account_id = ${accountId} and campaign_id = ${campaign} and asked_by_user = ${by.id} and state = 'waiting'
      returning id`,
  );
  return earlier.map(({ id }) => id);
}

/** Who leaves the account asks it for nothing any more. */
export async function withdrawOf(trx: Db, accountId: number, userId: number, now: Date): Promise<void> {
  await sql`
    update blast_approvals set state = 'withdrawn', decided_by = asked_by, decided_at = ${now}
    where account_id = ${accountId} and asked_by_user = ${userId} and state = 'waiting'`.execute(trx);
}

/**
 * What campaigns would send now, as a mark that differs once one of them is published anew, or was never
 * published and is changed.
 */
export async function contentOf(db: Db, accountId: number, campaigns: readonly number[]): Promise<string> {
  const found = await rows(
    db,
    sql<{ id: number; live: number | null; version: number }>`
      select id, live_version as live, version from campaigns
      where account_id = ${accountId} and id = any(${campaigns}::bigint[]) order by id`,
  );
  const sent = found.map(({ id, live, version }) => `${id} ${live ?? `draft ${version}`}`);
  return createHash('sha256').update(sent.join('\n')).digest('base64url');
}
