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
  /** Raised with each save. */
  version: number;
  /** The segment whose people alone it is about, and what that meant when the report was saved. */
  segment: number | null;
  meaning: string | null;
};
export type NewReport = Pick<SavedReport, 'title' | 'description' | 'content'> &
  Partial<Pick<SavedReport, 'segment' | 'meaning'>>;

type ListedReport = Pick<SavedReport, 'id' | 'title' | 'description' | 'createDate'>;

const columns = sql`r.id, r.title, r.description, r.layout as content, r.version,
  r.segment_id as segment, r.segment_meaning as meaning,
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
export function listReports(db: Db, accountId: number): Promise<ListedReport[]> {
  return rows(
    db,
    sql<ListedReport>`
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
      insert into reports (account_id, title, description, layout, segment_id, segment_meaning, created_at)
      values (${accountId}, ${report.title}, ${report.description}, ${JSON.stringify(report.content)}::jsonb,
        ${report.segment ?? null}, ${report.meaning ?? null}, ${at})
      returning id`,
  );
  if (!row) throw new Error('A report was not stored.');
  return row.id;
}

/**
 * The new version; undefined when the account has no such report, or not in the version that is given (0: in
 * any).
 */
export async function updateReport(
  db: Db,
  accountId: number,
  id: number,
  report: NewReport,
  known: number,
): Promise<number | undefined> {
  const saved = await first(
    db,
    sql<{ version: number }>`
      update reports set title = ${report.title}, description = ${report.description},
        layout = ${JSON.stringify(report.content)}::jsonb, segment_id = ${report.segment ?? null},
        segment_meaning = ${report.meaning ?? null}, version = version + 1
      where account_id = ${accountId} and id = ${id} and ${known}::int in (0, version)
      returning version`,
  );
  return saved?.version;
}

/** False when the account has no such report. */
export async function deleteReport(db: Db, accountId: number, id: number): Promise<boolean> {
  return (await changed(db, sql`delete from reports where account_id = ${accountId} and id = ${id}`)) === 1;
}
