/** All SQL that writes saved reports. */
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';

export type SavedReport = {
  id: number;
  title: string;
  description: string;
  /** What the builder made, as it came: layout and whatever stands beside it. */
  content: Record<string, unknown>;
  /** Wall clock of the account's zone, `YYYY-MM-DD HH:mm:ss`. */
  createDate: string;
};
export type NewReport = Pick<SavedReport, 'title' | 'description' | 'content'>;

const columns = sql`r.id, r.title, r.description, r.layout as content,
  to_char(r.created_at at time zone a.time_zone, 'YYYY-MM-DD HH24:MI:SS') as "createDate"`;

export function findReport(db: Db, accountId: number, id: number): Promise<SavedReport | undefined> {
  return first(
    db,
    sql<SavedReport>`
      select ${columns} from reports r join accounts a on a.id = ${accountId}
      where r.account_id = ${accountId} and r.id = ${id}`,
  );
}

/** Newest first, without their content. */
export function listReports(db: Db, accountId: number): Promise<Omit<SavedReport, 'content'>[]> {
  return rows(
    db,
    sql<Omit<SavedReport, 'content'>>`
      select r.id, r.title, r.description,
        to_char(r.created_at at time zone a.time_zone, 'YYYY-MM-DD HH24:MI:SS') as "createDate"
      from reports r join accounts a on a.id = ${accountId}
      where r.account_id = ${accountId} order by r.created_at desc, r.id desc`,
  );
}

export async function insertReport(db: Db, accountId: number, report: NewReport, at: Date): Promise<number> {
  const row = await first(
    db,
    sql<{ id: number }>`
      insert into reports (account_id, title, description, layout, created_at)
      values (${accountId}, ${report.title}, ${report.description}, ${JSON.stringify(report.content)}::jsonb, ${at})
      returning id`,
  );
  if (!row) throw new Error('A report was not stored.');
  return row.id;
}

/** False when the account has no such report. */
export async function updateReport(
  db: Db,
  accountId: number,
  id: number,
  report: NewReport,
): Promise<boolean> {
  const count = await changed(
    db,
    sql`
      update reports set title = ${report.title}, description = ${report.description},
        layout = ${JSON.stringify(report.content)}::jsonb
      where account_id = ${accountId} and id = ${id}`,
  );
  return count === 1;
}

/** False when the account has no such report. */
export async function deleteReport(db: Db, accountId: number, id: number): Promise<boolean> {
  return (await changed(db, sql`delete from reports where account_id = ${accountId} and id = ${id}`)) === 1;
}
